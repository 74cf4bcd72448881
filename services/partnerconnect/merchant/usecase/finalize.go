package usecase

import (
	"context"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// FinalizeOnboarding returns an onboarding, what it still lacks, and the last messages to the people for whom it
// waits. It only reads: it also succeeds for incomplete data, and never advances the onboarding.
func (s *Onboardings) FinalizeOnboarding(
	ctx context.Context, v access.View, ref pc.Ref,
) (onboarding.Onboarding, []requirements.Detail, signing.LastMessages, error) {
	o, last, err := s.changer.withMessages(ctx, v, ref)
	if err != nil {
		return o, nil, nil, err
	}
	return o, requirements.Missing(o), last, nil
}

// CancelOnboarding ends an onboarding that is not signed yet, and its links and invitations with it.
func (s *Onboardings) CancelOnboarding(ctx context.Context, c Call) (onboarding.Onboarding, error) {
	return s.changer.change(ctx, c, nil, func(o *onboarding.Onboarding) error { return o.Cancel(c.By.At) })
}
