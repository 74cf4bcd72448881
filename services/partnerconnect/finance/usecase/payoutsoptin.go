package usecase

import (
	"context"
	"errors"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// RequestPayoutsOptIn asks the merchant for its consent to payouts by the partner, which only the merchant grants, on its own page.
// requested is false when there was nothing to ask for.
func (s *Payouts) RequestPayoutsOptIn(ctx context.Context, op delegation.Operation) (o onboarding.Onboarding, requested bool, err error) {
	o, err = s.onboardings.Change(ctx, op.View, op.Merchant, op.Now, op.Audit, func(o *onboarding.Onboarding) error {
		requested = false
		if err := op.Admit(o.AsMerchant()); err != nil {
			return err
		}
		if err := signing.RequestOptIn(o, op.Now); err != nil {
			return err
		}
		requested = true
		return nil
	})
	if errors.Is(err, pc.ErrOnboardingNotFound) {
		err = pc.ErrMerchantNotFound
	}
	return o, requested, err
}
