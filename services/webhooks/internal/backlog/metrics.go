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

// Observe measures, at every scrape, how much waits at each stage of the pipeline, and for how long. A stage that
// cannot be asked is left out.
func (b *Backlog) Observe(meter metric.Meter) error {
	queued, err1 := meter.Int64ObservableGauge("webhooks.stage.waiting",
		metric.WithDescription("What waits at a stage: events in the outbox, deliveries that no stream has room for (held), "+
			"of both up to 10,000, then messages of a stream."))
	age, err2 := meter.Float64ObservableGauge("webhooks.stage.age", metric.WithUnit("s"),
		metric.WithDescription("Age of the oldest of them."))
	fill, err3 := meter.Float64ObservableGauge("webhooks.stage.fill",
		metric.WithDescription("The part of a stream's bytes that is in use."))
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		now := time.Now()
		note := func(stage Stage) {
			name := metric.WithAttributes(attribute.String("stage", stage.Name))
			o.ObserveInt64(queued, stage.Waiting, name)
			o.ObserveFloat64(age, stage.OldestAge, name)
		}
		stages, err := b.stored(ctx, now)
		if err == nil {
			for _, stage := range stages {
				note(stage)
			}
		}
		if !b.js.Conn().IsConnected() {
			return err
		}
		for _, c := range b.consumers {
			stage, failed := b.waiting(ctx, c, now)
			if failed != nil {
				err = errors.Join(err, failed)
				continue
			}
			note(stage)
			o.ObserveFloat64(fill, stage.Fill, metric.WithAttributes(attribute.String("stage", stage.Name)))
		}
		return err
	}, queued, age, fill)
	return err
}
