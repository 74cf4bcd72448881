package usecase

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

const (
	// observeTimeout bounds the statement of one collection: a scrape must not hang with Postgres.
	observeTimeout = 2 * time.Second
	countedFailing = 10_000
)

// Observe shows how many endpoints fail, and how many were deactivated.
func (u *Endpoints) Observe(meter metric.Meter) error {
	endpoints, err := meter.Int64ObservableGauge("webhooks.endpoints",
		metric.WithDescription("Endpoints that are failing, or were deactivated because they failed, by mode and state; "+
			"up to 10,000 in all."))
	if err != nil {
		return err
	}
	_, err = meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		list, err := u.store.Endpoints.CountFailing(ctx, countedFailing)
		if err != nil {
			return err
		}
		type series struct{ mode, state string }
		counts := map[series]int64{
			{"live", "failing"}: 0, {"live", "deactivated"}: 0, {"test", "failing"}: 0, {"test", "deactivated"}: 0,
		}
		for _, c := range list {
			of := series{"test", "failing"}
			if c.Livemode {
				of.mode = "live"
			}
			if c.Disabled {
				of.state = "deactivated"
			}
			counts[of] = c.Count
		}
		for of, n := range counts {
			o.ObserveInt64(endpoints, n,
				metric.WithAttributes(attribute.String("mode", of.mode), attribute.String("state", of.state)))
		}
		return nil
	}, endpoints)
	return err
}
