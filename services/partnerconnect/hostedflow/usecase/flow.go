package usecase

import (
	"context"
	"log/slog"

	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/bank"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	verificationusecase "github.com/partnerline/partnerline/services/partnerconnect/verification/usecase"
)

// Flow takes the steps of visitors.
type Flow struct {
	sessions    *Sessions
	changes     *onboardingusecase.Changer
	withdrawals *onboardingusecase.Changer // on connections of its own: taking access away never queues behind what uses it
	onboardings *onboardingpg.Store
	trail       *auditpg.Store
	identity    *verificationusecase.Verifications // nil: the verification service is not connected
	identities  *verificationusecase.Identities    // of live mode
	house       bank.House                         // takes verification transfers of live mode
	keys        *signedlink.LinkKeys
	log         *slog.Logger
}

// NewFlow returns the use cases of the steps; what takes access away goes to withdrawals. keys sign what forms carry.
func NewFlow(sessions *Sessions, changes, withdrawals *onboardingusecase.Changer, onboardings *onboardingpg.Store, trail *auditpg.Store, identity *verificationusecase.Verifications, identities *verificationusecase.Identities, house bank.House, keys *signedlink.LinkKeys, log *slog.Logger) *Flow {
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

func apply(ctx context.Context, c *onboardingusecase.Changer, v *hostedflow.Visit, operation string, do func(*onboarding.Onboarding) error) error {
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
