package usecase

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// SendAccountCodes sends the codes by which the merchant asks to be paid to another account, once nothing is wrong with
// it.
func (a *Account) SendAccountCodes(ctx context.Context, v *hostedflow.Visit, to onboarding.PayoutAccount) error {
	if err := a.checkAccount(v, to); err != nil {
		return err
	}
	return a.flow.parts.Sessions.SendCodes(ctx, v, hostedflow.CodeForAccountByEmail, hostedflow.CodeForAccountByPhone)
}

// RequestAccountChange asks for an account to be paid to once the cooling-off is over. It takes a code by each contact.
func (a *Account) RequestAccountChange(
	ctx context.Context, v *hostedflow.Visit, to onboarding.PayoutAccount, c Codes,
) error {
	if err := a.checkAccount(v, to); err != nil {
		return err
	}
	if err := a.flow.parts.Sessions.VerifyCodes(ctx, v, c, hostedflow.CodeForAccountByEmail,
		hostedflow.CodeForAccountByPhone); err != nil {
		return err
	}
	now, err := a.flow.parts.Sessions.store.Now(ctx)
	if err != nil {
		return err
	}
	id := rand.Text()
	return a.flow.change(ctx, v, "RequestAccountChange", func(o *onboarding.Onboarding) error {
		return signing.RequestAccountChange(o, id, to, v.Evidence(""), now.UTC().Truncate(time.Millisecond))
	})
}

// checkAccount returns what is wrong with an account to be paid to: it must be in the name of the merchant, as the
// account of the verification transfer. After a change of the contact the merchant waits as long as a change of the
// account can be stopped: the codes and the notice would go only to the new contact.
func (a *Account) checkAccount(v *hostedflow.Visit, to onboarding.PayoutAccount) error {
	o := &v.Onboarding
	if moved := o.Flow.ContactChanged; moved != nil && v.Now.Before(moved.Add(onboarding.AccountChangeCoolingOff)) {
		return hostedflow.ContactNew
	}
	if err := signing.CheckAccountChange(o, &to); err != nil {
		return err
	}
	if !bank.HeldBy(to.HolderName, o.Data) {
		return fault.Field("/payout_account/holder_name", "name_mismatch", "must be the name of the merchant")
	}
	return a.flow.RequireTransfer(o)
}

// StopAccountChange stops the open change of the merchant's payout account.
func (a *Account) StopAccountChange(ctx context.Context, v *hostedflow.Visit) error {
	return a.flow.withdraw(ctx, v, "StopAccountChange", func(o *onboarding.Onboarding) error {
		if o.AccountChange == nil {
			return pc.ErrUnchanged
		}
		return signing.StopAccountChange(o, o.AccountChange.ID)
	})
}

// StopByLink stops the change that a link names; anyone with the link may. False when there is nothing to stop any
// more. v says from where.
func (a *Account) StopByLink(ctx context.Context, v *hostedflow.Visit, link signedlink.Link) (stopped bool, err error) {
	_, err = a.flow.parts.Withdrawals.Change(ctx, access.SystemView, link.Ref, v.Now, v.AuditEntry("StopAccountChange"),
		func(o *onboarding.Onboarding) error {
			err := signing.StopAccountChange(o, link.ID)
			stopped = err == nil
			return err
		})
	if errors.Is(err, pc.ErrOnboardingNotFound) {
		return false, nil
	}
	return stopped, err
}
