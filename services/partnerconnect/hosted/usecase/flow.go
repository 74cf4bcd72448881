package usecase

import (
	"context"
	"log/slog"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Flow takes the steps of visitors.
type Flow struct {
	sessions    *Sessions
	changes     *merchantusecase.Changer
	withdrawals *merchantusecase.Changer // on connections of its own: taking access away never queues behind what uses it
	onboardings *merchantpg.OnboardingStore
	trail       *kernelpg.AuditStore
	identity    *merchantusecase.Verifications // nil: the verification service is not connected
	identities  *merchantusecase.Identities    // of live mode
	house       bank.House                     // takes verification transfers of live mode
	keys        *signedlink.LinkKeys
	log         *slog.Logger
}

// NewFlow returns the use cases of the steps; what takes access away goes to withdrawals. keys sign what forms carry.
func NewFlow(sessions *Sessions, changes, withdrawals *merchantusecase.Changer, onboardings *merchantpg.OnboardingStore, trail *kernelpg.AuditStore, identity *merchantusecase.Verifications, identities *merchantusecase.Identities, house bank.House, keys *signedlink.LinkKeys, log *slog.Logger) *Flow {
	return &Flow{sessions, changes, withdrawals, onboardings, trail, identity, identities, house, keys, log}
}

// change applies what a visitor does, and brings the visit up to date.
func (f *Flow) change(ctx context.Context, v *hostedflow.Visit, operation string, do func(*onboarding.Onboarding) error) error {
	return apply(ctx, f.changes, v, operation, do)
}

// withdraw is change for what takes access away.
func (f *Flow) withdraw(ctx context.Context, v *hostedflow.Visit, operation string, do func(*onboarding.Onboarding) error) error {
	return apply(ctx, f.withdrawals, v, operation, do)
}

func apply(ctx context.Context, c *merchantusecase.Changer, v *hostedflow.Visit, operation string, do func(*onboarding.Onboarding) error) error {
	o, err := c.Change(ctx, access.SystemView, v.Session.Merchant, v.Now, v.AuditEntry(operation), do)
	if err == nil {
		v.Onboarding = o
	}
	return err
}

// accessShown is how many entries the portal shows.
const accessShown = 50

// PartnerAccess returns what the merchant's partner and operators did to its onboarding, newest first.
func (f *Flow) PartnerAccess(ctx context.Context, v *hostedflow.Visit) ([]audit.Entry, error) {
	return f.trail.PartnerAccess(ctx, v.Onboarding.Ref, v.Onboarding.Owner.Partner.ID, accessShown)
}
