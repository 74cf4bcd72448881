package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// An IdentityProvider verifies people: that of the adopter in live mode, the sandbox in test mode. Each call may be
// repeated. Its errors are those of providerusecase.Caller.
type IdentityProvider interface {
	// OpenSession opens the attempt of a session, and returns the page where the person is verified.
	OpenSession(ctx context.Context, s verification.IdentitySession, who verification.Person) (page string, err error)
	// CancelSession closes a session. One that was never opened counts as closed.
	CancelSession(ctx context.Context, id string) error
}

// IdentityCalls makes the calls of the identity provider, and those by which the verification service follows.
type IdentityCalls struct {
	identities  *Identities
	onboardings *Changer
	provider    IdentityProvider
	sessions    Sessions
	now         func() time.Time
}

// NewIdentityCalls returns them, for a runner.
func NewIdentityCalls(
	identities *Identities, onboardings *Changer, p IdentityProvider, sessions Sessions, now func() time.Time,
) map[provider.Kind]kernelusecase.Caller {
	s := &IdentityCalls{identities, onboardings, p, sessions, now}
	return map[provider.Kind]kernelusecase.Caller{
		provider.OpenIdentity: s.open, provider.CancelIdentity: s.cancel, provider.SyncVerification: s.sync,
	}
}

// entry is the audit entry of an act of the program itself.
func (s *IdentityCalls) entry(operation string) audit.Entry {
	return audit.Entry{At: s.now().UTC().Truncate(time.Millisecond), Actor: audit.SystemActor, Operation: operation}
}

// open opens an attempt at the provider and stores its page. A session that ended meanwhile is not opened: should an
// earlier call have opened it, its page was shown to no one, and the cancellation that follows closes it. A refusal for
// good ends the session.
func (s *IdentityCalls) open(ctx context.Context, c provider.Call) error {
	id, attempt := verification.ParseSubject(c.Subject)
	x, err := s.identities.Identity(ctx, id)
	if err != nil || !x.ToBeOpened(attempt, s.now()) {
		return err
	}
	o, err := s.onboardings.Get(ctx, access.SystemView, x.Merchant)
	if err != nil {
		return err
	}
	who, named := verification.PersonOf(&o, x)
	if !named {
		return nil
	}
	page, err := s.provider.OpenSession(ctx, x, who)
	by := s.entry("OpenIdentitySession")
	if refusal := provider.Refused(err); refusal != nil {
		by.Operation = "RefuseIdentitySession"
		stored := s.identities.change(ctx, id, by,
			func(_ pgx.Tx, x *verification.IdentitySession) error { return x.Refuse(by.At) })
		if stored != nil {
			return stored
		}
	}
	if err != nil {
		return err
	}
	return s.identities.change(ctx, id, by, func(_ pgx.Tx, x *verification.IdentitySession) error {
		if !x.ToBeOpened(attempt, by.At) {
			return pc.ErrUnchanged
		}
		x.Page, x.UpdatedAt = page, by.At
		return nil
	})
}

func (s *IdentityCalls) cancel(ctx context.Context, c provider.Call) error {
	id, _ := verification.ParseSubject(c.Subject)
	return s.provider.CancelSession(ctx, id)
}

// sync opens a session in the verification service, if it is not there, and moves it to what is known here. It reads
// the state of both sides, so it may be repeated, and one call serves several causes.
func (s *IdentityCalls) sync(ctx context.Context, c provider.Call) error {
	x, err := s.identities.Identity(ctx, c.Subject)
	if err != nil {
		return err
	}
	o, err := s.onboardings.Get(ctx, access.SystemView, x.Merchant)
	if err != nil {
		return err
	}
	if err := s.follow(ctx, x, o); err != nil {
		return &provider.Failure{Code: "unavailable", Cause: err}
	}
	return nil
}

func (s *IdentityCalls) follow(ctx context.Context, x verification.IdentitySession, o onboarding.Onboarding) error {
	states, err := s.sessions.Sessions(ctx, []string{x.ID})
	if err != nil {
		return err
	}
	state, known := states[x.ID]
	if !known {
		if err := s.sessions.Open(ctx, x.ID, o, x.Invitation); err != nil {
			return err
		}
		state = onboarding.SessionState{Status: "pending", Attempt: 1}
	}
	return lead(ctx, s.sessions, o.Owner.Partner.Tenant, x.At(s.now()), state)
}

// lead moves a session of the verification service from its state to what is known of it here.
func lead(
	ctx context.Context, sessions Sessions, tenant string, x verification.IdentitySession, state onboarding.SessionState,
) (err error) {
	for _, step := range x.Steps(state.Status, state.Attempt) {
		if step.Attempt > 0 {
			err = sessions.Retry(ctx, tenant, x.ID, step.Attempt)
		} else {
			err = sessions.Transition(ctx, tenant, x.ID, step.To, step.Checks, step.Reasons)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
