package usecase

import (
	"context"
	"log/slog"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Identity verifies who a signatory is, by sessions of the verification service.
type Identity interface {
	// Start opens a session for an invited person, or the applicant for no invitation, and returns its id.
	Start(ctx context.Context, o onboarding.Onboarding, invited pc.InvitationID) (session string, err error)
	// Decide chooses the outcome of a check, in test mode.
	Decide(ctx context.Context, o onboarding.Onboarding, session string, verified bool) error
	// PageView brings the open sessions of a merchant up to date, unless that was done a moment ago, and reports whether any moved.
	PageView(ctx context.Context, ref pc.Ref) (moved bool, err error)
}

// Flow takes the steps of visitors.
type Flow struct {
	sessions    *Sessions
	changes     *onboardingusecase.Changer
	withdrawals *onboardingusecase.Changer // on connections of its own: taking access away never queues behind what uses it
	onboardings *onboardingpg.Store
	trail       *auditpg.Store
	identity    Identity // nil: the verification service is not connected
	keys        *signedlink.LinkKeys
	log         *slog.Logger
}

// NewFlow returns the use cases of the steps; what takes access away goes to withdrawals. keys sign what forms carry.
func NewFlow(sessions *Sessions, changes, withdrawals *onboardingusecase.Changer, onboardings *onboardingpg.Store, trail *auditpg.Store, identity Identity, keys *signedlink.LinkKeys, log *slog.Logger) *Flow {
	return &Flow{sessions, changes, withdrawals, onboardings, trail, identity, keys, log}
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

// Show returns what a form carries of facts of the visitor's onboarding.
func (f *Flow) Show(v *hostedflow.Visit, facts []hostedflow.Fact) hostedflow.Shown {
	return hostedflow.Show(f.keys, v.Session.Merchant, facts)
}

// accessShown is how many entries the portal shows.
const accessShown = 50

// PartnerAccess returns what the merchant's partner and operators did to its onboarding, newest first.
func (f *Flow) PartnerAccess(ctx context.Context, v *hostedflow.Visit) ([]audit.Entry, error) {
	return f.trail.PartnerAccess(ctx, v.Onboarding.Ref, v.Onboarding.Owner.Partner.ID, accessShown)
}
