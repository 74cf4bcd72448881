package app

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// observeOutbox measures, at every scrape, how far the way from commit to deliveries lags.
func observeOutbox(meter metric.Meter, store *postgres.Store) error {
	age, err := meter.Float64ObservableGauge("webhooks.outbox.age", metric.WithUnit("s"),
		metric.WithDescription("Age of the oldest event whose deliveries are not stored yet."))
	if err != nil {
		return err
	}
	size, err := meter.Int64ObservableGauge("webhooks.outbox.size", metric.WithDescription("Events whose deliveries are not stored yet, up to 10,000."))
	if err != nil {
		return err
	}
	_, err = meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		seconds, n, err := store.OutboxLag(ctx, time.Now())
		if err != nil {
			return err
		}
		o.ObserveFloat64(age, seconds)
		o.ObserveInt64(size, int64(n))
		return nil
	}, age, size)
	return err
}
