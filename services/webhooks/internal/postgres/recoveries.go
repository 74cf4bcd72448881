package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Recoveries are the statements on recoveries.
type Recoveries struct{ db db }

const recoveryColumns = `id, endpoint_id, tenant_id, livemode, status, since, since_clamped, until, statuses, matched,
	requeued, created_at, finished_at,
	coalesce(bulk_id, ''), event_types, cursor_at, cursor_id`

func scanRecovery(row pgx.CollectableRow) (webhooks.Recovery, error) {
	var r webhooks.Recovery
	err := row.Scan(&r.ID, &r.Endpoint, &r.Scope.Tenant, &r.Scope.Livemode, &r.Status, &r.Since, &r.Clamped, &r.Until,
		&r.Statuses, &r.Matched,
		&r.Requeued, &r.CreatedAt, &r.FinishedAt, &r.Bulk, &r.EventTypes, &r.Seen.Time, &r.Seen.ID)
	return r, err
}

const insertRecovery = `
	INSERT INTO recoveries (id, automatic, endpoint_id, tenant_id, livemode, status, since, since_clamped, until,
	                        statuses, cursor_at, created_at, stepped_at,
	                        bulk_id, event_types)
	VALUES (@id, @automatic, @endpoint, @tenant, @livemode, 'running', @since, @clamped, @until, @statuses, @cursor, @now,
	        @now, nullif(@bulk, ''), @types)`

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Insert stores a job that runs; it has seen all events before its Seen.
func (s Recoveries) Insert(ctx context.Context, r webhooks.Recovery) error {
	return exec(ctx, s.db, insertRecovery, pgx.StrictNamedArgs{
		"id": r.ID, "automatic": r.Automatic, "endpoint": r.Endpoint, "tenant": r.Scope.Tenant, "livemode": r.Scope.Livemode,
		"since": r.Since, "clamped": r.Clamped, "cursor": later(r.Since, r.Seen.Time).Truncate(time.Millisecond),
		"until": r.Until, "statuses": r.Statuses, "now": r.CreatedAt,
		"bulk": r.Bulk, "types": r.EventTypes,
	})
}

const selectOldestPending = `
	SELECT coalesce(min(event_at), @until) FROM deliveries WHERE endpoint_id = @endpoint AND status = 'pending'`

// OldestPending returns the time of the oldest event whose delivery is pending to the endpoint of a job. Without
// such a delivery it is the end of the job's span.
func (s Recoveries) OldestPending(ctx context.Context, r webhooks.Recovery) (at time.Time, err error) {
	args := pgx.StrictNamedArgs{"endpoint": r.Endpoint, "until": r.Until}
	err = s.db.QueryRow(ctx, selectOldestPending, args).Scan(&at)
	return at, err
}

const countRunning = `SELECT count(*) FROM recoveries
	WHERE endpoint_id = @endpoint AND status = 'running' AND NOT automatic AND bulk_id IS NULL`

// CountRunning returns how many recoveries run that the tenant of an endpoint asked for.
func (s Recoveries) CountRunning(ctx context.Context, e webhooks.EndpointID) (n int, err error) {
	err = s.db.QueryRow(ctx, countRunning, pgx.StrictNamedArgs{"endpoint": e}).Scan(&n)
	return n, err
}

const selectRecovery = `SELECT ` + recoveryColumns + ` FROM recoveries WHERE id = @id AND tenant_id = @tenant
	AND livemode = @livemode`

// Find returns a job of a scope; ErrRecoveryNotFound for any other.
func (s Recoveries) Find(ctx context.Context, sc webhooks.Scope, id string) (webhooks.Recovery, error) {
	rows, _ := s.db.Query(ctx, selectRecovery, pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	return pgdb.One(rows, scanRecovery, webhooks.ErrRecoveryNotFound)
}

const selectEndpointRecoveries = `SELECT ` + recoveryColumns + ` FROM recoveries WHERE endpoint_id = @endpoint
	ORDER BY created_at DESC, id DESC LIMIT @limit`

// ListOf returns the latest jobs of an endpoint, newest first.
func (s Recoveries) ListOf(ctx context.Context, e webhooks.EndpointID, limit int) ([]webhooks.Recovery, error) {
	rows, _ := s.db.Query(ctx, selectEndpointRecoveries, pgx.StrictNamedArgs{"endpoint": e, "limit": limit})
	return pgx.CollectRows(rows, scanRecovery)
}

const cancelRecovery = `
	UPDATE recoveries SET status = 'cancelled', finished_at = @now
	WHERE  id = @id AND tenant_id = @tenant AND livemode = @livemode AND status = 'running'`

// Cancel stops a job of a scope if it runs.
func (s Recoveries) Cancel(ctx context.Context, sc webhooks.Scope, id string, now time.Time) error {
	return exec(ctx, s.db, cancelRecovery,
		pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode, "now": now})
}
