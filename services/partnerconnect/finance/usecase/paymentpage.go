package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// PaymentPage returns what the page of a payment shows.
func (s *Payments) PaymentPage(
	ctx context.Context, op delegation.Operation, id money.PaymentID,
) (page money.PaymentPage, err error) {
	err = s.operations.Read(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		if page.Payment, err = s.store.Payment(ctx, tx, key, m.Ref, id); err != nil {
			return err
		}
		page.Channel = m.Owner.Channel.ID
		page.Country = m.IBAN[:min(2, len(m.IBAN))]
		page.Active = m.Status == delegation.ActiveMerchant
		if page.Seller, err = s.store.TradeName(ctx, tx, key, m.Ref); err != nil || !page.Payment.Livemode {
			return err
		}
		page.Connected = s.connected.Require(true, provider.PaymentEngine) == nil
		page.Engine, err = s.store.EnginePayment(ctx, tx, key, id)
		return err
	})
	return page, err
}

// PayPayment is the customer's payment on the page of the sandbox. When it is too late, nothing changes, and the page
// shows why.
func (s *Payments) PayPayment(
	ctx context.Context, op delegation.Operation, id money.PaymentID, method money.PaymentMethod,
) error {
	return s.decide(ctx, op, id,
		func(p money.Payment) (money.PaymentReport, error) { return sandbox.Pay(p, method, op.Now) })
}

// RejectPayment is the customer's refusal on the page of the sandbox. When it is too late, nothing changes, and the
// page shows why.
func (s *Payments) RejectPayment(ctx context.Context, op delegation.Operation, id money.PaymentID) error {
	return s.decide(ctx, op, id, func(p money.Payment) (money.PaymentReport, error) { return sandbox.Decline(p, op.Now) })
}

// decide applies what the sandbox reports of the customer's choice to a payment that can still be paid. Any other is
// read and not locked: a form for it costs no more than its page, however often it is sent.
func (s *Payments) decide(
	ctx context.Context, op delegation.Operation, id money.PaymentID,
	report func(p money.Payment) (money.PaymentReport, error),
) error {
	page, err := s.PaymentPage(ctx, op, id)
	if err != nil || !page.Active || !page.Payment.PayableOnPage(op.Now) {
		return err
	}
	_, _, err = s.change(ctx, op, id, func(_ pgx.Tx, p *money.Payment) error {
		r, err := report(*p)
		if err != nil {
			return err
		}
		_, err = p.Reported(r, op.Now)
		return err
	})
	if errors.Is(err, delegation.ErrMerchantNotActive) {
		return nil // suspended since
	}
	return err
}
