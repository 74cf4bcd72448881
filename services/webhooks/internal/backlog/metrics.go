package backlog

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// observeTimeout bounds one look at all stages: a scrape must not hang with Postgres or NATS.
const observeTimeout = 2 * time.Second

// Observe measures, at every scrape, how much waits at each stage of the pipeline, and for how long. A stage that cannot
// be asked is left out.
func (b *Backlog) Observe(meter metric.Meter) error {
	queued, err1 := meter.Int64ObservableGauge("webhooks.stage.waiting",
		metric.WithDescription("What waits at a stage: events in the outbox (up to 10,000 are counted), then messages of a stream."))
	age, err2 := meter.Float64ObservableGauge("webhooks.stage.age", metric.WithUnit("s"), metric.WithDescription("Age of the oldest of them."))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		now := time.Now()
		stage, err := b.committed(ctx, now)
		note := func() {
			name := metric.WithAttributes(attribute.String("stage", stage.Name))
			o.ObserveInt64(queued, stage.Waiting, name)
			o.ObserveFloat64(age, stage.OldestAge, name)
		}
		if err == nil {
			note()
		}
		if !b.js.Conn().IsConnected() {
			return err
		}
		for _, c := range b.consumers {
			var failed error
			if stage, failed = b.waiting(ctx, c, now); failed != nil {
				err = errors.Join(err, failed)
				continue
			}
			note()
		}
		return err
	}, queued, age)
	return err
}
