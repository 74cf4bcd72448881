package usecase

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
)

const observeTimeout = 5 * time.Second

// Observe measures by how much the bank and the ledger differ, how many lines are unmatched, and for how long.
func (s *Lines) Observe(meter metric.Meter, now func() time.Time) error {
	difference, err1 := meter.Int64ObservableGauge("partnerconnect.bank.difference",
		metric.WithDescription("By how many minor units the closing balance of the last statement exceeds what the bank should hold by the ledger, by currency."))
	unmatched, err2 := meter.Int64ObservableGauge("partnerconnect.bank.unmatched",
		metric.WithDescription("Lines of statements that no payout explains (at most 1000 are counted): partnerconnectd admin list-unmatched-bank-lines."))
	age, err3 := meter.Float64ObservableGauge("partnerconnect.bank.unmatched.age", metric.WithUnit("s"),
		metric.WithDescription("Time since the oldest unmatched line was read; 0 when there is none."))
	engine, err4 := meter.Int64ObservableGauge("partnerconnect.bank.at_engine",
		metric.WithDescription("Minor units that the payment engine had collected and not transferred at the last statement, by currency."))
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return err
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		all, err := s.store.Reconciliations(ctx, s.pool)
		if err != nil {
			return err
		}
		for _, r := range all {
			currency := metric.WithAttributes(attribute.String("currency", r.Currency))
			o.ObserveInt64(difference, r.Difference(), currency)
			o.ObserveInt64(engine, r.AtEngine, currency)
		}
		lines, err := s.store.Unmatched(ctx, s.pool, bank.LineKey{}, 1000)
		if err != nil {
			return err
		}
		o.ObserveInt64(unmatched, int64(len(lines)))
		oldest := 0.0
		if len(lines) > 0 {
			oldest = max(now().Sub(lines[0].At).Seconds(), 0)
		}
		o.ObserveFloat64(age, oldest)
		return nil
	}, difference, unmatched, age, engine)
	return err
}
