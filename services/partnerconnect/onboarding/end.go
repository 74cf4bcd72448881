package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Cancel ends an onboarding that is not signed yet, and its links and invitations with it. ErrUnchanged when it is cancelled
// already, invalid_state when it is too late.
func (o *Onboarding) Cancel(now time.Time) error {
	if o.Status == Cancelled {
		return pc.ErrUnchanged
	}
	return o.end(Cancelled, RevokedInvitation, now)
}

// Expire ends an onboarding whose time without activity is over. ErrUnchanged when it is not.
func (o *Onboarding) Expire(now time.Time) error {
	if !o.Status.CanBecome(Expired) || o.ExpiresAt == nil || now.Before(*o.ExpiresAt) {
		return pc.ErrUnchanged
	}
	return o.end(Expired, ExpiredInvitation, now)
}

func (o *Onboarding) end(as Status, invitations InvitationStatus, now time.Time) error {
	if !o.Status.CanBecome(as) {
		return fault.New(fault.InvalidState, "in this status the onboarding cannot become "+string(as)).
			WithExtension("onboarding_status", o.Status)
	}
	o.Status = as
	o.LinkEpoch++
	o.EndInvitations(invitations, now, func(Invitation) bool { return true })
	return nil
}

// A Retention says how long personal data is kept from the end on, by kind; 0: for ever.
type Retention struct {
	Unsigned time.Duration // cancelled or expired before it was signed
	Rejected time.Duration // refused after it was signed
	Closed   time.Duration // of a merchant that closed its account
}

// year is one of the law, a leap day in it.
const year = 366 * 24 * time.Hour

// DefaultRetention fits the Polish act on money laundering, which has obliged institutions keep what they know of a client for five years
// from the end of the relationship (art. 49). A draft became none.
var DefaultRetention = Retention{Unsigned: 90 * 24 * time.Hour, Rejected: 5 * year, Closed: 5 * year}
