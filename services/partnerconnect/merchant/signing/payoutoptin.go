package signing

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// RequestOptIn notes that the partner asks for payouts. ErrUnchanged when they are granted, or asked for, already.
func RequestOptIn(o *onboarding.Onboarding, now time.Time) error {
	if o.OptIn.Status == delegation.OptInGranted || o.OptIn.Status == delegation.OptInPending {
		return pc.ErrUnchanged
	}
	o.OptIn = delegation.PayoutsOptIn{Status: delegation.OptInPending, RequestedAt: &now}
	return nil
}

// GrantOptIn is the merchant's consent to payouts, asked for or not; invalid_state without an active delegation.
func GrantOptIn(o *onboarding.Onboarding, now time.Time) error {
	if o.OptIn.Status == delegation.OptInGranted {
		return pc.ErrUnchanged
	}
	if o.DelegationStatus() != delegation.ActiveDelegation {
		return fault.New(fault.InvalidState, "payouts can be allowed once the channel agreement is signed")
	}
	o.OptIn.Status, o.OptIn.GrantedAt, o.OptIn.RevokedAt = delegation.OptInGranted, &now, nil
	return nil
}

// RevokeOptIn takes the consent back, or refuses it. ErrUnchanged when it is neither granted nor asked for.
func RevokeOptIn(o *onboarding.Onboarding, now time.Time) error {
	if o.OptIn.Status != delegation.OptInGranted && o.OptIn.Status != delegation.OptInPending {
		return pc.ErrUnchanged
	}
	o.OptIn.Status, o.OptIn.RevokedAt = delegation.OptInRevoked, &now
	return nil
}
