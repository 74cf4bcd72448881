package usecase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/streams"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/verification"
	"github.com/partnerline/partnerline/services/partnerconnect/verification/grpcclient"
)

// Sessions reads the state of sessions; those that the service does not know are left out.
type Sessions interface {
	Sessions(ctx context.Context, ids []string) (map[string]onboarding.SessionState, error)
}

// Onboardings keeps the sessions of onboardings and moves onboardings by their outcome.
type Onboardings interface {
	VerificationsByID(ctx context.Context, ids []string) ([]verification.OpenVerification, error)
	ClaimDueVerifications(ctx context.Context, now time.Time, limit int) ([]verification.OpenVerification, error)
	ClaimVerificationsOf(ctx context.Context, ref pc.Ref, askedBefore, now time.Time, limit int) ([]verification.OpenVerification, error)
	ClaimStaleVerifications(ctx context.Context, reconciledBefore, now time.Time, limit int) ([]verification.OpenVerification, error)
	SaveReconciled(ctx context.Context, list []verification.OpenVerification, now time.Time) error
	OldestUnreconciled(ctx context.Context) (*time.Time, error)
	ChangeOnboarding(ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error) (onboarding.Onboarding, error)
}

const (
	reconcileEvery   = 5 * time.Second // between two looks for what is due
	reconcileBatch   = grpcclient.MaxIDs
	reconcileTimeout = 20 * time.Second // of one batch; shorter than the lease of what is claimed
	maxPause         = time.Minute      // between two tries while the verification service does not answer
	observeTimeout   = 2 * time.Second
)

// A Reconciler compares open sessions with what the verification service knows of them, and moves the onboardings of those that
// have another status there: on a schedule, when a merchant opens the identity page, and when an operator asks for it.
type Reconciler struct {
	Sessions Sessions
	Store    Onboardings
	log      *slog.Logger
	now      func() time.Time
	outcomes metric.Int64Counter
}

// What can come of asking for a session.
const (
	unchanged  = "unchanged"
	moved      = "moved"
	lost       = "lost"
	unanswered = "unanswered"
)

// NewReconciler returns a reconciler; Run does its work.
func NewReconciler(sessions Sessions, store Onboardings, meter metric.Meter, log *slog.Logger, now func() time.Time) (*Reconciler, error) {
	outcomes, err1 := meter.Int64Counter("partnerconnect.verifications.reconciled",
		metric.WithDescription("Open verification sessions that were asked for beside their events, by outcome: unchanged, moved (an event did not arrive yet, or never will), lost, unanswered."))
	age, err2 := meter.Float64ObservableGauge("partnerconnect.verifications.unreconciled.age", metric.WithUnit("s"),
		metric.WithDescription("Time since the open verification session that was not reconciled for the longest time was."))
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	r := &Reconciler{sessions, store, log, now, outcomes}
	for _, outcome := range []string{unchanged, moved, lost, unanswered} {
		r.count(context.Background(), outcome, 0) // it exists before the first one
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
	return r, err
}

func (r *Reconciler) count(ctx context.Context, outcome string, n int) {
	r.outcomes.Add(ctx, int64(n), metric.WithAttributes(attribute.String("outcome", outcome)))
}

// Run reconciles what is due until ctx ends. Several programs may; each session is asked for by one of them. While the verification
// service does not answer, the pauses grow.
func (r *Reconciler) Run(ctx context.Context) error {
	pause := reconcileEvery
	for ctx.Err() == nil {
		full, err := r.due(ctx)
		switch {
		case err != nil:
			if pause == reconcileEvery && ctx.Err() == nil {
				r.log.LogAttrs(ctx, slog.LevelWarn, "reconciliation of verifications interrupted", slog.String("cause", err.Error()))
			}
			pause = min(2*pause, maxPause)
		case pause > reconcileEvery:
			r.log.LogAttrs(ctx, slog.LevelInfo, "reconciliation of verifications resumed")
			pause = reconcileEvery
		}
		if !full || err != nil {
			streams.SleepContext(ctx, time.Duration(float64(pause)*(0.8+0.4*rand.Float64()))) //nolint:gosec // only spreads replicas
		}
	}
	return nil
}

// due reconciles a batch of what is due; full when there may be more.
func (r *Reconciler) due(ctx context.Context) (full bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, reconcileTimeout)
	defer cancel()
	now := r.moment()
	list, err := r.Store.ClaimDueVerifications(ctx, now, reconcileBatch)
	if err != nil || len(list) == 0 {
		return false, err
	}
	_, err = r.reconcile(ctx, list, audit.Entry{At: now, Actor: audit.SystemActor, Operation: "ReconcileVerifications"})
	return len(list) == reconcileBatch, err
}

func (r *Reconciler) moment() time.Time { return r.now().UTC().Truncate(time.Millisecond) }

// PageView reconciles the open sessions of a merchant who looks at the page, unless that was done a moment ago. It reports whether
// anything moved.
func (r *Reconciler) PageView(ctx context.Context, ref pc.Ref) (bool, error) {
	now := r.moment()
	report, err := r.Merchant(ctx, ref, now.Add(-verification.ReconcileSpacing), audit.Entry{At: now, Actor: audit.SystemActor, Operation: "ReconcileVerifications"})
	return report.Moved > 0, err
}

// Merchant reconciles the open sessions of a merchant that were last asked for before a time.
func (r *Reconciler) Merchant(ctx context.Context, ref pc.Ref, askedBefore time.Time, by audit.Entry) (verification.Reconciled, error) {
	list, err := r.Store.ClaimVerificationsOf(ctx, ref, askedBefore, by.At, reconcileBatch)
	if err != nil || len(list) == 0 {
		return verification.Reconciled{}, err
	}
	return r.reconcile(ctx, list, by)
}

// All reconciles all open sessions, in batches, as far as ctx allows.
func (r *Reconciler) All(ctx context.Context, by audit.Entry) (verification.Reconciled, error) {
	var sum verification.Reconciled
	for {
		list, err := r.Store.ClaimStaleVerifications(ctx, by.At, r.moment(), reconcileBatch)
		if err != nil || len(list) == 0 {
			return sum, err
		}
		report, err := r.reconcile(ctx, list, by)
		sum.Checked, sum.Moved, sum.Lost = sum.Checked+report.Checked, sum.Moved+report.Moved, sum.Lost+report.Lost
		if err != nil {
			return sum, err
		}
	}
}

// reconcile asks for claimed sessions, and applies what is reported of those that have another status. One that cannot be applied
// comes up again after its lease, and holds up no other.
func (r *Reconciler) reconcile(ctx context.Context, list []verification.OpenVerification, by audit.Entry) (verification.Reconciled, error) {
	ids := make([]string, len(list))
	for i, v := range list {
		ids[i] = v.SessionID
	}
	states, err := r.Sessions.Sessions(ctx, ids)
	if err != nil {
		r.count(ctx, unanswered, len(list))
		return verification.Reconciled{}, err
	}
	now := r.moment()
	done, report := make([]verification.OpenVerification, 0, len(list)), verification.Reconciled{Checked: len(list)}
	var failed error
	for _, v := range list {
		state, known := states[v.SessionID]
		state, told := v.Reported(state, known, now)
		if told && state.Status != v.Status {
			if err := r.Move(ctx, v, state, by); err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %w", v.Merchant, err))
				continue
			}
			v.Status = state.Status
			report.Moved++
			if !known {
				report.Lost++
			}
		}
		done = append(done, v)
	}
	r.count(ctx, moved, report.Moved-report.Lost)
	r.count(ctx, lost, report.Lost)
	r.count(ctx, unchanged, len(done)-report.Moved)
	return report, errors.Join(failed, r.Store.SaveReconciled(ctx, done, now))
}

// Move applies what is reported of a session to its onboarding. It is the same whether an event, the schedule or a person is the
// cause; applied twice it changes nothing.
func (r *Reconciler) Move(ctx context.Context, v verification.OpenVerification, state onboarding.SessionState, by audit.Entry) error {
	_, err := r.Store.ChangeOnboarding(ctx, access.SystemView, v.Merchant, r.moment(), by, func(o *onboarding.Onboarding) error {
		return signing.Verified(o, v.SessionID, state)
	})
	return err
}
