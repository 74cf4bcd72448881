package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// RegisterPayment registers a payment, or returns the one that the same order registered before; created distinguishes them. Of any number
// of equal calls at once, one creates. malformed is what is wrong with the form of the request, if anything: a payment with the external
// reference is looked for first, because a request that differs from the one that made it is a conflict whatever else is wrong with it.
func (s *Payments) RegisterPayment(ctx context.Context, op delegation.Operation, order money.PaymentOrder, malformed error) (m delegation.Merchant, p money.Payment, created bool, err error) {
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, of delegation.Merchant, key rowseal.RowKey) (err error) {
		m = of
		if money.MayRepeat(order.ExternalRef, malformed) {
			if p, err = s.repeated(ctx, tx, key, m, order, malformed); !errors.Is(err, money.ErrPaymentNotFound) {
				return err
			}
		}
		if err := order.Check(m, op.Now, malformed); err != nil {
			return err
		}
		if err := s.connected.Require(m.Livemode, provider.PaymentEngine); err != nil {
			return err
		}
		tariff, err := s.tariffs.TariffAt(ctx, tx, m.Owner.Channel.ID, order.Currency, op.Now, s.tariff)
		if err != nil {
			return err
		}
		p = money.NewPayment(m, order, op.By(m), tariff, op.Now)
		if created, err = s.store.InsertPayment(ctx, tx, key, p); err != nil {
			return err
		}
		if !created { // a statement of its own sees what committed while the insert waited
			p, err = s.repeated(ctx, tx, key, m, order, malformed)
			return err
		}
		return s.follow(ctx, tx, m, &p)
	})
	return m, p, created, err
}

// repeated returns the payment that an order registered before; ErrPaymentNotFound when its external reference is new.
func (s *Payments) repeated(ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m delegation.Merchant, order money.PaymentOrder, malformed error) (money.Payment, error) {
	p, err := s.store.PaymentByExternalRef(ctx, tx, key, m.Ref, order.ExternalRef)
	if err != nil {
		return p, err
	}
	return p, money.CheckRepeat(p.Fingerprint, order.Fingerprint(), malformed)
}
