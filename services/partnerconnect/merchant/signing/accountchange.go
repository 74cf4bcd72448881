package signing

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// CheckAccountChange returns why the merchant's account cannot be replaced by a, whose IBAN it brings into its normal
// form. It does not check whose account it is: a transfer shows that later.
func CheckAccountChange(o *onboarding.Onboarding, a *onboarding.PayoutAccount) error {
	switch {
	case o.Merchant != delegation.ActiveMerchant:
		return delegation.ErrMerchantNotActive.WithExtension("merchant_status", o.Merchant)
	case o.AccountChange != nil:
		return fault.New(fault.InvalidState, "another change of the account is open; stop it first")
	}
	v := a.Check()
	if len(v) == 0 && a.IBAN == o.Data.PayoutAccount.IBAN {
		v.Add("/payout_account/iban", "unchanged", "must be another account than the one in effect")
	}
	if len(v) > 0 {
		return fault.Fields(v...)
	}
	return nil
}

// RequestAccountChange asks for an account to be paid to from then on. now is that of the database, evidence who asks
// from where. The merchant is notified by all of its contacts.
func RequestAccountChange(
	o *onboarding.Onboarding, id string, a onboarding.PayoutAccount, evidence onboarding.Evidence, now time.Time,
) error {
	if err := CheckAccountChange(o, &a); err != nil {
		return err
	}
	o.AccountChange = &onboarding.AccountChange{
		ID: id, Account: a, Requested: evidence, EffectiveAt: now.Add(onboarding.AccountChangeCoolingOff),
		Transfer: onboarding.Transfer{Title: TransferTitle(o), AskedAt: now},
	}
	o.Outgoing = slices.Concat(o.Outgoing, onboarding.AccountChangeMessages(o))
	return nil
}

// StopAccountChange ends a change that is not in effect yet. ErrUnchanged when there is none with this id.
func StopAccountChange(o *onboarding.Onboarding, id string) error {
	if o.AccountChange == nil || o.AccountChange.ID != id {
		return pc.ErrUnchanged
	}
	o.AccountChange = nil
	return nil
}

// EndAccountChange puts the change into effect once it is due and verified; one that no transfer verified lapses. now
// is that of the database. ErrUnchanged before.
func EndAccountChange(o *onboarding.Onboarding, now time.Time) error {
	c := o.AccountChange
	if c == nil || o.Merchant != delegation.ActiveMerchant || now.Before(c.DueAt()) {
		return pc.ErrUnchanged
	}
	if c.Verified() {
		o.Data.PayoutAccount = c.Account
		o.Corrected = []string{"/payout_account/iban", "/payout_account/holder_name"}
	}
	o.AccountChange = nil
	return nil
}

// receiveFromNewAccount records the transfer that verifies an open change.
func receiveFromNewAccount(o *onboarding.Onboarding, outcome string, now time.Time) error {
	if o.AccountChange == nil || o.AccountChange.Verified() {
		return pc.ErrUnchanged
	}
	c := *o.AccountChange
	if c.Transfer.Outcome = outcome; outcome == TransferMatched {
		c.Transfer.ReceivedAt = &now
	}
	o.AccountChange = &c
	return nil
}
