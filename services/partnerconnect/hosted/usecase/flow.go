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
type Flow struct{ parts FlowParts }

// FlowParts are what the steps are made with.
type FlowParts struct {
	Sessions    *Sessions
	Changes     *merchantusecase.Changer
	Withdrawals *merchantusecase.Changer // on connections of its own: taking access away never queues behind what uses it
	Onboardings *merchantpg.OnboardingStore
	Trail       *kernelpg.AuditStore
	Identity    *merchantusecase.Verifications // nil: the verification service is not connected
	Identities  *merchantusecase.Identities    // of live mode
	House       bank.House                     // takes verification transfers of live mode
	Keys        *signedlink.LinkKeys           // sign what forms carry
	Log         *slog.Logger
}

// NewFlow returns the use cases of the steps.
func NewFlow(parts FlowParts) *Flow { return &Flow{parts} }

// change applies what a visitor does, and brings the visit up to date.
func (f *Flow) change(
	ctx context.Context, v *hostedflow.Visit, operation string, do func(*onboarding.Onboarding) error,
) error {
	return apply(ctx, f.parts.Changes, v, operation, do)
}

// withdraw is change on the connections that are reserved for taking access away.
func (f *Flow) withdraw(
	ctx context.Context, v *hostedflow.Visit, operation string, do func(*onboarding.Onboarding) error,
) error {
	return apply(ctx, f.parts.Withdrawals, v, operation, do)
}

func apply(
	ctx context.Context, c *merchantusecase.Changer, v *hostedflow.Visit, operation string,
	do func(*onboarding.Onboarding) error,
) error {
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
	return f.parts.Trail.PartnerAccess(ctx, v.Onboarding.Ref, v.Onboarding.Owner.Partner.ID, accessShown)
}
