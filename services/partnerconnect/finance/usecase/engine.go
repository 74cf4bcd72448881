package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// An Engine takes the payments of live mode. Each call may be repeated with the same payment. Its errors are those of
// providerusecase.Caller.
type Engine interface {
	// CreatePayment opens a payment, for a seller whom the payer knows by that name.
	CreatePayment(ctx context.Context, p money.Payment, seller string) (money.EnginePayment, error)
	// CancelPayment closes a payment that is not paid. One that was never opened counts as closed.
	CancelPayment(ctx context.Context, id money.PaymentID) error
	// RefundPayment gives some of a payment back. The engine reports the outcome.
	RefundPayment(ctx context.Context, r money.Refund) error
}

// EngineCalls makes the calls of the payment engine.
type EngineCalls struct {
	payments *Payments
	engine   Engine
	now      func() time.Time
}

// NewEngineCalls returns them, for a runner.
func NewEngineCalls(payments *Payments, engine Engine, now func() time.Time) map[provider.Kind]kernelusecase.Caller {
	s := &EngineCalls{payments, engine, now}
	return map[provider.Kind]kernelusecase.Caller{
		provider.CreatePayment: s.create, provider.CancelPayment: s.cancel, provider.RefundPayment: s.refund,
	}
}

// callEngine writes what a step of a payment of live mode asks the engine for.
func callEngine(
	ctx context.Context, tx pgx.Tx, exchanges kernelpg.CallStore, p money.Payment, c money.PaymentChange,
) error {
	kind, traceparent := c.EngineCall(), telemetry.Traceparent(ctx)
	switch {
	case !p.Livemode || kind == "":
		return nil
	case kind == provider.CreatePayment:
		return exchanges.InsertCall(ctx, tx, kind, string(p.ID), traceparent, c.At)
	default: // one that the engine was never asked to create needs no more
		return exchanges.InsertFollowingCall(ctx, tx, kind, string(p.ID), traceparent, c.At)
	}
}

func (s *EngineCalls) operation(name string, ref pc.Ref) delegation.Operation {
	op := delegation.SystemOperation(audit.SystemActor, name, s.now().UTC().Truncate(time.Millisecond))
	op.Merchant = ref
	return op
}

// create opens a payment at the engine and stores its page. A payment that ended meanwhile is not opened: should an
// earlier attempt have opened it, its page was shown to no one, and the cancellation that follows closes it.
func (s *EngineCalls) create(ctx context.Context, c provider.Call) error {
	id := money.PaymentID(c.Subject)
	ref, err := s.payments.store.PaymentMerchant(ctx, s.payments.pool, id)
	if err != nil {
		return err
	}
	page, err := s.payments.PaymentPage(ctx, s.operation("", ref), id)
	if err != nil {
		return err
	}
	op := s.operation("CreateEnginePayment", ref)
	if !page.Payment.ToBeCreated(op.Now) || page.Engine.ID != "" {
		return nil
	}
	made, err := s.engine.CreatePayment(ctx, page.Payment, page.Seller)
	if refusal := provider.Refused(err); refusal != nil {
		_, _, stored := s.payments.change(ctx, op, id, func(_ pgx.Tx, p *money.Payment) error {
			if !p.Status.CanBecome(money.PaymentRejected) {
				return pc.ErrUnchanged
			}
			return p.Reject(refusal.Reason, op.Now)
		})
		if stored != nil {
			return stored
		}
	}
	if err != nil {
		return err
	}
	return s.payments.operations.Run(ctx, op, func(tx pgx.Tx, _ delegation.Merchant, key rowseal.RowKey) error {
		return s.payments.store.InsertEnginePayment(ctx, tx, key, id, made, op.Now)
	})
}

func (s *EngineCalls) cancel(ctx context.Context, c provider.Call) error {
	return s.engine.CancelPayment(ctx, money.PaymentID(c.Subject))
}

// refund gives back what a refund says, unless it has ended meanwhile. A refusal for good fails it.
func (s *EngineCalls) refund(ctx context.Context, c provider.Call) error {
	id := money.RefundID(c.Subject)
	payment, ref, err := s.payments.refunds.RefundPayment(ctx, s.payments.pool, id)
	if err != nil {
		return err
	}
	r, err := s.payments.GetRefund(ctx, s.operation("", ref), payment, id)
	if err != nil || r.Status != money.RefundPending {
		return err
	}
	err = s.engine.RefundPayment(ctx, r)
	refusal := provider.Refused(err)
	if refusal == nil {
		return err
	}
	op := s.operation("FailRefund", ref)
	stored := s.payments.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, r, err := s.lockRefund(ctx, tx, key, m, payment, id)
		if err != nil {
			return err
		}
		if r.Status != money.RefundPending {
			return pc.ErrUnchanged
		}
		if err := p.FailRefund(&r, refusal.Reason, op.Now); err != nil {
			return err
		}
		if err := s.storeWithRefund(ctx, tx, m, &p, r); err != nil {
			return err
		}
		return applyWaiting(ctx, tx, s.payments, m, &p, op.Now)
	})
	if stored != nil {
		return stored
	}
	return err
}

// lockRefund locks a payment, and with it its refunds, and returns it and one of them.
func (s *EngineCalls) lockRefund(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m delegation.Merchant, payment money.PaymentID, id money.RefundID,
) (p money.Payment, r money.Refund, err error) {
	if p, err = s.payments.store.LockPayment(ctx, tx, key, m.Ref, payment); err != nil {
		return p, r, err
	}
	r, err = s.payments.refunds.Refund(ctx, tx, p.ID, id)
	return p, r, err
}

// storeWithRefund stores a payment and the steps of one of its refunds.
func (s *EngineCalls) storeWithRefund(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, p *money.Payment, r money.Refund,
) error {
	p.Refunds = []money.Refund{r}
	return storeReported(ctx, tx, s.payments, m, p)
}

// ReportPayment applies a report of the payment engine, once, and returns its outcome. A report that contradicts the
// payment is kept as a difference.
func (s *Payments) ReportPayment(
	ctx context.Context, op delegation.Operation, r money.PaymentReport,
) (result provider.Result, err error) {
	if err := r.Check(); err != nil {
		return result, err
	}
	if err := s.of(ctx, &op, money.ErrPaymentNotFound,
		func() (pc.Ref, error) { return s.store.PaymentMerchant(ctx, s.pool, r.Payment) }); err != nil {
		return result, err
	}
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.store.LockPayment(ctx, tx, key, m.Ref, r.Payment)
		if err != nil {
			return err
		}
		if !p.Livemode {
			return money.ErrNotLive
		}
		applied := false
		result, err = s.applyOnce(ctx, tx, r.Report(m.Ref), op.Now, func() (result provider.Result, err error) {
			result, err = s.reported(ctx, tx, m, &p, r, op.Now)
			applied = result.Outcome == provider.Applied
			return result, err
		})
		if err != nil || !applied {
			return err
		}
		if err := s.price(ctx, tx, m, &p); err != nil {
			return err
		}
		if err := storeReported(ctx, tx, s, m, &p); err != nil {
			return err
		}
		return applyWaiting(ctx, tx, s, m, &p, op.Now)
	})
	return result, err
}

// storeReported stores a payment and the steps that it, its refunds and its chargebacks took.
func storeReported(ctx context.Context, tx pgx.Tx, s *Payments, m delegation.Merchant, p *money.Payment) error {
	if err := s.store.UpdatePayment(ctx, tx, *p); err != nil {
		return err
	}
	return s.follow(ctx, tx, m, p)
}

// applyWaiting applies reports of chargebacks that did not fit the payment before: it was not paid, or a refund or
// another chargeback had the amount. A chargeback that is reversed thereby may leave room for those that came before
// it.
func applyWaiting(
	ctx context.Context, tx pgx.Tx, s *Payments, m delegation.Merchant, p *money.Payment, now time.Time,
) error {
	for applied := p.PaidAt != nil; applied; {
		applied = false
		waiting, err := s.exchanges.WaitingReports(ctx, tx, provider.PaymentEngine, string(p.ID))
		if err != nil {
			return err
		}
		for _, w := range waiting {
			r, err := money.ReadPaymentReport(w.Content)
			if err != nil {
				return err
			}
			result, err := s.reportedChargeback(ctx, tx, p, r, now)
			if err != nil {
				return err
			}
			if result.Difference == w.Difference {
				continue
			}
			if err := s.exchanges.UpdateWaitingReport(ctx, tx, provider.PaymentEngine, w.EventID, result); err != nil {
				return err
			}
			if err := storeReported(ctx, tx, s, m, p); err != nil {
				return err
			}
			applied = applied || result.Outcome == provider.Applied
		}
	}
	return nil
}

// reported applies a report to a locked payment, or to the refund or chargeback of it that the report is about.
func (s *Payments) reported(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, p *money.Payment, r money.PaymentReport, now time.Time,
) (provider.Result, error) {
	switch {
	case r.OfChargeback():
		return s.reportedChargeback(ctx, tx, p, r, now)
	case !r.OfRefund():
		changed := *p
		result, err := changed.Reported(r, now)
		if refused := changed.TakenBy(m) != nil; refused {
			return provider.Result{Outcome: provider.Differs, Difference: "paid_for_merchant_that_is_not_active"}, err
		}
		*p = changed
		return result, err
	}
	refund, err := s.refunds.Refund(ctx, tx, p.ID, r.Refund)
	if err != nil {
		return provider.Result{}, err
	}
	result, err := p.ReportedRefund(&refund, r, now)
	p.Refunds = []money.Refund{refund}
	return result, err
}
