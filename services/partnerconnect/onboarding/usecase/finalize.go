package usecase

import (
	"context"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

// FinalizeOnboarding returns an onboarding and what it still lacks. It only reads: it succeeds for incomplete data, too, and never
// advances the onboarding.
func (s *Onboardings) FinalizeOnboarding(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, []requirements.Detail, error) {
	o, err := s.store.Onboarding(ctx, v, ref)
	if err != nil {
		return o, nil, err
	}
	return o, requirements.Missing(o), nil
}
