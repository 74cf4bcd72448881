package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// Cancel ends an onboarding that is not signed yet, and its links and invitations with it. ErrUnchanged when it is
// cancelled already, invalid_state when it is too late.
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
		return fault.New(fault.InvalidState, "an onboarding in this status cannot become "+string(as)).
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

// year is a year of the law, with a leap day in it.
const year = 366 * 24 * time.Hour

// DefaultRetention fits the Polish act on money laundering, by which obliged institutions keep what they know of a
// client for five years from the end of the relationship (art. 49). A draft never became a client.
var DefaultRetention = Retention{Unsigned: 90 * 24 * time.Hour, Rejected: 5 * year, Closed: 5 * year}

// CheckErasure returns why the personal data of o cannot be erased at a person's demand; nil when it can. Without a
// signed agreement it is kept only by choice, and can be erased at any time. After a refusal or the end of an account
// the law requires that it is kept, and it cannot be erased before that time is over.
func (r Retention) CheckErasure(o Onboarding, now time.Time) error {
	keep, setting := r.Rejected, "RETENTION_REJECTED"
	switch {
	case o.Erased:
		return fault.New(fault.InvalidState, "the personal data was erased already")
	case o.Status.Unsigned(), o.Status == Cancelled, o.Status == Expired:
		return nil
	case o.Merchant == delegation.ClosedMerchant:
		keep, setting = r.Closed, "RETENTION_CLOSED"
	case o.Status != Rejected:
		return fault.New(fault.InvalidState,
			"the merchant signed an agreement that is in force: reject the onboarding in review, or have the merchant close "+
				"its account first").
			WithExtension("onboarding_status", o.Status).WithExtension("merchant_status", o.Merchant)
	}
	if keep == 0 {
		return fault.New(fault.InvalidState, "the personal data is kept without limit, as "+setting+" is 0")
	}
	if until := o.EndedAt.Add(keep); now.Before(until) {
		return fault.New(fault.InvalidState, "the personal data must be kept until "+until.UTC().Format(time.DateOnly)+" ("+
			setting+")").
			WithExtension("retained_until", until.UTC().Format(time.RFC3339))
	}
	return nil
}

// Erase prepares o for the erasure of its personal data: one that is not signed ends first. The error is that of
// CheckErasure.
func (r Retention) Erase(o *Onboarding, now time.Time) error {
	if err := r.CheckErasure(*o, now); err != nil {
		return err
	}
	if o.Status.Unsigned() {
		return o.Cancel(now)
	}
	return nil
}
