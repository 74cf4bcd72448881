package usecase

import (
	"context"
	"errors"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/audittrail"
)

// observeTimeout bounds one look at the last verifications: a scrape must not hang with Postgres.
const observeTimeout = 2 * time.Second

// Observe measures, at every scrape, how long ago each kind was verified and whether it was intact. For one that
// never was, the time since the program began is shown.
func (i *Integrity) Observe(meter metric.Meter) error {
	intact, err1 := meter.Int64ObservableGauge("integrity.intact",
		metric.WithDescription("0 when the last verification of the kind found something wrong, else 1."))
	age, err2 := meter.Float64ObservableGauge("integrity.age", metric.WithUnit("s"),
		metric.WithDescription("Time since the last verification of the kind; since the program began when there was none."))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		list, err := i.checks.List(ctx)
		if err != nil {
			return err
		}
		now := i.now()
		for _, v := range i.verify {
			if !slices.ContainsFunc(list, func(c audittrail.Check) bool { return c.Kind == v.Kind }) {
				list = append(list, audittrail.Check{Kind: v.Kind, At: i.began, Intact: true})
			}
		}
		for _, c := range list {
			kind := metric.WithAttributes(attribute.String("kind", string(c.Kind)))
			o.ObserveFloat64(age, now.Sub(c.At).Seconds(), kind)
			var holds int64
			if c.Intact {
				holds = 1
			}
			o.ObserveInt64(intact, holds, kind)
		}
		return nil
	}, intact, age)
	return err
}
