package onboarding

import (
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
)

// DelegationStatus is `none` before the agreement was signed.
func (o *Onboarding) DelegationStatus() delegation.DelegationStatus {
	if o.Delegation == nil {
		return delegation.NoDelegation
	}
	return o.Delegation.Status
}
