package usecase

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// observeTimeout bounds one look at the last verifications: a scrape must not hang with Postgres.
const observeTimeout = 2 * time.Second

// Observe measures, at every scrape, how long ago each kind was verified and whether it was intact. One that never was
// is left out.
func (i *Integrity) Observe(meter metric.Meter) error {
	intact, err1 := meter.Int64ObservableGauge("integrity.intact",
		metric.WithDescription("1 when the last verification of the kind found nothing wrong, 0 when it did."))
	age, err2 := meter.Float64ObservableGauge("integrity.age", metric.WithUnit("s"),
		metric.WithDescription("Time since the last verification of the kind."))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		list, err := i.checks.List(ctx)
		now := i.now()
		for _, c := range list {
			kind := metric.WithAttributes(attribute.String("kind", string(c.Kind)))
			o.ObserveFloat64(age, now.Sub(c.At).Seconds(), kind)
			var holds int64
			if c.Intact {
				holds = 1
			}
			o.ObserveInt64(intact, holds, kind)
		}
		return err
	}, intact, age)
	return err
}
