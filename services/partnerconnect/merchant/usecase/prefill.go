package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// PrefillIdentity stores identity data of the main applicant, and nothing more: who the applicant is, and the statutory declarations,
// stay with the merchant in the hosted flow.
func (s *Onboardings) PrefillIdentity(ctx context.Context, c Call, p onboarding.IdentityPatch) (onboarding.Onboarding, error) {
	unlocked := func(o *onboarding.Onboarding) error { return o.CheckUnlocked(p.Segments()) }
	return s.changer.change(ctx, c, []check{editable, unlocked, (*onboarding.Onboarding).CheckPrefill}, func(o *onboarding.Onboarding) error {
		identity := p.Apply(o.Identity)
		if err := c.Body.Check(p.Fields.Violations(identity.Check(c.By.At))); err != nil {
			return err
		}
		if err := identity.CheckAgreement(); err != nil {
			return err
		}
		o.Identity = identity
		requirements.Corrected(o, requirements.OpPrefill, p.Fields.Pointers())
		return nil
	})
}
