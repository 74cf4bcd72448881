package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// UpdateOnboarding applies a partial change twice: to the data as it is, to know which register entry to look up, and
// to the data under the lock.
func (s *Onboardings) UpdateOnboarding(
	ctx context.Context, c Call, p onboarding.DataPatch,
) (onboarding.Onboarding, error) {
	return withRegister(func() (onboarding.Onboarding, error) { return s.update(ctx, c, p) })
}

func (s *Onboardings) update(ctx context.Context, c Call, p onboarding.DataPatch) (onboarding.Onboarding, error) {
	now := c.By.At
	state := []check{editable, func(o *onboarding.Onboarding) error { return o.CheckUnlocked(p.Segments()) }}
	stored, err := s.store.Onboarding(ctx, c.View, c.Ref)
	if err != nil {
		return stored, err
	}
	if err := c.checkState(&stored, state...); err != nil {
		return stored, err
	}
	answer, err := s.lookUpEntry(ctx, stored.Livemode, p.Apply(stored.Data), now)
	if err != nil {
		return stored, err
	}
	return s.changer.change(ctx, c, state, func(o *onboarding.Onboarding) error {
		data := p.Apply(o.Data)
		if err := c.Body.Check(p.Fields.Violations(data.Check(o.Owner.Channel, now))); err != nil {
			return err
		}
		applicant := o.Data.Applicant
		o.Data = data
		o.ResetContactProof(applicant, now)
		o.DropDecisionOfFormerName(applicant)
		requirements.Corrected(o, requirements.OpPatch, p.Fields.Pointers())
		o.DropInapplicable()
		if answer.check.Register != data.Entry() {
			return errOtherEntry
		}
		answer.apply(o, now)
		return nil
	})
}
