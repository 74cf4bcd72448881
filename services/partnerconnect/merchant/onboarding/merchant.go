package onboarding

import (
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// AsMerchant returns the facts by which operations for the onboarding's merchant are admitted. An onboarding does not
// know its currencies.
func (o *Onboarding) AsMerchant() delegation.Merchant {
	return delegation.Merchant{
		Ref: o.Ref, Owner: o.Owner, Livemode: o.Livemode, Status: o.Merchant, Delegation: o.Delegation, OptIn: o.OptIn,
		IBAN: o.Data.PayoutAccount.IBAN,
	}
}

// DelegationStatus is `none` before the agreement was signed.
func (o *Onboarding) DelegationStatus() delegation.DelegationStatus {
	if o.Delegation == nil {
		return delegation.NoDelegation
	}
	return o.Delegation.Status
}
