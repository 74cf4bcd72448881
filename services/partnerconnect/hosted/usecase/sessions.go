package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

// Sessions are how people come into the hosted flow: links, sessions and one-time codes.
type Sessions struct {
	pool        *pgxpool.Pool
	store       *postgres.Store
	onboardings *merchantpg.OnboardingStore
	keys        *signedlink.LinkKeys
	live        provider.Connected
}

// NewSessions returns the use cases of sessions; one-time codes are derived with the first of keys, live are the parts
// that live mode has.
func NewSessions(
	pool *pgxpool.Pool, store *postgres.Store, onboardings *merchantpg.OnboardingStore, keys *signedlink.LinkKeys,
	live provider.Connected,
) *Sessions {
	return &Sessions{pool, store, onboardings, keys, live}
}

// OpenSession redeems a link into a session that proves nothing yet. Only the first session of a sign-in link proves
// the e-mail address, since that link went there. When too many sessions have proved nothing, a new one displaces the
// oldest of them.
func (s *Sessions) OpenSession(
	ctx context.Context, link signedlink.Link, network string, now time.Time,
) (hostedflow.SessionSecret, error) {
	secret := hostedflow.NewSessionSecret()
	x := hostedflow.Session{
		ID: secret.ID(), Merchant: link.Ref, Purpose: link.Purpose, LinkID: link.ID, Network: network, CreatedAt: now,
		LastSeenAt: now,
	}
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		first, err := s.store.SpendLink(ctx, tx, link.ID, now)
		if err != nil {
			return err
		}
		switch link.Purpose {
		case signedlink.PurposeInvitation:
			x.Invitation = pc.InvitationID(link.ID)
		case signedlink.PurposeSignIn:
			x.Purpose = signedlink.PurposeOnboarding
			if x.EmailAt = nil; first { // a link proves an address once
				x.EmailAt = &now
			}
		}
		if err := s.store.InsertSession(ctx, tx, x); err != nil || x.EmailAt != nil {
			return err
		}
		return s.store.DisplaceSessions(ctx, tx, x)
	})
	return secret, err
}

// ResumeSession fills a visit with the session of its secret, which is noted as seen, and the onboarding;
// [hostedflow.ErrNoSession].
func (s *Sessions) ResumeSession(ctx context.Context, v *hostedflow.Visit) (err error) {
	if v.Session, err = s.store.UseSession(ctx, v.Secret.ID(), v.Now); err != nil {
		return err
	}
	return s.readOnboarding(ctx, v)
}

// InspectSession is ResumeSession without leaving a trace.
func (s *Sessions) InspectSession(ctx context.Context, v *hostedflow.Visit) (err error) {
	if v.Session, err = s.FindSession(ctx, v.Secret, v.Now); err != nil {
		return err
	}
	return s.readOnboarding(ctx, v)
}

func (s *Sessions) readOnboarding(ctx context.Context, v *hostedflow.Visit) (err error) {
	if v.Onboarding, err = s.onboardings.Onboarding(ctx, access.SystemView, v.Session.Merchant); err == nil && v.Over() {
		return hostedflow.ErrNoSession
	}
	return err
}

// FindSession returns the session of a secret and leaves no trace; [hostedflow.ErrNoSession].
func (s *Sessions) FindSession(
	ctx context.Context, secret hostedflow.SessionSecret, now time.Time,
) (hostedflow.Session, error) {
	return s.store.FindSession(ctx, secret.ID(), now)
}

// SendForm notes that a form was sent, by its name; false when it was before. Sessions are shorter than names are kept.
func (s *Sessions) SendForm(ctx context.Context, name string, now time.Time) (first bool, err error) {
	return s.store.SendForm(ctx, s.pool, name, now)
}

// EndSession signs a browser out.
func (s *Sessions) EndSession(ctx context.Context, id hostedflow.SessionID) error {
	return s.store.EndSession(ctx, id)
}
