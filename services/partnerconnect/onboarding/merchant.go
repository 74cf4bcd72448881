package onboarding

import (
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
)

// AsMerchant is what acting on behalf of the onboarding's merchant is judged by. An onboarding does not know its currencies.
func (o *Onboarding) AsMerchant() delegation.Merchant {
	return delegation.Merchant{
		Ref: o.Ref, Owner: o.Owner, Livemode: o.Livemode, Status: o.Merchant, Delegation: o.Delegation, OptIn: o.OptIn,
		IBAN: o.Data.PayoutAccount.IBAN,
	}
}
