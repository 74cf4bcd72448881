package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// CancelOnboarding ends an onboarding that is not signed yet, and its links and invitations with it.
func (s *Onboardings) CancelOnboarding(ctx context.Context, c Call) (onboarding.Onboarding, error) {
	return s.changer.change(ctx, c, nil, func(o *onboarding.Onboarding) error { return o.Cancel(c.By.At) })
}
