package telemetry

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
)

// gauges makes meters in which a callback that fails hides nothing else. The reader that exports metrics drops all
// that it has read when one callback fails, so that a database that is away would hide every counter.
// Its histograms are in unused until something is recorded.
type gauges struct {
	metric.MeterProvider
	unused   *unused
	deadline *deadline
}

// Meter returns the meter of a scope.
func (g gauges) Meter(name string, opts ...metric.MeterOption) metric.Meter {
	return meter{g.MeterProvider.Meter(name, opts...), g.unused, g.deadline}
}

type meter struct {
	metric.Meter
	unused   *unused
	deadline *deadline
}

// Float64Histogram makes a histogram that is shown from the start.
func (m meter) Float64Histogram(name string, opts ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	h, err := m.Meter.Float64Histogram(name, opts...)
	if err != nil {
		return nil, err
	}
	return histogram{h, m.unused.add(name, metric.NewFloat64HistogramConfig(opts...))}, nil
}

// RegisterCallback registers f, whose errors are logged. Its context ends with the time of the page. A callback that
// is an option of its instrument has neither: it must not fail, and bounds itself.
func (m meter) RegisterCallback(f metric.Callback, instruments ...metric.Observable) (metric.Registration, error) {
	return m.Meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := m.deadline.within(ctx)
		defer cancel()
		if err := f(ctx, o); err != nil {
			otel.Handle(err)
		}
		return nil
	}, instruments...)
}
