package usecase

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financepg "github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// Unsettled returns what keeps the merchant's account open.
func (a *Account) Unsettled(ctx context.Context, v *hostedflow.Visit) (money.Unsettled, error) {
	return financepg.Unsettled(ctx, a.flow.parts.Sessions.pool, v.Session.Merchant, v.Now)
}

// SendClosingCodes sends the codes by which the merchant closes its account, once nothing keeps it open.
func (a *Account) SendClosingCodes(ctx context.Context, v *hostedflow.Visit) error {
	if err := a.checkClosable(ctx, v); err != nil {
		return err
	}
	return a.flow.parts.Sessions.SendCodes(ctx, v, hostedflow.CodeForClosingByEmail, hostedflow.CodeForClosingByPhone)
}

// Close closes the merchant's account for good. It takes a code by each contact. Payments, payouts and refunds that
// begin at the same time wait for it, or it for them.
func (a *Account) Close(ctx context.Context, v *hostedflow.Visit, c Codes) error {
	if err := a.checkClosable(ctx, v); err != nil {
		return err
	}
	if err := a.flow.parts.Sessions.VerifyCodes(ctx, v, c, hostedflow.CodeForClosingByEmail,
		hostedflow.CodeForClosingByPhone); err != nil {
		return err
	}
	o, err := a.flow.parts.Withdrawals.ChangeIn(ctx, access.SystemView, v.Session.Merchant, v.Now,
		v.AuditEntry("CloseAccount"), func(tx pgx.Tx, o *onboarding.Onboarding) error {
			u, err := financepg.Unsettled(ctx, tx, o.Ref, v.Now)
			if err != nil {
				return err
			}
			if err := u.Check(); err != nil {
				return err
			}
			return signing.Close(o, v.Now)
		})
	if err == nil {
		v.Onboarding = o
	}
	return err
}

func (a *Account) checkClosable(ctx context.Context, v *hostedflow.Visit) error {
	u, err := a.Unsettled(ctx, v)
	if err != nil {
		return err
	}
	if err := u.Check(); err != nil {
		return err
	}
	return signing.CheckClosable(&v.Onboarding)
}
