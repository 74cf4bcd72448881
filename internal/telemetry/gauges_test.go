package telemetry

import (
	"context"
	"errors"
	"slices"
	"testing"

	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// A gauge that cannot be read is missing; what else there is, is exported.
func TestOneGaugeFailsAlone(t *testing.T) {
	reader := sdkmetric.NewManualReader()
	provider := sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))
	defer func() { _ = provider.Shutdown(context.Background()) }()
	m := gauges{provider, &unused{list: map[string]*empty{}}, &deadline{}}.Meter("test")
	counter, err1 := m.Int64Counter("counter")
	broken, err2 := m.Int64ObservableGauge("broken")
	works, err3 := m.Int64ObservableGauge("works")
	_, err4 := m.RegisterCallback(func(context.Context,
		metric.Observer) error {
		return errors.New("the database is away")
	}, broken)
	_, err5 := m.RegisterCallback(func(_ context.Context,
		o metric.Observer) error {
		o.ObserveInt64(works, 1)
		return nil
	}, works)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	counter.Add(t.Context(), 1)
	var read metricdata.ResourceMetrics
	if err := reader.Collect(t.Context(), &read); err != nil {
		t.Fatalf("nothing is exported: %v", err)
	}
	var names []string
	for _, scope := range read.ScopeMetrics {
		for _, x := range scope.Metrics {
			names = append(names, x.Name)
		}
	}
	slices.Sort(names)
	if want := []string{"counter", "works"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
