package change

import (
	"errors"
	"slices"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// Apply applies f, increments the version, restarts the time without activity unless the system made the change, and
// returns the events: they are derived from the difference, so no change is without its event. After an error o must
// not be used.
func Apply(
	o *onboarding.Onboarding, now time.Time, by audit.ActorType, f func(*onboarding.Onboarding) error,
) ([]event.Event, error) {
	before := *o
	before.Invitations, before.Documents = slices.Clone(o.Invitations), slices.Clone(o.Documents)
	missing := requirements.Codes(*o)
	if err := f(o); err != nil {
		return nil, err
	}
	if err := signing.CheckContacts(o, &before); err != nil {
		return nil, err
	}
	o.Version++
	o.UpdatedAt = now
	noteEnd(o, now)
	switch {
	case !o.Status.Unsigned():
		o.ExpiresAt = nil
	case by != audit.SystemActor:
		t := now.Add(onboarding.IdleExpiry)
		o.ExpiresAt = &t
	}
	return diffEvents(o, before, missing)
}

// noteEnd notes when the onboarding ended or its account was closed: its data is kept for a time from then on.
func noteEnd(o *onboarding.Onboarding, now time.Time) {
	if o.EndedAt == nil && (o.Status.Ended() || o.Merchant == delegation.ClosedMerchant) {
		o.EndedAt = &now
	}
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
	for _, d := range o.Documents {
		if was, _ := before.Document(d.ID); was.Status != d.Status {
			err = errors.Join(err, add(onboarding.NewDocumentChanged(*o, d, requirements.RequiredDocumentID(o, d), was.Status)))
		}
	}
	for i, v := range o.Invitations {
		if i >= len(before.Invitations) || before.Invitations[i].Status != v.Status {
			err = errors.Join(err, add(onboarding.NewInvitationChanged(*o, v)))
		}
	}
	if was, is := before.DelegationStatus(), o.DelegationStatus(); was != is {
		t := event.DelegationGranted
		if is == delegation.RevokedDelegation {
			t = event.DelegationRevoked
		}
		err = errors.Join(err, add(onboarding.NewConsentChanged(*o, t, o.Delegation.ID, string(is))))
	}
	if is := o.OptIn.Status; is != before.OptIn.Status {
		if t, known := onboarding.OptInTypes[is]; known {
			err = errors.Join(err, add(onboarding.NewConsentChanged(*o, t, "", string(is))))
		}
	}
	if was := before.Merchant; o.Merchant != was {
		err = errors.Join(err, add(onboarding.NewMerchantChanged(*o, was)))
	}
	return events, err
}
