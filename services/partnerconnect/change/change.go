package change

import (
	"errors"
	"slices"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/event"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// Apply applies what somebody does, counts the version up, lets the time without activity begin anew unless it was the system,
// and returns the events of the change: they are derived from the difference, so no change is without its event.
// After an error o is not to be used.
func Apply(o *onboarding.Onboarding, now time.Time, by audit.ActorType, f func(*onboarding.Onboarding) error) ([]event.Event, error) {
	before := *o
	before.Invitations = slices.Clone(o.Invitations)
	missing := requirements.Codes(*o)
	if err := f(o); err != nil {
		return nil, err
	}
	if err := signing.CheckContacts(o, &before); err != nil {
		return nil, err
	}
	o.Version++
	o.UpdatedAt = now
	switch {
	case !o.Status.Unsigned():
		o.ExpiresAt = nil
	case by != audit.SystemActor:
		t := now.Add(onboarding.IdleExpiry)
		o.ExpiresAt = &t
	}
	return diffEvents(o, before, missing)
}

// diffEvents returns the events of the difference between before and o.
func diffEvents(o *onboarding.Onboarding, before onboarding.Onboarding, missing []string) ([]event.Event, error) {
	var events []event.Event
	add := func(e event.Event, err error) error {
		events = append(events, e)
		return err
	}
	var err error
	if o.Status != before.Status {
		err = add(onboarding.NewStatusChanged(*o, before.Status))
	}
	if now := requirements.Codes(*o); !slices.Equal(now, missing) {
		err = errors.Join(err, add(onboarding.NewMissingChanged(*o, missing, now)))
	}
	if len(o.Corrected) > 0 {
		err = errors.Join(err, add(onboarding.NewDataCorrected(*o)))
	}
	for i, v := range o.Invitations {
		if i >= len(before.Invitations) || before.Invitations[i].Status != v.Status {
			err = errors.Join(err, add(onboarding.NewInvitationChanged(*o, v)))
		}
	}
	if was, is := before.DelegationStatus(), o.DelegationStatus(); was != is {
		kind := event.DelegationGranted
		if is == delegation.RevokedDelegation {
			kind = event.DelegationRevoked
		}
		err = errors.Join(err, add(onboarding.NewConsentChanged(*o, kind, o.Delegation.ID, string(is))))
	}
	if is := o.OptIn.Status; is != before.OptIn.Status {
		if kind, known := onboarding.OptInKinds[is]; known {
			err = errors.Join(err, add(onboarding.NewConsentChanged(*o, kind, "", string(is))))
		}
	}
	return events, err
}
