package usecase

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// A Draft is what a partner asks for.
type Draft struct {
	Channel     *string // nil: the one that the key has
	ExternalRef string
	Data        onboarding.Data
	Body        Body
}

// liveParts are those that an onboarding of live mode needs on its way: codes, links and invitations are sent, and
// people are verified. Without them it could only ever be begun.
var liveParts = []provider.Part{provider.MessageSender, provider.IdentityProvider}

// CreateOnboarding creates a draft in a channel of the key, or returns the one that has the same external reference
// there. It checks the identifying fields first, and returns an existing onboarding before it checks the rest of the
// body.
func (s *Onboardings) CreateOnboarding(
	ctx context.Context, key access.PartnerKey, d Draft, by audit.Entry,
) (o onboarding.Onboarding, created bool, err error) {
	if fault.ConcernsField(d.Body.Malformed, "/partner_external_ref", "/channel") {
		return o, false, d.Body.Malformed
	}
	channel, err := key.Channel(d.Channel)
	if err != nil {
		return o, false, err
	}
	wrongRef := onboarding.CheckExternalRef(d.ExternalRef)
	if len(wrongRef) == 0 {
		o, err := s.store.OnboardingByExternalRef(ctx, s.changer.pool, channel, key.Livemode, d.ExternalRef)
		if !errors.Is(err, pc.ErrOnboardingNotFound) {
			return o, false, err
		}
	}
	owner, err := s.channels.Owner(ctx, channel)
	if err != nil {
		return o, false, err
	}
	if err := fault.JoinViolations(d.Body.Malformed, wrongRef, d.Body.Empty,
		d.Data.Check(owner.Channel, by.At)); err != nil {
		return o, false, err
	}
	o, drafted, err := onboarding.NewOnboarding(owner, key.Livemode, d.ExternalRef, d.Data)
	if err != nil {
		return o, false, err
	}
	if err := s.changer.live.Require(key.Livemode, liveParts...); err != nil {
		return o, false, err
	}
	// As after every later change, the register is asked before the draft is stored. An unavailable one does not hold it
	// up.
	answer, err := s.lookUpEntry(ctx, key.Livemode, o.Data, by.At)
	if err != nil {
		return o, false, err
	}
	answer.apply(&o, by.At)
	return s.changer.CreateOnboarding(ctx, o, drafted, by)
}

// CreateOnboarding stores an onboarding, the event of its creation, and who made it. When the channel has one with the
// same external reference in the mode, that one is returned, and created is false. Of concurrent calls, one creates.
func (c *Changer) CreateOnboarding(
	ctx context.Context, o onboarding.Onboarding, e event.Event, by audit.Entry,
) (out onboarding.Onboarding, created bool, err error) {
	err = pgdb.InTx(ctx, c.pool, func(tx pgx.Tx) error {
		if created, err = c.store.Insert(ctx, tx, o); err != nil {
			return err
		}
		if !created {
			// A statement of its own sees what committed while the insert waited.
			out, err = c.store.OnboardingByExternalRef(ctx, tx, o.Owner.Channel.ID, o.Livemode, o.ExternalRef)
			return err
		}
		out, by.Merchant = o, o.Ref
		if err := kernelpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
		return kernelpg.InsertAudit(ctx, tx, by)
	})
	return out, created, err
}

// PrefillIdentity stores identity data of the main applicant, and nothing more: who the applicant is, and the statutory
// declarations, stay with the merchant in the hosted flow.
func (s *Onboardings) PrefillIdentity(
	ctx context.Context, c Call, p onboarding.IdentityPatch,
) (onboarding.Onboarding, error) {
	unlocked := func(o *onboarding.Onboarding) error { return o.CheckUnlocked(p.Segments()) }
	return s.changer.change(ctx, c, []check{editable, unlocked, (*onboarding.Onboarding).CheckPrefill},
		func(o *onboarding.Onboarding) error {
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
