package delegation

import (
	"time"
)

// An OptInStatus is whether the partner may request payouts for the merchant.
type OptInStatus string

// The statuses. The opt-in is off until the merchant grants it, and never part of the agreement.
const (
	OptInNotRequested OptInStatus = "not_requested"
	OptInPending      OptInStatus = "pending"
	OptInGranted      OptInStatus = "granted"
	OptInRevoked      OptInStatus = "revoked"
)

// A PayoutsOptIn is the merchant's separate consent to payouts by its partner.
type PayoutsOptIn struct {
	Status      OptInStatus
	RequestedAt *time.Time
	GrantedAt   *time.Time
	RevokedAt   *time.Time
}

// requireOptIn is the rule that payouts by a partner need the merchant's opt-in, besides its delegation.
func (m Merchant) requireOptIn() error {
	if m.OptIn.Status == OptInGranted {
		return nil
	}
	return ErrPayoutsOptInRequired.WithExtension("payouts_opt_in_status", m.OptIn.Status).
		WithExtension("next_action", "POST /merchants/{ref}/payouts-opt-in-requests")
}
