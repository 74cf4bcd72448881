package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// Chargebacks are the use cases of chargebacks that are called: reading them, and playing them in the sandbox.
// ReportPayment applies the engine's reports of chargebacks.
type Chargebacks struct {
	payments *Payments
}

// NewChargebacks returns them.
func NewChargebacks(payments *Payments) *Chargebacks { return &Chargebacks{payments} }

// ListChargebacks returns a page of the chargebacks of a payment, newest first; ErrPaymentNotFound when the merchant
// does not have it.
func (s *Chargebacks) ListChargebacks(
	ctx context.Context, op delegation.Operation, id money.PaymentID, q money.ChargebackQuery,
) (list []money.Chargeback, err error) {
	err = s.payments.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.payments.store.Payment(ctx, tx, key, m.Ref, id)
		if err != nil {
			return err
		}
		list, err = s.payments.chargebacks.Chargebacks(ctx, tx, p.ID, q)
		return err
	})
	return list, err
}

// GetChargeback returns a chargeback of a payment of the merchant; ErrPaymentNotFound, ErrChargebackNotFound.
func (s *Chargebacks) GetChargeback(
	ctx context.Context, op delegation.Operation, payment money.PaymentID, id money.ChargebackID,
) (c money.Chargeback, err error) {
	err = s.payments.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.payments.store.Payment(ctx, tx, key, m.Ref, payment)
		if err != nil {
			return err
		}
		c, err = s.payments.chargebacks.Chargeback(ctx, tx, p.ID, id)
		return err
	})
	return c, err
}

// ChargeBackPayment takes some of a payment of test mode back, as the payer's bank would.
func (s *Chargebacks) ChargeBackPayment(
	ctx context.Context, op delegation.Operation, order money.ChargebackOrder,
) (c money.Chargeback, err error) {
	_, _, err = s.payments.change(ctx, op, order.Payment, func(_ pgx.Tx, p *money.Payment) error {
		if err := order.Check(); err != nil {
			return err
		}
		r, err := sandbox.ChargeBack(*p, order, op.Now)
		if err != nil {
			return err
		}
		charged, _, err := r.ApplyChargeback(p, nil, op.Now)
		if err != nil {
			return err
		}
		c, p.Chargebacks = *charged, []money.Chargeback{*charged}
		return nil
	})
	return c, err
}

// ReverseChargeback decides a chargeback of test mode for the merchant. One that is reversed already stays so.
func (s *Chargebacks) ReverseChargeback(
	ctx context.Context, op delegation.Operation, payment money.PaymentID, id money.ChargebackID,
) (c money.Chargeback, err error) {
	if err := s.payments.ofPayment(ctx, &op, payment); err != nil {
		return c, err
	}
	err = s.payments.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) error {
		p, err := s.payments.store.LockPayment(ctx, tx, key, m.Ref, payment)
		if err != nil {
			return err
		}
		if c, err = s.payments.chargebacks.Chargeback(ctx, tx, p.ID, id); err != nil {
			return err
		}
		changed, _, err := sandbox.ReverseChargeback(c, op.Now).ApplyChargeback(&p, &c, op.Now)
		switch {
		case err != nil:
			return err
		case changed == nil: // it is reversed already
			return pc.ErrUnchanged
		}
		p.Chargebacks = []money.Chargeback{*changed}
		if err := s.payments.store.UpdatePayment(ctx, tx, p); err != nil {
			return err
		}
		return s.payments.follow(ctx, tx, m, &p)
	})
	return c, err
}

// reportedChargeback applies a report about a chargeback to a locked payment.
func (s base) reportedChargeback(
	ctx context.Context, tx pgx.Tx, p *money.Payment, r money.PaymentReport, now time.Time,
) (provider.Result, error) {
	var known *money.Chargeback
	switch c, err := s.chargebacks.ChargebackByEngineID(ctx, tx, p.ID, r.ChargebackID); {
	case err == nil:
		known = &c
	case !errors.Is(err, money.ErrChargebackNotFound):
		return provider.Result{}, err
	}
	changed, result, err := r.ApplyChargeback(p, known, now)
	if changed != nil {
		p.Chargebacks = []money.Chargeback{*changed}
	}
	return result, err
}

// followChargeback stores a chargeback, posts the steps that it took and stores their events.
func (s base) followChargeback(
	ctx context.Context, tx pgx.Tx, m delegation.Merchant, p money.Payment, b money.Chargeback,
) error {
	book, err := s.ledger.LockBook(ctx, tx, p.Merchant, p.Currency)
	if err != nil {
		return err
	}
	if err := s.chargebacks.SaveChargeback(ctx, tx, b); err != nil {
		return err
	}
	paid, err := s.ledger.PaymentTransaction(ctx, tx, p.ID) // the book is locked, so no settlement takes it meanwhile
	if err != nil {
		return err
	}
	for _, c := range b.Changes {
		t, account := ledger.OfChargeback(p, b, c, paid)
		e := ledger.ChargedBack(b.Amount, b.Fee, account)
		if c.To == money.ChargebackReversed {
			e = ledger.ReverseChargeback(b.Amount, account)
		}
		entry, err := s.post(ctx, tx, &book, ledger.Posting{Entry: e, Payment: p.ID, Chargeback: b.ID, At: c.At})
		if err != nil {
			return err
		}
		if err := s.ledger.InsertTransaction(ctx, tx, entry, t); err != nil {
			return err
		}
		happened, err := money.NewChargebackEvent(m, p, b, c)
		if err != nil {
			return err
		}
		if err := kernelpg.InsertEvent(ctx, tx, happened); err != nil {
			return err
		}
	}
	return nil
}
