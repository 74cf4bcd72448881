package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	delegationusecase "github.com/partnerline/partnerline/services/partnerconnect/delegation/usecase"
	eventpg "github.com/partnerline/partnerline/services/partnerconnect/event/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
)

// Payments are the use cases of payments.
type Payments struct {
	base
	tariff money.Tariff
}

// NewPayments returns them; new payments cost what the tariff says.
func NewPayments(pool *pgxpool.Pool, operations *delegationusecase.Operations, store *postgres.Store, tariff money.Tariff) *Payments {
	return &Payments{base{pool: pool, operations: operations, store: store}, tariff}
}

// GetPayment returns a payment of the merchant, and the merchant.
func (s *Payments) GetPayment(ctx context.Context, op delegation.Operation, id money.PaymentID) (m delegation.Merchant, p money.Payment, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, of delegation.Merchant, key rowseal.RowKey) (err error) {
		m = of
		p, err = s.store.Payment(ctx, tx, key, m.Ref, id)
		return err
	})
	return m, p, err
}

// CancelPayment withdraws a payment that is not paid. One that is cancelled already stays so.
func (s *Payments) CancelPayment(ctx context.Context, op delegation.Operation, id money.PaymentID) (delegation.Merchant, money.Payment, error) {
	return s.change(ctx, op, id, func(p *money.Payment) error { return p.Cancel(op.Now) })
}

// RefundPayment gives some of a payment back, or all that is left of it for an amount of 0.
func (s *Payments) RefundPayment(ctx context.Context, op delegation.Operation, id money.PaymentID, amount int64) (delegation.Merchant, money.Payment, error) {
	return s.change(ctx, op, id, func(p *money.Payment) error {
		if amount == 0 {
			return p.Refund(p.Amount-p.Refunded, op.Now)
		}
		return p.Refund(amount, op.Now)
	})
}

// AdvancePayment takes a payment of test mode to a status, as customers and rails would. What is wrong with the form of the request is
// reported once the payment has been found.
func (s *Payments) AdvancePayment(ctx context.Context, op delegation.Operation, id money.PaymentID, to money.PaymentStatus, malformed error) (delegation.Merchant, money.Payment, error) {
	return s.change(ctx, op, id, func(p *money.Payment) error {
		if malformed != nil {
			return malformed
		}
		return p.Advance(to, op.Now)
	})
}

// change applies f to a locked payment. An operation that names no merchant concerns the payment's own.
func (s *Payments) change(ctx context.Context, op delegation.Operation, id money.PaymentID, f func(p *money.Payment) error) (m delegation.Merchant, p money.Payment, err error) {
	if err := s.of(ctx, &op, money.ErrPaymentNotFound, func() (pc.Ref, error) { return s.store.PaymentMerchant(ctx, s.pool, id) }); err != nil {
		return m, p, err
	}
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, of delegation.Merchant, key rowseal.RowKey) (err error) {
		m = of
		if p, err = s.store.LockPayment(ctx, tx, key, m.Ref, id); err != nil {
			return err
		}
		changed := p
		if err := f(&changed); err != nil {
			return err
		}
		if err := changed.TakenBy(m); err != nil {
			return err
		}
		p = changed
		if err := s.store.UpdatePayment(ctx, tx, p); err != nil {
			return err
		}
		return s.follow(ctx, tx, m, &p)
	})
	return m, p, err
}

// follow posts the steps that a payment took and stores their events.
func (s *Payments) follow(ctx context.Context, tx pgx.Tx, m delegation.Merchant, p *money.Payment) error {
	for _, c := range p.Changes {
		if err := s.postStep(ctx, tx, *p, c); err != nil {
			return err
		}
		e, err := money.NewPaymentEvent(m, *p, c)
		if err != nil {
			return err
		}
		if err := eventpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	p.Changes = nil
	return nil
}

// postStep posts what a step of a payment means in money.
func (s *Payments) postStep(ctx context.Context, tx pgx.Tx, p money.Payment, c money.PaymentChange) error {
	if c.To != money.PaymentPaid && c.Refund == 0 {
		return nil
	}
	book, err := s.ledger.LockBook(ctx, tx, p.Merchant, p.Currency)
	if err != nil {
		return err
	}
	t, e := ledger.OfPayment(p, c.At), ledger.Paid(p.Amount, p.Fee())
	if c.Refund > 0 {
		paid, err := s.ledger.PaymentTransaction(ctx, tx, p.ID) // the book is locked, so no settlement takes it meanwhile
		if err != nil {
			return err
		}
		var from ledger.Account
		t, from = ledger.OfRefund(p, c.Refund, paid, c.At)
		e = ledger.Refunded(c.Refund, from)
	}
	entry, err := s.post(ctx, tx, &book, ledger.Posting{Entry: e, Payment: p.ID, At: c.At})
	if err != nil {
		return err
	}
	return s.ledger.InsertTransaction(ctx, tx, entry, t)
}
