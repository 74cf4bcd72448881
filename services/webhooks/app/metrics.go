package app

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// observeTimeout bounds one look at all stages: a scrape must not hang with Postgres or NATS.
const observeTimeout = 2 * time.Second

// observe measures, at every scrape, how much waits at each stage of the pipeline, and for how long. A stage that cannot
// be asked is left out.
func (b *backlog) observe(meter metric.Meter) error {
	waiting, err1 := meter.Int64ObservableGauge("webhooks.stage.waiting",
		metric.WithDescription("What waits at a stage: events in the outbox (up to 10,000 are counted), then messages of a stream."))
	age, err2 := meter.Float64ObservableGauge("webhooks.stage.age", metric.WithUnit("s"), metric.WithDescription("Age of the oldest of them."))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		now := time.Now()
		stage, err := b.outbox(ctx, now)
		note := func() {
			name := metric.WithAttributes(attribute.String("stage", stage.GetName()))
			o.ObserveInt64(waiting, stage.GetWaiting(), name)
			o.ObserveFloat64(age, stage.GetOldestAgeS(), name)
		}
		if err == nil {
			note()
		}
		if !b.js.Conn().IsConnected() {
			return err
		}
		for _, p := range b.places {
			var failed error
			if stage, failed = b.stage(ctx, p, now); failed != nil {
				err = errors.Join(err, failed)
				continue
			}
			note()
		}
		return err
	}, waiting, age)
	return err
}
