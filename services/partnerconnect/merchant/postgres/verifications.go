package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// A session is open while it has a time of its next reconciliation. That an onboarding names an open session and that
// the session is reconciled commit together, and so do the end of both, so whatever is lost in between is found again.
const (
	insertVerification = `
	INSERT INTO verification_sessions (session_id, onboarding_ref, status, created_at, reconcile_at, asked_at,
	                                   reconciled_at)
	SELECT @id, @ref, 'pending', @now, @next, @now, @now
	WHERE  (SELECT count(*) FROM verification_sessions
	        WHERE onboarding_ref = @ref AND created_at > @since AND status <> 'lost') < @most
	ON CONFLICT DO NOTHING`
	selectVerifications = `SELECT session_id, onboarding_ref, status, created_at FROM verification_sessions
		WHERE session_id = ANY(@ids)`
)

// A NewVerification is a session that begins.
type NewVerification struct {
	Session    string
	Merchant   pc.Ref
	At         time.Time
	Reconciled time.Time // when it is reconciled next
	Since      time.Time // an onboarding has at most Most sessions since then
	Most       int
}

// BindVerification remembers whose a new session is. False when the onboarding has its most sessions already. A lost
// one does not count: it never began, as while the verification service was away.
func (s *VerificationStore) BindVerification(ctx context.Context, v NewVerification) (bool, error) {
	tag, err := s.pool.Exec(ctx, insertVerification, pgx.StrictNamedArgs{
		"id": v.Session, "ref": v.Merchant, "now": v.At, "next": v.Reconciled, "since": v.Since, "most": v.Most,
	})
	return tag.RowsAffected() > 0, err
}

// VerificationsByID returns sessions by their ids, whether open or not; those that are not ours are left out.
func (s *VerificationStore) VerificationsByID(
	ctx context.Context, ids []string,
) ([]verification.OpenVerification, error) {
	return pgdb.All[verification.OpenVerification](ctx, s.pool, selectVerifications, pgx.StrictNamedArgs{"ids": ids})
}

// What is claimed comes up again after the lease, should the one who claimed it fail or die.
const (
	claimDueVerifications = `
		UPDATE verification_sessions v SET reconcile_at = @lease, asked_at = @now
		WHERE  v.session_id IN (
		       SELECT session_id FROM verification_sessions WHERE reconcile_at <= @now ORDER BY reconcile_at LIMIT @limit
		       FOR UPDATE SKIP LOCKED)
		RETURNING v.session_id, v.onboarding_ref, v.status, v.created_at`
	claimVerificationsOf = `
		UPDATE verification_sessions v SET reconcile_at = @lease, asked_at = @now
		WHERE  v.session_id IN (
		       SELECT session_id FROM verification_sessions
		       WHERE  onboarding_ref = @ref AND reconcile_at IS NOT NULL AND asked_at <= @before LIMIT @limit
		       FOR UPDATE SKIP LOCKED)
		RETURNING v.session_id, v.onboarding_ref, v.status, v.created_at`
	claimStaleVerifications = `
		UPDATE verification_sessions v SET reconcile_at = @lease, asked_at = @now
		WHERE  v.session_id IN (
		       SELECT session_id FROM verification_sessions
		       WHERE  reconciled_at < @before AND reconcile_at IS NOT NULL ORDER BY reconciled_at LIMIT @limit
		       FOR UPDATE SKIP LOCKED)
		RETURNING v.session_id, v.onboarding_ref, v.status, v.created_at`
)

// leaseFor is how long claimed sessions are left to the one who claimed them.
const leaseFor = time.Minute

// ClaimDueVerifications returns open sessions whose reconciliation is due, the longest due first, each to one of
// several callers.
func (s *VerificationStore) ClaimDueVerifications(
	ctx context.Context, now time.Time, limit int,
) ([]verification.OpenVerification, error) {
	return s.claim(ctx, claimDueVerifications, now, pgx.StrictNamedArgs{"limit": limit})
}

// ClaimVerificationsOf returns the open sessions of a merchant that were last asked for before a time.
func (s *VerificationStore) ClaimVerificationsOf(
	ctx context.Context, ref pc.Ref, askedBefore, now time.Time, limit int,
) ([]verification.OpenVerification, error) {
	return s.claim(ctx, claimVerificationsOf, now, pgx.StrictNamedArgs{"ref": ref, "before": askedBefore, "limit": limit})
}

// ClaimStaleVerifications returns open sessions of all merchants that were last reconciled before a time.
func (s *VerificationStore) ClaimStaleVerifications(
	ctx context.Context, reconciledBefore, now time.Time, limit int,
) ([]verification.OpenVerification, error) {
	return s.claim(ctx, claimStaleVerifications, now, pgx.StrictNamedArgs{"before": reconciledBefore, "limit": limit})
}

func (s *VerificationStore) claim(
	ctx context.Context, sql string, now time.Time, args pgx.StrictNamedArgs,
) ([]verification.OpenVerification, error) {
	args["now"], args["lease"] = now, now.Add(leaseFor)
	return pgdb.All[verification.OpenVerification](ctx, s.pool, sql, args)
}

// A session that ended meanwhile, by an event say, stays ended.
const saveReconciled = `
	UPDATE verification_sessions v SET status = r.status, reconcile_at = r.next, reconciled_at = @now
	FROM   unnest(@ids::text[], @statuses::text[], @next::timestamptz[]) AS r (id, status, next)
	WHERE  v.session_id = r.id AND v.reconcile_at IS NOT NULL`

// A Reconciled is the state of a session that was applied, and when it is reconciled next; nil once it has ended.
type Reconciled struct {
	SessionID string
	Status    string
	Next      *time.Time
}

// SaveReconciled stores what was reported of sessions and applied.
func (s *VerificationStore) SaveReconciled(ctx context.Context, list []Reconciled, now time.Time) error {
	ids, statuses, next := make([]string, len(list)), make([]string, len(list)), make([]*time.Time, len(list))
	for i, r := range list {
		ids[i], statuses[i], next[i] = r.SessionID, r.Status, r.Next
	}
	_, err := s.pool.Exec(ctx, saveReconciled,
		pgx.StrictNamedArgs{"ids": ids, "statuses": statuses, "next": next, "now": now})
	return err
}

const oldestUnreconciled = `SELECT min(reconciled_at) FROM verification_sessions WHERE reconcile_at IS NOT NULL`

// OldestUnreconciled is when the open session that was not reconciled for the longest time was; nil when none is open.
func (s *VerificationStore) OldestUnreconciled(ctx context.Context) (at *time.Time, err error) {
	err = s.pool.QueryRow(ctx, oldestUnreconciled).Scan(&at)
	return at, err
}
