package usecase

import (
	"context"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// Onboardings carries out the calls of partners that concern an onboarding as a whole.
type Onboardings struct {
	changer   *Changer
	store     *postgres.OnboardingStore
	channels  *kernelpg.AccessStore
	registers register.Modes
	hash      onboarding.IDHash
}

// NewOnboardings returns the use cases; hash makes national ids comparable without knowing them.
func NewOnboardings(
	changer *Changer, channels *kernelpg.AccessStore, registers register.Modes, hash onboarding.IDHash,
) *Onboardings {
	return &Onboardings{changer, changer.store, channels, registers, hash}
}

// GetOnboarding returns an onboarding that the caller may see, with the last messages to the people for whom it waits.
// No ref is refused by its form: one that names nothing is not found.
func (s *Onboardings) GetOnboarding(
	ctx context.Context, v access.View, ref pc.Ref,
) (onboarding.Onboarding, signing.LastMessages, error) {
	return s.changer.withMessages(ctx, v, ref)
}

// ListOnboardings returns a page of onboardings that the caller may see, without their sealed fields.
func (s *Onboardings) ListOnboardings(
	ctx context.Context, v access.View, q onboarding.OnboardingQuery,
) ([]onboarding.Onboarding, error) {
	return s.store.Onboardings(ctx, v, q)
}

// ListMerchants returns a page of the merchants that the caller may see.
func (s *Onboardings) ListMerchants(
	ctx context.Context, v access.View, q onboarding.MerchantQuery,
) ([]onboarding.MerchantSummary, error) {
	return s.store.Merchants(ctx, v, q)
}

// GetMerchant returns a merchant that the caller may see.
func (s *Onboardings) GetMerchant(ctx context.Context, v access.View, ref pc.Ref) (onboarding.MerchantSummary, error) {
	return s.store.MerchantSummary(ctx, v, ref)
}
