package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/verification"
)

// A session is open while it has a time of its next reconciliation. That an onboarding names an open session and that the session
// is reconciled commit together, and so do the end of both, so whatever is lost in between is found again.
const (
	saveOpenVerification = `
	INSERT INTO verification_sessions (session_id, onboarding_ref, status, created_at, reconcile_at, asked_at, reconciled_at)
	VALUES (@id, @ref, @status, @created, @next, @now, @now)
	ON CONFLICT (session_id) DO UPDATE SET status = excluded.status, reconcile_at = excluded.reconcile_at
	WHERE  verification_sessions.onboarding_ref = excluded.onboarding_ref`
	saveEndedVerification = `
	UPDATE verification_sessions SET status = @status, reconcile_at = NULL, reconciled_at = @now WHERE session_id = @id AND onboarding_ref = @ref`
)

// NextReconciliation spreads sessions at random.
func NextReconciliation(created, now time.Time) time.Time {
	return verification.NextReconciliation(created, now, rand.Float64()) //nolint:gosec // nothing secret depends on it
}

// saveVerifications stores what is different between two states of the sessions that an onboarding names: the applicant's, and those of
// invited people.
func saveVerifications(ctx context.Context, tx pgx.Tx, before, after onboarding.Onboarding, now time.Time) error {
	err := saveVerification(ctx, tx, after.Ref, before.Flow.Verification, after.Flow.Verification, now)
	for id, v := range after.Flow.Invited {
		err = errors.Join(err, saveVerification(ctx, tx, after.Ref, before.Flow.Invited[id], v, now))
	}
	return err
}

func saveVerification(ctx context.Context, tx pgx.Tx, ref pc.Ref, was, v *onboarding.Verification, now time.Time) error {
	if v == nil || was != nil && was.SessionID == v.SessionID && was.Status == v.Status {
		return nil
	}
	args := pgx.StrictNamedArgs{"id": v.SessionID, "ref": ref, "status": v.Status, "now": now}
	if !v.Open() {
		_, err := tx.Exec(ctx, saveEndedVerification, args)
		return err
	}
	args["created"], args["next"] = v.StartedAt, NextReconciliation(v.StartedAt, now)
	_, err := tx.Exec(ctx, saveOpenVerification, args)
	return err
}
