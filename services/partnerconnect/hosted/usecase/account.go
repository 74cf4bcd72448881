package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// Account is what a merchant does with its own money, whatever it allows its partner.
type Account struct {
	flow     *Flow
	accounts *financeusecase.Accounts
	payouts  *financeusecase.Payouts
}

// NewAccount returns the use cases of the merchant's own account.
func NewAccount(flow *Flow, accounts *financeusecase.Accounts, payouts *financeusecase.Payouts) *Account {
	return &Account{flow, accounts, payouts}
}

// payoutsShown is how many payouts the portal shows.
const payoutsShown = 10

// ShowMoney returns what the merchant has in each currency, and its last payouts, newest first.
func (a *Account) ShowMoney(
	ctx context.Context, v *hostedflow.Visit,
) (map[string]ledger.Balance, []money.Payout, error) {
	op := ownOperation(v, "ShowMoney", delegation.Needs{})
	balances, err := a.accounts.GetBalance(ctx, op)
	if err != nil {
		return nil, nil, err
	}
	payouts, err := a.payouts.ListPayouts(ctx, op, money.PayoutQuery{Limit: payoutsShown})
	return balances, payouts, err
}

// RequestPayout pays an amount out to the merchant's account. The same token requests one payout, however often it is
// sent.
func (a *Account) RequestPayout(
	ctx context.Context, v *hostedflow.Visit, token hostedflow.PayoutToken, amount int64, currency string,
) error {
	externalRef, err := token.ExternalRef()
	if err != nil {
		return err
	}
	order := money.PayoutOrder{Amount: amount, AmountSent: true, Rest: true, Currency: currency, ExternalRef: externalRef}
	_, _, err = a.payouts.RequestPayout(ctx, ownOperation(v, "RequestPayout", delegation.Needs{NotHeld: true}), order, nil)
	return err
}

// GrantPayouts allows the partner to request payouts.
func (a *Account) GrantPayouts(ctx context.Context, v *hostedflow.Visit) error {
	return a.flow.change(ctx, v, "Portal", func(o *onboarding.Onboarding) error { return signing.GrantOptIn(o, v.Now) })
}

// RevokePayouts takes that right away.
func (a *Account) RevokePayouts(ctx context.Context, v *hostedflow.Visit) error {
	return a.flow.withdraw(ctx, v, "Portal", func(o *onboarding.Onboarding) error { return signing.RevokeOptIn(o, v.Now) })
}

// ownOperation is one of the merchant itself.
func ownOperation(v *hostedflow.Visit, name string, needs delegation.Needs) delegation.Operation {
	return delegation.Operation{
		View: access.SystemView, Merchant: v.Session.Merchant, Own: true, Needs: needs, Now: v.Now, Audit: v.AuditEntry(name),
	}
}
