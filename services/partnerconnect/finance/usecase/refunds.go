package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// CreateRefund refunds some of a payment, or returns the refund that the same order created before; created
// distinguishes them. The payment is locked, so that concurrent calls never refund more than was paid. malformed is
// what is wrong with the form of the request, as for RegisterPayment.
func (s *Payments) CreateRefund(
	ctx context.Context, op delegation.Operation, order money.RefundOrder, malformed error,
) (r money.Refund, created bool, err error) {
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.store.LockPayment(ctx, tx, key, m.Ref, order.Payment)
		if err != nil {
			return err
		}
		if mayRepeat(order.ExternalRef, malformed) {
			if r, err = s.repeatedRefund(ctx, tx, m, order, malformed); !errors.Is(err, money.ErrRefundNotFound) {
				return err
			}
		}
		if err := fault.First(malformed, order.Check()); err != nil {
			return err
		}
		if err := s.connected.Require(p.Livemode, provider.PaymentEngine); err != nil {
			return err
		}
		started, err := p.StartRefund(order, op.By(m), op.Now)
		if err != nil {
			return err
		}
		if !p.Livemode {
			if _, err := p.ReportedRefund(started, sandbox.Refund(*started, op.Now), op.Now); err != nil {
				return err
			}
		}
		p.Refunds = []money.Refund{*started}
		if err := s.store.UpdatePayment(ctx, tx, p); err != nil {
			return err
		}
		r, created = *started, true
		return s.follow(ctx, tx, m, &p)
	})
	return r, created, err
}

// repeatedRefund returns the refund that an order created before; ErrRefundNotFound when its external reference is new.
func (s base) repeatedRefund(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, order money.RefundOrder, malformed error,
) (money.Refund, error) {
	r, err := s.refunds.RefundByExternalRef(ctx, tx, m.Ref, order.ExternalRef)
	if err != nil {
		return r, err
	}
	return r, checkRepeat(r.Fingerprint, order.Fingerprint(), malformed)
}

// ListRefunds returns a page of the refunds of a payment, newest first; ErrPaymentNotFound when the merchant does not
// have it.
func (s *Payments) ListRefunds(
	ctx context.Context, op delegation.Operation, id money.PaymentID, q money.RefundQuery,
) (list []money.Refund, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.store.Payment(ctx, tx, key, m.Ref, id)
		if err != nil {
			return err
		}
		list, err = s.refunds.Refunds(ctx, tx, p.ID, q)
		return err
	})
	return list, err
}

// GetRefund returns a refund of a payment of the merchant; ErrPaymentNotFound, ErrRefundNotFound.
func (s *Payments) GetRefund(
	ctx context.Context, op delegation.Operation, payment money.PaymentID, id money.RefundID,
) (r money.Refund, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.store.Payment(ctx, tx, key, m.Ref, payment)
		if err != nil {
			return err
		}
		r, err = s.refunds.Refund(ctx, tx, p.ID, id)
		return err
	})
	return r, err
}

// storeRefund stores a refund that began, and what the payment engine is to do for it, or what became of one since.
func (s base) storeRefund(ctx context.Context, tx pgx.Tx, r money.Refund) error {
	if !r.Begins() {
		return s.refunds.UpdateRefund(ctx, tx, r)
	}
	inserted, err := s.refunds.InsertRefund(ctx, tx, r)
	if err != nil {
		return err
	}
	if !inserted { // by one of another payment: those of this one wait for its lock
		return money.ErrExternalRefConflict
	}
	if !r.Livemode || r.Status != money.RefundPending {
		return nil
	}
	return s.exchanges.InsertCall(ctx, tx, provider.RefundPayment, string(r.ID), telemetry.Traceparent(ctx), r.CreatedAt)
}

// followRefund stores a refund, posts the steps that it took and stores their events.
func (s base) followRefund(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, p money.Payment, r money.Refund,
) error {
	book, err := s.ledger.LockBook(ctx, tx, p.Merchant, p.Currency)
	if err != nil {
		return err
	}
	if err := s.storeRefund(ctx, tx, r); err != nil {
		return err
	}
	paid, err := s.ledger.PaymentTransaction(ctx, tx, p.ID) // the book is locked, so no settlement takes it meanwhile
	if err != nil {
		return err
	}
	for _, c := range r.Changes {
		if err := s.postRefund(ctx, tx, &book, refunding{p, r, paid}, c); err != nil {
			return err
		}
		e, err := money.NewRefundEvent(m, r, c)
		if err != nil {
			return err
		}
		if err := kernelpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	return nil
}

// refunding is a refund, its payment, and the transaction by which that was paid.
type refunding struct {
	payment money.Payment
	refund  money.Refund
	paid    ledger.Transaction
}

// postRefund posts what a step of a refund means in money.
func (s base) postRefund(ctx context.Context, tx pgx.Tx, book *ledger.Book, x refunding, c money.RefundChange) error {
	var t ledger.Transaction
	var e ledger.Entry
	var account ledger.Account
	switch c.To {
	case money.RefundPending:
		t, account = ledger.OfRefund(x.payment, x.refund, x.paid, c.At)
		e = ledger.Refunded(x.refund.Amount, account)
	case money.RefundFailed:
		t, account = ledger.OfFailedRefund(x.payment, x.refund, x.paid, c.At)
		e = ledger.RefundReturned(x.refund.Amount, account)
	default:
		return nil
	}
	entry, err := s.post(ctx, tx, book, ledger.Posting{Entry: e, Payment: x.payment.ID, Refund: x.refund.ID, At: c.At})
	if err != nil {
		return err
	}
	return s.ledger.InsertTransaction(ctx, tx, entry, t)
}
