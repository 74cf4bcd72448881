package usecase

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/metric"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// Sessions is the verification service.
type Sessions interface {
	// Open opens a session for an invited person, or the applicant for no invitation.
	Open(ctx context.Context, id string, o onboarding.Onboarding, invited pc.InvitationID) error
	// Sessions returns the state of sessions; those that the service does not know are left out.
	Sessions(ctx context.Context, ids []string) (map[string]onboarding.SessionState, error)
	// Transition moves a session of a tenant to a status.
	Transition(ctx context.Context, tenant, id, to string, checks map[string]string, reasons []string) error
	// Retry begins an attempt of a session of a tenant, which may have begun already.
	Retry(ctx context.Context, tenant, id string, attempt int) error
}

// Verifications opens identity sessions in the verification service, and moves onboardings by their outcome: on events,
// on a schedule, when a merchant opens the identity page, and when an operator asks for it.
type Verifications struct {
	sessions    Sessions
	sandbox     IdentityProvider // that of test mode
	store       *postgres.VerificationStore
	onboardings *Changer
	log         *slog.Logger
	now         func() time.Time
	outcomes    metric.Int64Counter
}

// NewVerifications returns the use cases; Run reconciles on a schedule.
func NewVerifications(
	sessions Sessions, store *postgres.VerificationStore, onboardings *Changer, meter metric.Meter, log *slog.Logger,
	now func() time.Time,
) (*Verifications, error) {
	outcomes, err1 := meter.Int64Counter("partnerconnect.verifications.reconciled",
		metric.WithDescription(
			"Open verification sessions that were asked for beside their events, by outcome: unchanged, moved (an event did "+
				"not arrive yet, or never will), lost, unanswered.",
		))
	age, err2 := meter.Float64ObservableGauge("partnerconnect.verifications.unreconciled.age", metric.WithUnit("s"),
		metric.WithDescription("Time since the open verification session that was not reconciled for the longest time was."))
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	v := &Verifications{sessions, sandbox.Identities{}, store, onboardings, log, now, outcomes}
	for _, outcome := range []string{unchanged, moved, lost, unanswered} {
		v.count(context.Background(), outcome, 0) // it exists before the first one
	}
	_, err := meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		ctx, cancel := context.WithTimeout(ctx, observeTimeout)
		defer cancel()
		at, err := store.OldestUnreconciled(ctx)
		if err != nil {
			return err
		}
		seconds := 0.0
		if at != nil {
			seconds = max(now().Sub(*at).Seconds(), 0)
		}
		o.ObserveFloat64(age, seconds)
		return nil
	}, age)
	return v, err
}

// Start opens a session for an invited person, or the applicant for no invitation, and returns its id. It stores the
// owner of the session before the session exists, so that no event is of an unknown session. In live mode the session
// is opened, at the identity provider too, once the onboarding names it.
func (v *Verifications) Start(ctx context.Context, o onboarding.Onboarding, invited pc.InvitationID) (string, error) {
	id, now := uuid.NewString(), v.now()
	bound, err := v.store.BindVerification(ctx, postgres.NewVerification{
		Session: id, Merchant: o.Ref, At: now, Reconciled: nextReconciliation(now, now), Since: now.Add(-24 * time.Hour),
		Most: hostedflow.VerificationsPerDay,
	})
	if err != nil {
		return "", err
	}
	if !bound {
		return "", hostedflow.ErrVerificationsUsedUp
	}
	if o.Livemode {
		return id, nil
	}
	if _, err := v.sandbox.OpenSession(ctx, verification.NewIdentitySession(id, o.Ref, invited, now),
		verification.Person{}); err != nil {
		return "", err
	}
	return id, v.sessions.Open(ctx, id, o, invited)
}

// Known returns which of some sessions belong to onboardings, whether open or not.
func (v *Verifications) Known(ctx context.Context, ids []string) (map[string]verification.OpenVerification, error) {
	list, err := v.store.VerificationsByID(ctx, ids)
	out := make(map[string]verification.OpenVerification, len(list))
	for _, known := range list {
		out[known.SessionID] = known
	}
	return out, err
}

// States returns what the verification service reports of sessions.
func (v *Verifications) States(ctx context.Context, ids []string) (map[string]onboarding.SessionState, error) {
	return v.sessions.Sessions(ctx, ids)
}

// Decide applies the outcome that a person chose in the sandbox, by the rules of reports of live mode, and leads the
// session there step by step, from the status that it has: a call that failed half-way can be repeated. The outcome
// comes back as an event.
func (v *Verifications) Decide(ctx context.Context, o onboarding.Onboarding, session string, verified bool) error {
	states, err := v.sessions.Sessions(ctx, []string{session})
	if err != nil {
		return err
	}
	state, known := states[session]
	if !known {
		return verification.Unavailable(errors.New("the verification service does not know the session"))
	}
	now := v.now()
	x := verification.SessionOf(session, o.Ref, state, now)
	report, err := sandbox.DecideIdentity(x, verified, now)
	if errors.Is(err, pc.ErrUnchanged) { // it has another outcome, or a person reviews it
		return nil
	}
	if err != nil {
		return err
	}
	x.Reported(report, now)
	return lead(ctx, v.sessions, o.Owner.Partner.Tenant, x, state)
}
