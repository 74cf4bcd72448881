package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/rowseal"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// RequestPayoutsOptIn asks the merchant for its consent to payouts by the partner, which only the merchant grants, on
// its own page. requested is false when there was nothing to ask for.
func (s *Payouts) RequestPayoutsOptIn(
	ctx context.Context, op delegation.Operation,
) (o onboarding.Onboarding, requested bool, err error) {
	o, err = s.onboardings.Change(ctx, op.View, op.Merchant, op.Now, op.Audit, func(o *onboarding.Onboarding) error {
		requested = false
		if err := op.Admit(o.AsMerchant()); err != nil {
			return err
		}
		if err := signing.RequestOptIn(o, op.Now); err != nil {
			return err
		}
		requested = true
		return nil
	})
	if errors.Is(err, pc.ErrOnboardingNotFound) {
		err = pc.ErrMerchantNotFound
	}
	return o, requested, err
}

// RequestPayout requests a payout and reserves its amount, or returns the one that the same order requested before;
// created distinguishes them. The balance is read under the lock of its book, so that concurrent calls never overdraw
// it. malformed is what is wrong with the form of the request, as for RegisterPayment.
func (s *Payouts) RequestPayout(
	ctx context.Context, op delegation.Operation, order money.PayoutOrder, malformed error,
) (p money.Payout, created bool, err error) {
	err = s.operations.Run(ctx, op, func(tx pgx.Tx, m delegation.Merchant, key rowseal.RowKey) (err error) {
		if mayRepeat(order.ExternalRef, malformed) {
			if p, err = s.repeated(ctx, tx, key, m, order, malformed); !errors.Is(err, money.ErrPayoutNotFound) {
				return err
			}
		}
		balances, err := s.ledger.Balances(ctx, tx, m.Ref)
		if err != nil {
			return err
		}
		_, moved := balances[order.Currency]
		if m.IBAN == "" {
			return money.ErrNoPayoutAccount
		}
		if err := fault.First(malformed, order.Check(m, moved)); err != nil {
			return err
		}
		if err := s.connected.Require(m.Livemode, provider.BankRail); err != nil {
			return err
		}
		book, err := s.ledger.LockBook(ctx, tx, m.Ref, order.Currency)
		if err != nil {
			return err
		}
		// One with the same reference may have come first while this one waited for the book.
		if p, err = s.repeated(ctx, tx, key, m, order, malformed); !errors.Is(err, money.ErrPayoutNotFound) {
			return err
		}
		amount, err := order.Payable(book.Balance.Available)
		if err != nil {
			return err
		}
		p = money.NewPayout(m, order, amount, op.By(m), op.Now)
		if created, err = s.store.InsertPayout(ctx, tx, key, p); err != nil {
			return err
		}
		if !created { // one in another currency, whose book is another
			p, err = s.repeated(ctx, tx, key, m, order, malformed)
			return err
		}
		if err := s.callRail(ctx, tx, p); err != nil {
			return err
		}
		return s.follow(ctx, tx, m, &book, &p)
	})
	return p, created, err
}

// callRail stores the call of the rail for a payout that is requested.
func (s *Payouts) callRail(ctx context.Context, tx pgx.Tx, p money.Payout) error {
	if !p.Livemode || !s.connected.Called(provider.BankRail) {
		return nil
	}
	return s.exchanges.InsertCall(ctx, tx, provider.SubmitPayout, string(p.ID), telemetry.Traceparent(ctx), p.CreatedAt)
}

// repeated returns the payout that an order requested before; ErrPayoutNotFound when its external reference is new.
func (s *Payouts) repeated(
	ctx context.Context, tx pgx.Tx, key rowseal.RowKey, m delegation.Merchant, order money.PayoutOrder, malformed error,
) (money.Payout, error) {
	p, err := s.store.PayoutByExternalRef(ctx, tx, key, m.Ref, order.ExternalRef)
	if err != nil {
		return p, err
	}
	return p, checkRepeat(p.Fingerprint, order.Fingerprint(), malformed)
}
