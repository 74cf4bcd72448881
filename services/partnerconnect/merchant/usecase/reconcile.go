package usecase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

const (
	reconcileEvery   = 5 * time.Second // between two looks for what is due
	reconcileBatch   = grpcclient.MaxIDs
	reconcileTimeout = 20 * time.Second // of one batch; shorter than the lease of what is claimed
	maxPause         = time.Minute      // between two tries while the verification service does not answer
	observeTimeout   = 2 * time.Second
)

// Outcomes of asking for a session.
const (
	unchanged  = "unchanged"
	moved      = "moved"
	lost       = "lost"
	unanswered = "unanswered"
)

func (v *Verifications) count(ctx context.Context, outcome string, n int) {
	v.outcomes.Add(ctx, int64(n), metric.WithAttributes(attribute.String("outcome", outcome)))
}

// Run reconciles what is due until ctx ends. Several programs may; each session is asked for by one of them. While the
// verification service does not answer, the pauses grow.
func (v *Verifications) Run(ctx context.Context) error {
	pause := reconcileEvery
	for ctx.Err() == nil {
		full, err := v.due(ctx)
		switch {
		case err != nil:
			if pause == reconcileEvery && ctx.Err() == nil {
				v.log.LogAttrs(ctx, slog.LevelWarn, "reconciliation of verifications interrupted",
					slog.String("cause", err.Error()))
			}
			pause = min(2*pause, maxPause)
		case pause > reconcileEvery:
			v.log.LogAttrs(ctx, slog.LevelInfo, "reconciliation of verifications resumed")
			pause = reconcileEvery
		}
		if !full || err != nil {
			streams.SleepContext(ctx,
				time.Duration(float64(pause)*(0.8+0.4*rand.Float64()))) //nolint:gosec // only spreads replicas
		}
	}
	return nil
}

// due reconciles a batch of what is due; full when there may be more.
func (v *Verifications) due(ctx context.Context) (full bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, reconcileTimeout)
	defer cancel()
	now := v.moment()
	list, err := v.store.ClaimDueVerifications(ctx, now, reconcileBatch)
	if err != nil || len(list) == 0 {
		return false, err
	}
	_, err = v.reconcile(ctx, list, audit.Entry{At: now, Actor: audit.SystemActor, Operation: "ReconcileVerifications"})
	return len(list) == reconcileBatch, err
}

func (v *Verifications) moment() time.Time { return v.now().UTC().Truncate(time.Millisecond) }

// PageView reconciles the open sessions of a merchant who looks at the page, unless that was done a moment ago. It
// reports whether anything moved.
func (v *Verifications) PageView(ctx context.Context, ref pc.Ref) (bool, error) {
	now := v.moment()
	report, err := v.reconcileMerchant(ctx, ref, now.Add(-verification.ReconcileSpacing),
		audit.Entry{At: now, Actor: audit.SystemActor, Operation: "ReconcileVerifications"})
	return report.Moved > 0, err
}

// ReconcileMerchant reconciles the open sessions of a merchant whenever they were last asked for, and returns the
// merchant afterwards.
func (v *Verifications) ReconcileMerchant(
	ctx context.Context, ref pc.Ref, by audit.Entry,
) (verification.Reconciled, onboarding.Onboarding, error) {
	if o, err := v.onboardings.Get(ctx, access.SystemView, ref); err != nil {
		return verification.Reconciled{}, o, err
	}
	report, err := v.reconcileMerchant(ctx, ref, by.At, by)
	if err != nil {
		return report, onboarding.Onboarding{}, err
	}
	o, err := v.onboardings.Get(ctx, access.SystemView, ref)
	return report, o, err
}

// reconcileMerchant reconciles the open sessions of a merchant that were last asked for before a time.
func (v *Verifications) reconcileMerchant(
	ctx context.Context, ref pc.Ref, askedBefore time.Time, by audit.Entry,
) (verification.Reconciled, error) {
	list, err := v.store.ClaimVerificationsOf(ctx, ref, askedBefore, by.At, reconcileBatch)
	if err != nil || len(list) == 0 {
		return verification.Reconciled{}, err
	}
	return v.reconcile(ctx, list, by)
}

// ReconcileAll reconciles all open sessions, in batches, as far as ctx allows.
func (v *Verifications) ReconcileAll(ctx context.Context, by audit.Entry) (verification.Reconciled, error) {
	var sum verification.Reconciled
	for {
		list, err := v.store.ClaimStaleVerifications(ctx, by.At, v.moment(), reconcileBatch)
		if err != nil || len(list) == 0 {
			return sum, err
		}
		report, err := v.reconcile(ctx, list, by)
		sum.Checked, sum.Moved, sum.Lost = sum.Checked+report.Checked, sum.Moved+report.Moved, sum.Lost+report.Lost
		if err != nil {
			return sum, err
		}
	}
}

// reconcile asks for claimed sessions, and applies what is reported of those that have another status. One that cannot
// be applied comes up again after its lease, and delays no other.
func (v *Verifications) reconcile(
	ctx context.Context, list []verification.OpenVerification, by audit.Entry,
) (verification.Reconciled, error) {
	ids := make([]string, len(list))
	for i, open := range list {
		ids[i] = open.SessionID
	}
	states, err := v.sessions.Sessions(ctx, ids)
	if err != nil {
		v.count(ctx, unanswered, len(list))
		return verification.Reconciled{}, err
	}
	now := v.moment()
	unopened, err := v.unopened(ctx, list, states, now)
	if err != nil {
		return verification.Reconciled{}, err
	}
	done, report := make([]postgres.Reconciled, 0, len(list)), verification.Reconciled{Checked: len(list)}
	var failed error
	for _, open := range list {
		answer, known := states[open.SessionID]
		state, reported := open.Reported(answer, known, now)
		if reported && !slices.Contains(unopened, open.SessionID) && state.Status != open.Status {
			if err := v.Move(ctx, open, state, by); err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %w", open.Merchant, err))
				continue
			}
			open.Status = state.Status
			report.Moved++
			if !known {
				report.Lost++
			}
		}
		r := postgres.Reconciled{SessionID: open.SessionID, Status: open.Status}
		if !onboarding.SessionEnded(open.Status) {
			r.Next = new(nextReconciliation(open.CreatedAt, now))
		}
		done = append(done, r)
	}
	v.count(ctx, moved, report.Moved-report.Lost)
	v.count(ctx, lost, report.Lost)
	v.count(ctx, unchanged, len(done)-report.Moved)
	return report, errors.Join(failed, v.store.SaveReconciled(ctx, done, now))
}

// unopened returns which of the sessions that the verification service does not know are of live mode. They are not
// lost: the call that opens them may still be due, and is made again where it is done, as after the service was
// restored from an earlier backup.
func (v *Verifications) unopened(
	ctx context.Context, list []verification.OpenVerification, states map[string]onboarding.SessionState, now time.Time,
) ([]string, error) {
	var unknown []string
	for _, open := range list {
		if _, known := states[open.SessionID]; !known {
			unknown = append(unknown, open.SessionID)
		}
	}
	if len(unknown) == 0 {
		return nil, nil
	}
	return v.store.OpenAgain(ctx, unknown, telemetry.Traceparent(ctx), now)
}

// nextReconciliation spreads sessions at random.
func nextReconciliation(created, now time.Time) time.Time {
	return verification.NextReconciliation(created, now, rand.Float64()) //nolint:gosec // nothing secret depends on it
}

// Move applies what is reported of a session to its onboarding. It is the same whether an event, the schedule or a
// person is the cause; applied twice it changes nothing.
func (v *Verifications) Move(
	ctx context.Context, open verification.OpenVerification, state onboarding.SessionState, by audit.Entry,
) error {
	_, err := v.onboardings.Change(ctx, access.SystemView, open.Merchant, v.moment(), by,
		func(o *onboarding.Onboarding) error {
			return signing.Verified(o, open.SessionID, state)
		})
	return err
}
