package bulk

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Selected are the conditions of the endpoints that a selection chooses. One that failed has a last failure since the
// beginning of the span, so that only these are looked up among the deliveries, by the index of those that ended badly.
func Selected(x webhooks.BulkSelection) *pgdb.Conditions {
	return where("livemode = @livemode AND created_at < @until",
		pgx.StrictNamedArgs{"livemode": x.Livemode, "until": x.Until}).
		And(len(x.Tenants) > 0, "tenant_id = ANY(@tenants)", pgx.StrictNamedArgs{"tenants": x.Tenants}).
		And(len(x.Endpoints) > 0, "id = ANY(@endpoints::text[]::uuid[])", pgx.StrictNamedArgs{"endpoints": x.Endpoints}).
		And(x.FailingFrom != nil, `(last_failure_at >= @failing_from OR NOT is_active OR activation > 1)
	  AND EXISTS (SELECT FROM deliveries d WHERE d.endpoint_id = endpoints.id AND d.status IN ('failed', 'cancelled')
	              AND d.event_at >= @failing_from AND d.event_at < @failing_until)`,
			pgx.StrictNamedArgs{"failing_from": x.FailingFrom, "failing_until": x.FailingUntil})
}

const insertBulkEndpoints = `
	INSERT INTO bulk_recovery_endpoints (bulk_id, endpoint_id, tenant_id, status)
	SELECT @id, e.id, e.tenant_id, 'waiting' FROM (`

// InsertEndpoints stores the endpoints that the selection of a job chooses, at most limit, and returns how many there
// are.
func (s Store) InsertEndpoints(ctx context.Context, b webhooks.BulkRecovery, limit int) (int, error) {
	sql, args := Selected(b.Selection).Page(`SELECT id, tenant_id FROM endpoints`, "id", limit)
	args["id"] = b.ID
	tag, err := s.db.Exec(ctx, insertBulkEndpoints+sql+") e", args)
	return int(tag.RowsAffected()), err
}

const selectRunningBulk = selectBulk + `
	WHERE  status = 'running' AND stepped_at < @now ORDER BY stepped_at LIMIT 1 FOR UPDATE SKIP LOCKED`

// NextRunning returns the running job that waited longest and has had no step since a time, and locks it; false when
// there is none.
func (s Store) NextRunning(
	ctx context.Context, since time.Time,
) (b webhooks.BulkRecovery, found bool, err error) {
	rows, _ := s.db.Query(ctx, selectRunningBulk, pgx.StrictNamedArgs{"now": since})
	return pgdb.OneIfAny(rows, scanBulkRecovery)
}

const markBulkStepped = `UPDATE bulk_recoveries SET stepped_at = @now WHERE id = @id`

// A recovery ends without a step when its tenant cancels it, or its endpoint is deleted.
const endBulkEndpoints = `
	UPDATE bulk_recovery_endpoints i
	SET    status = coalesce(r.status, 'cancelled'),
	       cause = CASE r.status WHEN 'completed' THEN '' WHEN 'cancelled' THEN @cancelled ELSE @deleted END,
	       matched = coalesce(r.matched, i.matched), requeued = coalesce(r.requeued, i.requeued),
	       finished_at = coalesce(r.finished_at, @now)
	FROM   bulk_recovery_endpoints x LEFT JOIN recoveries r ON r.id = x.recovery_id
	WHERE  x.bulk_id = @id AND x.status = 'running' AND (r.id IS NULL OR r.status <> 'running') AND i.bulk_id = x.bulk_id
	       AND i.endpoint_id = x.endpoint_id`

// BeginStep stores the time of a job's step, and which of its recoveries have ended meanwhile.
func (s Store) BeginStep(ctx context.Context, id string, now time.Time) error {
	if err := exec(ctx, s.db, markBulkStepped, pgx.StrictNamedArgs{"id": id, "now": now}); err != nil {
		return err
	}
	return s.endEndpoints(ctx, id, now)
}

func (s Store) endEndpoints(ctx context.Context, id string, now time.Time) error {
	return exec(ctx, s.db, endBulkEndpoints, pgx.StrictNamedArgs{
		"id": id, "now": now, "cancelled": webhooks.CauseRecoveryCancelled, "deleted": webhooks.CauseEndpointDeleted,
	})
}

const selectOpenEndpoints = `
	SELECT i.endpoint_id, i.tenant_id, i.status FROM bulk_recovery_endpoints i
	WHERE  i.bulk_id = @id AND i.status = @status ORDER BY i.endpoint_id LIMIT @limit`

// OpenEndpoints returns the first endpoints of a job that wait, or that run.
func (s Store) OpenEndpoints(
	ctx context.Context, id, status string, limit int,
) ([]webhooks.BulkEndpoint, error) {
	rows, _ := s.db.Query(ctx, selectOpenEndpoints, pgx.StrictNamedArgs{"id": id, "status": status, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e webhooks.BulkEndpoint, err error) {
		err = row.Scan(&e.Endpoint, &e.Tenant, &e.Status)
		return e, err
	})
}

const beginBulkEndpoint = `
	UPDATE bulk_recovery_endpoints SET status = 'running', recovery_id = @recovery
	WHERE bulk_id = @id AND endpoint_id = @endpoint::text::uuid`

// BeginEndpoint stores that a recovery runs for an endpoint of a job.
func (s Store) BeginEndpoint(ctx context.Context, id string, r webhooks.Recovery) error {
	return exec(ctx, s.db, beginBulkEndpoint, pgx.StrictNamedArgs{"id": id, "endpoint": r.Endpoint, "recovery": r.ID})
}

const passBulkEndpoint = `
	UPDATE bulk_recovery_endpoints SET status = 'cancelled', cause = @cause, finished_at = @now
	WHERE bulk_id = @id AND endpoint_id = @endpoint::text::uuid`

// PassEndpoint stores why an endpoint of a job gets no recovery.
func (s Store) PassEndpoint(
	ctx context.Context, id string, e webhooks.EndpointID, cause webhooks.BulkCause, now time.Time,
) error {
	return exec(ctx, s.db, passBulkEndpoint, pgx.StrictNamedArgs{"id": id, "endpoint": e, "cause": cause, "now": now})
}
