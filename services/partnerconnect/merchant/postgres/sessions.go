package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A session is open while it has a time of its next reconciliation. That an onboarding names an open session and that
// the session is reconciled commit together, and so do the end of both, so whatever is lost in between is found again.
const (
	saveOpenVerification = `
	INSERT INTO verification_sessions (session_id, onboarding_ref, status, created_at, reconcile_at, asked_at,
	                                   reconciled_at)
	VALUES (@id, @ref, @status, @created, @next, @now, @now)
	ON CONFLICT (session_id) DO UPDATE SET status = excluded.status, reconcile_at = excluded.reconcile_at
	WHERE  verification_sessions.onboarding_ref = excluded.onboarding_ref`
	saveEndedVerification = `
	UPDATE verification_sessions SET status = @status, reconcile_at = NULL, reconciled_at = @now
	WHERE session_id = @id AND onboarding_ref = @ref`
)

// SaveVerification stores the status of a session that an onboarding names, and while it is open, when it is reconciled
// next.
func (s *OnboardingStore) SaveVerification(
	ctx context.Context, tx pgx.Tx, ref pc.Ref, v onboarding.Verification, next, now time.Time,
) error {
	args := pgx.StrictNamedArgs{"id": v.SessionID, "ref": ref, "status": v.Status, "now": now}
	if !v.Open() {
		_, err := tx.Exec(ctx, saveEndedVerification, args)
		return err
	}
	args["created"], args["next"] = v.StartedAt, next
	_, err := tx.Exec(ctx, saveOpenVerification, args)
	return err
}
