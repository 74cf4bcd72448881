package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// A CallStore has no state: its methods work on the transaction or pool that they are given.
type CallStore struct{}

const (
	insertCall = `
		INSERT INTO provider_calls (kind, subject_id, traceparent, due_at, created_at)
		VALUES (@kind, @subject, @traceparent, @now, @now) ON CONFLICT ON CONSTRAINT provider_calls_once DO NOTHING`
	insertFollowingCall = `
		INSERT INTO provider_calls (kind, subject_id, traceparent, due_at, created_at)
		SELECT @kind, @subject, @traceparent, @now, @now
		WHERE  EXISTS (SELECT FROM provider_calls WHERE subject_id = @subject)
		ON CONFLICT ON CONSTRAINT provider_calls_once DO NOTHING`
)

// InsertCall writes what a provider is to be called for into the transaction that causes it. It is called once.
func (CallStore) InsertCall(
	ctx context.Context, tx pgx.Tx, kind provider.Kind, subject, traceparent string, now time.Time,
) error {
	return insert(ctx, tx, insertCall,
		pgx.StrictNamedArgs{"kind": kind, "subject": subject, "traceparent": traceparent, "now": now})
}

// InsertFollowingCall is InsertCall for a subject about which a provider was to be called before; there is nothing to
// do about any other.
func (CallStore) InsertFollowingCall(
	ctx context.Context, tx pgx.Tx, kind provider.Kind, subject, traceparent string, now time.Time,
) error {
	return insert(ctx, tx, insertFollowingCall,
		pgx.StrictNamedArgs{"kind": kind, "subject": subject, "traceparent": traceparent, "now": now})
}

const (
	forgetCall     = `DELETE FROM provider_calls WHERE subject_id = @subject AND kind = @kind`
	forgetDoneCall = forgetCall + ` AND done_at IS NOT NULL`
)

// InsertCallAfter is InsertCall for what is to be done once more unless it is due already.
func (s CallStore) InsertCallAfter(
	ctx context.Context, tx pgx.Tx, kind provider.Kind, subject, traceparent string, now time.Time,
) error {
	if _, err := tx.Exec(ctx, forgetDoneCall, pgx.StrictNamedArgs{"kind": kind, "subject": subject}); err != nil {
		return err
	}
	return s.InsertCall(ctx, tx, kind, subject, traceparent, now)
}

// InsertCallAgain is InsertCall for what is to be done again for each cause, done or not: a call that is under way may
// have read what was so before, so another one follows it.
func (s CallStore) InsertCallAgain(
	ctx context.Context, tx pgx.Tx, kind provider.Kind, subject, traceparent string, now time.Time,
) error {
	if _, err := tx.Exec(ctx, forgetCall, pgx.StrictNamedArgs{"kind": kind, "subject": subject}); err != nil {
		return err
	}
	return s.InsertCall(ctx, tx, kind, subject, traceparent, now)
}

func insert(ctx context.Context, tx pgx.Tx, sql string, args pgx.StrictNamedArgs) error {
	_, err := tx.Exec(ctx, sql, args)
	return err
}

const (
	claimCalls = `
		UPDATE provider_calls c SET attempts = c.attempts + 1, due_at = @lease
		FROM   (SELECT p.id FROM provider_calls p
		        WHERE  p.done_at IS NULL AND p.due_at <= @now AND p.kind = ANY(@kinds)
		               AND NOT EXISTS (SELECT FROM provider_calls b
		                               WHERE b.subject_id = p.subject_id AND b.done_at IS NULL AND b.id < p.id)
		        ORDER  BY p.due_at LIMIT @limit FOR UPDATE SKIP LOCKED) due
		WHERE  c.id = due.id
		RETURNING c.id, c.kind, c.subject_id AS subject, c.attempts AS attempt, c.traceparent`
	callDone      = `UPDATE provider_calls SET done_at = @now, last_error = @code WHERE id = @id`
	callFailed    = `UPDATE provider_calls SET due_at = @due, last_error = @code WHERE id = @id AND done_at IS NULL`
	callPostponed = `UPDATE provider_calls SET due_at = @due, attempts = attempts - 1 WHERE id = @id AND done_at IS NULL`
)

// ClaimCalls returns calls of some kinds that are due, each to one of several callers. They are due again at lease,
// should the caller die.
func (CallStore) ClaimCalls(
	ctx context.Context, q pgdb.Querier, kinds []provider.Kind, now, lease time.Time, limit int,
) ([]provider.Call, error) {
	return pgdb.All[provider.Call](ctx, q, claimCalls,
		pgx.StrictNamedArgs{"kinds": kinds, "now": now, "lease": lease, "limit": limit})
}

// CallDone ends a call; code says why the provider refused it, if it did.
func (CallStore) CallDone(ctx context.Context, q pgdb.Querier, id int64, code string, now time.Time) error {
	_, err := q.Exec(ctx, callDone, pgx.StrictNamedArgs{"id": id, "code": code, "now": now})
	return err
}

// CallFailed makes a call due again.
func (CallStore) CallFailed(ctx context.Context, q pgdb.Querier, id int64, code string, due time.Time) error {
	_, err := q.Exec(ctx, callFailed, pgx.StrictNamedArgs{"id": id, "code": code, "due": due})
	return err
}

// CallPostponed makes a call that was claimed and not made due again.
func (CallStore) CallPostponed(ctx context.Context, q pgdb.Querier, id int64, due time.Time) error {
	_, err := q.Exec(ctx, callPostponed, pgx.StrictNamedArgs{"id": id, "due": due})
	return err
}

const (
	openCalls = `
		SELECT kind, subject_id AS subject, attempts, last_error, due_at, created_at FROM provider_calls
		WHERE done_at IS NULL ORDER BY created_at, id LIMIT @limit`
	openKinds = `
		SELECT kind, count(*)::int AS open, min(created_at) AS oldest,
		       coalesce((array_agg(last_error ORDER BY due_at DESC) FILTER (WHERE last_error <> ''))[1], '')
		           AS last_error
		FROM   provider_calls WHERE done_at IS NULL GROUP BY kind ORDER BY kind`
	oldestCalls = `SELECT kind, min(created_at) FROM provider_calls WHERE done_at IS NULL GROUP BY kind`
	dropCalls   = `DELETE FROM provider_calls WHERE id IN (SELECT id FROM provider_calls WHERE done_at < @before
		       ORDER BY done_at LIMIT @limit)`
)

// OpenCalls returns the calls that are not done, the oldest first.
func (CallStore) OpenCalls(ctx context.Context, q pgdb.Querier, limit int) ([]provider.OpenCall, error) {
	return pgdb.All[provider.OpenCall](ctx, q, openCalls, pgx.StrictNamedArgs{"limit": limit})
}

// OpenKinds counts the calls that are not done, by kind.
func (CallStore) OpenKinds(ctx context.Context, q pgdb.Querier) ([]provider.OpenKind, error) {
	return pgdb.All[provider.OpenKind](ctx, q, openKinds)
}

// OldestCalls returns when the oldest call of each kind that is not done was caused.
func (CallStore) OldestCalls(ctx context.Context, q pgdb.Querier) (map[provider.Kind]time.Time, error) {
	rows, _ := q.Query(ctx, oldestCalls)
	var kind provider.Kind
	var at time.Time
	oldest := map[provider.Kind]time.Time{}
	_, err := pgx.ForEachRow(rows, []any{&kind, &at}, func() error {
		oldest[kind] = at
		return nil
	})
	return oldest, err
}

// DropCalls deletes calls that were done before a time, at most limit, and returns how many.
func (CallStore) DropCalls(ctx context.Context, q pgdb.Querier, before time.Time, limit int) (int, error) {
	tag, err := q.Exec(ctx, dropCalls, pgx.StrictNamedArgs{"before": before, "limit": limit})
	return int(tag.RowsAffected()), err
}
