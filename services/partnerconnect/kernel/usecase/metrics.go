package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/sony/gobreaker/v2"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// observeTimeout bounds the statements of one collection.
const observeTimeout = 2 * time.Second

type metrics struct {
	calls metric.Int64Counter
	took  metric.Float64Histogram
}

func observe(meter metric.Meter, r *Runner) (m metrics, err error) {
	var errs [5]error
	m.calls, errs[0] = meter.Int64Counter("partnerconnect.provider.calls",
		metric.WithDescription("Calls of providers by kind and outcome: done, refused (for good), failed (to be repeated)."))
	m.took, errs[1] = meter.Float64Histogram("partnerconnect.provider.call.duration", metric.WithUnit("s"),
		metric.WithDescription("How long calls of providers took."))
	open, err2 := meter.Int64ObservableGauge("partnerconnect.provider.breaker.open",
		metric.WithDescription("1 while a part is left alone because its calls failed one after another, else 0."))
	age, err3 := meter.Float64ObservableGauge("partnerconnect.provider.calls.age", metric.WithUnit("s"),
		metric.WithDescription("Time since the oldest call of a kind was caused that is not done; 0 when there is none."))
	differences, err4 := meter.Int64ObservableGauge("partnerconnect.provider.differences",
		metric.WithDescription("Reports of providers that contradict what is known, and that no operator has resolved."))
	errs[2], errs[3], errs[4] = err2, err3, err4
	if err := errors.Join(errs[:]...); err != nil {
		return m, err
	}
	for kind := range r.callers {
		for _, outcome := range []string{"done", "refused", "failed"} {
			m.calls.Add(context.Background(), 0, attributes(kind, outcome)) // it exists before the first one
		}
	}
	_, err = meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		for name, p := range r.parts {
			state := int64(0)
			if p.breaker.State() == gobreaker.StateOpen {
				state = 1
			}
			o.ObserveInt64(open, state, metric.WithAttributes(attribute.String("part", string(name))))
		}
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		oldest, err := r.store.OldestCalls(ctx, r.pool)
		if err != nil {
			return err
		}
		for kind := range r.callers {
			seconds := 0.0
			if at, open := oldest[kind]; open {
				seconds = max(r.now().Sub(at).Seconds(), 0)
			}
			o.ObserveFloat64(age, seconds, metric.WithAttributes(attribute.String("kind", string(kind))))
		}
		n, err := r.store.CountDifferences(ctx, r.pool)
		if err == nil {
			o.ObserveInt64(differences, n)
		}
		return err
	}, open, age, differences)
	return m, err
}

func attributes(kind provider.Kind, outcome string) metric.MeasurementOption {
	return metric.WithAttributes(attribute.String("kind", string(kind)), attribute.String("outcome", outcome))
}

func (m metrics) ended(ctx context.Context, kind provider.Kind, outcome string, took time.Duration) {
	m.calls.Add(ctx, 1, attributes(kind, outcome))
	m.took.Record(ctx, took.Seconds(), metric.WithAttributes(attribute.String("kind", string(kind))))
}
