package partnerconnect

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// ErrUnchanged is what the function of a Change returns when there is nothing to do; the change is then none, and no error.
var ErrUnchanged = errors.New("nothing changes")

// Change applies what somebody does, counts the version up, lets the time without activity begin anew unless it was the system,
// and returns the events that tell what became of the onboarding: they follow from what is different, so no change is untold.
// After an error o is not to be used.
func (o *Onboarding) Change(now time.Time, by ActorType, f func(*Onboarding) error) ([]Event, error) {
	before := *o
	before.Invitations = slices.Clone(o.Invitations)
	missing := codes(*o)
	if err := f(o); err != nil {
		return nil, err
	}
	if err := o.checkContacts(&before); err != nil {
		return nil, err
	}
	o.Version++
	o.UpdatedAt = now
	switch {
	case !o.Status.unsigned():
		o.ExpiresAt = nil
	case by != SystemActor:
		t := now.Add(IdleExpiry)
		o.ExpiresAt = &t
	}
	return o.told(before, missing)
}

// told returns the events of the difference between before and o.
func (o *Onboarding) told(before Onboarding, missing []string) ([]Event, error) {
	var events []Event
	tell := func(e Event, err error) error {
		events = append(events, e)
		return err
	}
	var err error
	if o.Status != before.Status {
		err = tell(newStatusChanged(*o, before.Status))
	}
	if now := codes(*o); !slices.Equal(now, missing) {
		err = errors.Join(err, tell(newMissingChanged(*o, missing, now)))
	}
	if len(o.corrected) > 0 {
		err = errors.Join(err, tell(newDataCorrected(*o)))
	}
	for i, v := range o.Invitations {
		if i >= len(before.Invitations) || before.Invitations[i].Status != v.Status {
			err = errors.Join(err, tell(newInvitationChanged(*o, v)))
		}
	}
	if was, is := before.DelegationStatus(), o.DelegationStatus(); was != is {
		kind := DelegationGranted
		if is == RevokedDelegation {
			kind = DelegationRevoked
		}
		err = errors.Join(err, tell(newConsentChanged(*o, kind, o.Delegation.ID, string(is))))
	}
	if is := o.OptIn.Status; is != before.OptIn.Status {
		if kind, told := optInKinds[is]; told {
			err = errors.Join(err, tell(newConsentChanged(*o, kind, "", string(is))))
		}
	}
	return events, err
}

func codes(o Onboarding) []string {
	out := []string{}
	for _, d := range Missing(o) {
		out = append(out, d.Code)
	}
	return out
}

// CheckEditable returns ErrNotEditable unless the partner may write now.
func (o *Onboarding) CheckEditable() error {
	if o.Status.Editable() {
		return nil
	}
	return ErrNotEditable.WithExtension("onboarding_status", o.Status)
}

// A Segment is a part of the data that the merchant confirms as a whole.
type Segment string

// The segments.
const (
	ApplicantSegment      Segment = "applicant"
	IdentitySegment       Segment = "identity"
	BusinessSegment       Segment = "business"
	CompanySegment        Segment = "company"
	PayoutAccountSegment  Segment = "payout_account"
	RepresentationSegment Segment = "representation"
)

// CheckUnlocked returns ErrSegmentLocked when the merchant has confirmed one of the segments that fields of a body belong to;
// segments maps the JSON pointers of the fields to them.
func (o *Onboarding) CheckUnlocked(segments map[string]Segment) error {
	var locked []fault.Violation
	for field, s := range segments {
		if slices.Contains(o.Locked, s) {
			locked = append(locked, fault.Violation{Field: field, Code: "locked", Message: "the merchant has confirmed this; leave it out"})
		}
	}
	if len(locked) == 0 {
		return nil
	}
	slices.SortFunc(locked, func(a, b fault.Violation) int { return strings.Compare(a.Field, b.Field) })
	e := *ErrSegmentLocked
	e.Violations = locked
	return &e
}

// Cancel ends an onboarding that nobody has signed, and its links and invitations with it. ErrUnchanged when it is cancelled
// already, invalid_state when it is too late.
func (o *Onboarding) Cancel(now time.Time) error {
	if o.Status == Cancelled {
		return ErrUnchanged
	}
	return o.end(Cancelled, RevokedInvitation, now)
}

// Expire ends an onboarding whose time without activity is over. ErrUnchanged when it is not.
func (o *Onboarding) Expire(now time.Time) error {
	if !o.Status.CanBecome(Expired) || o.ExpiresAt == nil || now.Before(*o.ExpiresAt) {
		return ErrUnchanged
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
	o.endInvitations(invitations, now, func(Invitation) bool { return true })
	return nil
}

// ShredAfter is how long personal data of an onboarding that was cancelled or expired is kept (partner-connect.md D).
const ShredAfter = 90 * 24 * time.Hour
