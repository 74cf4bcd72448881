// Package bulk is the SQL of bulk recoveries.
package bulk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Store are the statements on bulk recoveries. Whoever changes a job locks its row first, then rows of its
// recoveries; a step of a recovery, which comes from the other side, takes the job's row only if that is free at once.
type Store struct{ db pgdb.Querier }

// NewStore returns the statements on the pool or on a transaction.
func NewStore(db pgdb.Querier) Store { return Store{db} }

var (
	exec  = pgdb.Exec
	where = pgdb.Where
)

const bulkColumns = `id, idempotency_key, status, livemode, tenant_ids, endpoint_ids, failing_from, failing_until,
	since, until, event_types, started_by,
	reason, created_at, finished_at`

func scanBulkRecovery(row pgx.CollectableRow) (b webhooks.BulkRecovery, err error) {
	s := &b.Selection
	err = row.Scan(&b.ID, &b.Key, &b.Status, &s.Livemode, &s.Tenants, &s.Endpoints, &s.FailingFrom, &s.FailingUntil,
		&s.Since, &s.Until, &s.EventTypes,
		&b.StartedBy, &b.Reason, &b.CreatedAt, &b.FinishedAt)
	return b, err
}

// Starts are rare, and take turns: neither the limit nor the idempotency key is passed by two at once.
const lockBulkStarts = `SELECT pg_advisory_xact_lock(hashtext('bulk_recoveries'))`

// LockStarts has starts take turns until the end of the transaction.
func (s Store) LockStarts(ctx context.Context) error {
	return exec(ctx, s.db, lockBulkStarts)
}

const countOpenBulk = `SELECT count(*) FROM bulk_recoveries WHERE finished_at IS NULL`

// CountOpen returns how many jobs run or are paused.
func (s Store) CountOpen(ctx context.Context) (n int, err error) {
	err = s.db.QueryRow(ctx, countOpenBulk).Scan(&n)
	return n, err
}

const insertBulk = `
	INSERT INTO bulk_recoveries (id, idempotency_key, status, livemode, tenant_ids, endpoint_ids, failing_from,
	                             failing_until, since, until, event_types,
	                             started_by, reason, stepped_at, created_at)
	VALUES (@id, @key, @status, @livemode, @tenants, @endpoints, @failing_from, @failing_until, @since, @until, @types,
	        @by, @reason, @now, @now)`

// Insert stores a job without its endpoints.
func (s Store) Insert(ctx context.Context, b webhooks.BulkRecovery) error {
	x := b.Selection
	return exec(ctx, s.db, insertBulk, pgx.StrictNamedArgs{
		"id": b.ID, "key": b.Key, "status": b.Status, "livemode": x.Livemode, "tenants": x.Tenants, "endpoints": x.Endpoints,
		"failing_from":  x.FailingFrom,
		"failing_until": x.FailingUntil, "since": x.Since, "until": x.Until, "types": x.EventTypes, "by": b.StartedBy,
		"reason": b.Reason, "now": b.CreatedAt,
	})
}

const selectBulk = `SELECT ` + bulkColumns + ` FROM bulk_recoveries`

// Find returns a job; ErrBulkRecoveryNotFound.
func (s Store) Find(ctx context.Context, id string) (webhooks.BulkRecovery, error) {
	return s.find(ctx, id, "")
}

func (s Store) find(ctx context.Context, id, lock string) (webhooks.BulkRecovery, error) {
	rows, _ := s.db.Query(ctx, selectBulk+` WHERE id = @id`+lock, pgx.StrictNamedArgs{"id": id})
	return pgdb.One(rows, scanBulkRecovery, webhooks.ErrBulkRecoveryNotFound)
}

// FindKey returns the job that was started with an idempotency key; ErrBulkRecoveryNotFound.
func (s Store) FindKey(ctx context.Context, key string) (webhooks.BulkRecovery, error) {
	rows, _ := s.db.Query(ctx, selectBulk+` WHERE idempotency_key = @key`, pgx.StrictNamedArgs{"key": key})
	return pgdb.One(rows, scanBulkRecovery, webhooks.ErrBulkRecoveryNotFound)
}

// List returns a page of jobs, newest first.
func (s Store) List(ctx context.Context, p *webhooks.Position, limit int) ([]webhooks.BulkRecovery, error) {
	jobs := where("true", pgx.StrictNamedArgs{})
	if p != nil {
		jobs.And(true, "(created_at, id) < (@time, @id)", pgx.StrictNamedArgs{"time": p.Time, "id": p.ID})
	}
	sql, args := jobs.Page(selectBulk, "created_at DESC, id DESC", limit)
	rows, _ := s.db.Query(ctx, sql, args)
	return pgx.CollectRows(rows, scanBulkRecovery)
}

const selectProgress = `
	SELECT bulk_id, count(*) FILTER (WHERE status = 'waiting'), count(*) FILTER (WHERE status = 'running'),
	       count(*) FILTER (WHERE status = 'completed'),
	       count(*) FILTER (WHERE status = 'cancelled'), coalesce(sum(greatest(matched, requeued)), 0)::bigint,
	       coalesce(sum(requeued), 0)::bigint
	FROM   bulk_recovery_endpoints WHERE bulk_id = ANY(@ids) GROUP BY bulk_id`

// Progress sums up what jobs did.
func (s Store) Progress(ctx context.Context, ids ...string) (map[string]webhooks.BulkProgress, error) {
	out := make(map[string]webhooks.BulkProgress, len(ids))
	rows, _ := s.db.Query(ctx, selectProgress, pgx.StrictNamedArgs{"ids": ids})
	var id string
	var p webhooks.BulkProgress
	_, err := pgx.ForEachRow(rows, []any{&id, &p.Waiting, &p.Running, &p.Completed, &p.Cancelled, &p.Matched, &p.Requeued},
		func() error {
			out[id] = p
			return nil
		})
	return out, err
}

const selectBulkEndpoints = `
	SELECT i.endpoint_id AS endpoint, i.tenant_id AS tenant, coalesce(e.url, '') AS url, i.status, i.cause,
	       coalesce(i.recovery_id, '') AS recovery, i.matched, i.requeued, i.finished_at
	FROM   bulk_recovery_endpoints i LEFT JOIN endpoints e ON e.id = i.endpoint_id
	WHERE  i.bulk_id = @id AND (@after::text = '' OR i.endpoint_id > nullif(@after, '')::uuid) ORDER BY i.endpoint_id
	LIMIT @limit`

// ListEndpoints returns a page of what a job did for each endpoint, in their order.
func (s Store) ListEndpoints(
	ctx context.Context, id string, after webhooks.EndpointID, limit int,
) ([]webhooks.BulkEndpoint, error) {
	return pgdb.All[webhooks.BulkEndpoint](ctx, s.db, selectBulkEndpoints,
		pgx.StrictNamedArgs{"id": id, "after": after, "limit": limit})
}

const updateBulk = `UPDATE bulk_recoveries SET status = @status, finished_at = @finished WHERE id = @id`

// Update stores what pause, resume, cancel or the end change of a job.
func (s Store) Update(ctx context.Context, b webhooks.BulkRecovery) error {
	return exec(ctx, s.db, updateBulk, pgx.StrictNamedArgs{"id": b.ID, "status": b.Status, "finished": b.FinishedAt})
}

const (
	cancelBulkRecoveries = `
	UPDATE recoveries SET status = 'cancelled', finished_at = @now
	WHERE  id IN (SELECT recovery_id FROM bulk_recovery_endpoints WHERE bulk_id = @id AND status = 'running')
	       AND status = 'running'`
	cancelBulkEndpoints = `
	UPDATE bulk_recovery_endpoints SET status = 'cancelled', cause = @cause, finished_at = @now
	WHERE bulk_id = @id AND status IN ('waiting', 'running')`
)

// CancelEndpoints ends what a job has not ended, and the recoveries that run for it.
func (s Store) CancelEndpoints(ctx context.Context, id string, now time.Time) error {
	if err := s.endEndpoints(ctx, id, now); err != nil {
		return err
	}
	if err := exec(ctx, s.db, cancelBulkRecoveries, pgx.StrictNamedArgs{"id": id, "now": now}); err != nil {
		return err
	}
	return exec(ctx, s.db, cancelBulkEndpoints,
		pgx.StrictNamedArgs{"id": id, "now": now, "cause": webhooks.CauseJobCancelled})
}

// A job that someone is changing is not waited for: whoever changes it may wait for the recovery that this step has
// locked. Row locks that are shared have no queue: steps of several replicas that overlap would keep a change waiting.
// Advisory locks have one, so that no step begins while a change waits.
const (
	lockBulkForStep = `SELECT status = 'running' FROM bulk_recoveries
		WHERE id = @id AND pg_try_advisory_xact_lock_shared(hashtext('bulk_recovery'), hashtext(id)) FOR SHARE SKIP LOCKED`
	lockBulkForChange = `SELECT pg_advisory_xact_lock(hashtext('bulk_recovery'), hashtext(@id))`
)

// LockForChange returns a job that is to be changed. It waits for the steps of its recoveries that have begun, and none
// begins until the end of the transaction.
func (s Store) LockForChange(ctx context.Context, id string) (b webhooks.BulkRecovery, err error) {
	if err := exec(ctx, s.db, lockBulkForChange, pgx.StrictNamedArgs{"id": id}); err != nil {
		return b, err
	}
	return s.find(ctx, id, ` FOR UPDATE`)
}

// MayStep reports whether a recovery of a job may make a step, and keeps it so until the end of the transaction.
func (s Store) MayStep(ctx context.Context, id string) (may bool, err error) {
	rows, _ := s.db.Query(ctx, lockBulkForStep, pgx.StrictNamedArgs{"id": id})
	may, _, err = pgdb.OneIfAny(rows, pgx.RowTo[bool])
	return may, err
}

const syncBulkEndpoint = `
	UPDATE bulk_recovery_endpoints i
	SET    status = r.status, matched = r.matched, requeued = r.requeued, finished_at = r.finished_at,
	       cause = CASE WHEN r.status = 'cancelled' THEN '` + string(webhooks.CauseEndpointInactive) + `' ELSE '' END
	FROM   recoveries r WHERE r.id = @recovery AND i.recovery_id = r.id`

// SyncEndpoint stores the progress that a step of a recovery made, or that it ended since its endpoint is inactive.
func (s Store) SyncEndpoint(ctx context.Context, recovery string) error {
	return exec(ctx, s.db, syncBulkEndpoint, pgx.StrictNamedArgs{"recovery": recovery})
}
