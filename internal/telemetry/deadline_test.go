package telemetry

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/metric"
)

// Callbacks that get no answer take a bounded time together, however many there are; what needs none is on the page.
func TestAPageIsInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, err := New(t.Context(), Config{}, "test")
		if err != nil {
			t.Fatal(err)
		}
		defer p.Shutdown(t.Context())
		m := p.Meters.Meter("test")
		observe := func(name string, f func(context.Context) error) {
			g, err := m.Int64ObservableGauge(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
				if err := f(ctx); err != nil {
					return err
				}
				o.ObserveInt64(g, 1)
				return nil
			}, g); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 6 {
			observe(fmt.Sprintf("hangs_%d", n), func(ctx context.Context) error {
				ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
				defer cancel()
				<-ctx.Done()
				return ctx.Err()
			})
		}
		observe("works", func(context.Context) error { return nil })
		for range 2 { // a page has a budget of its own
			began := time.Now()
			families, err := p.Registry.Gather()
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took != pageBudget {
				t.Errorf("the page took %s, want %s", took, pageBudget)
			}
			found := false
			for _, f := range families {
				found = found || f.GetName() == "works"
			}
			if !found {
				t.Error("what works is missing")
			}
		}
	})
}
