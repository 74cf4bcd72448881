package postgres

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

const selectAnyRunning = `
	SELECT EXISTS (SELECT FROM recoveries WHERE status = 'running') OR EXISTS (SELECT FROM bulk_recoveries WHERE status = 'running')`

// AnyRunning reports whether there is a running job, of one endpoint or of many.
func (s Recoveries) AnyRunning(ctx context.Context) (found bool, err error) {
	err = s.db.QueryRow(ctx, selectAnyRunning).Scan(&found)
	return found, err
}

const selectRunning = `
	SELECT ` + recoveryColumns + ` FROM recoveries r
	WHERE  status = 'running' AND stepped_at < @now AND tenant_id <> ALL(@without)
	  AND  (bulk_id IS NULL OR EXISTS (SELECT FROM bulk_recoveries b WHERE b.id = r.bulk_id AND b.status = 'running'))
	ORDER  BY stepped_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED`

// NextRunning returns the running job that waited longest and has had no step since a time, and locks it; false when there is none. Those of
// a bulk recovery that is paused wait, and those of some tenants.
func (s Recoveries) NextRunning(
	ctx context.Context, since time.Time, without []webhooks.TenantID,
) (r webhooks.Recovery, found bool, err error) {
	rows, _ := s.db.Query(ctx, selectRunning, pgx.StrictNamedArgs{
		"now": since, "without": pgdb.Column(without, func(t webhooks.TenantID) string { return string(t) }),
	})
	r, err = pgx.CollectExactlyOneRow(rows, scanRecovery)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, false, nil
	}
	return r, err == nil, err
}

const markStepped = `UPDATE recoveries SET stepped_at = @now WHERE id = @id`

// SetStepped stores the time of a job's step.
func (s Recoveries) SetStepped(ctx context.Context, id string, now time.Time) error {
	return exec(ctx, s.db, markStepped, pgx.StrictNamedArgs{"id": id, "now": now})
}

// The endpoint is not locked: a DELETE locks it first and then, by the cascade, the job. What is stored for an endpoint
// that stops meanwhile is of an activation that has passed, and is cancelled.
const selectEndpointState = `
	SELECT is_active, filter, (SELECT count(*) FROM (SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending' LIMIT @window) p)
	FROM   endpoints e WHERE e.id = @endpoint`

// EndpointState is what a step needs to know of the endpoint of its job.
type EndpointState struct {
	Active  bool
	Filter  string
	Pending int // of its deliveries, counted up to a window
}

// EndpointState returns the state of the endpoint of a job.
func (s Recoveries) EndpointState(ctx context.Context, e webhooks.EndpointID, window int) (state EndpointState, err error) {
	err = s.db.QueryRow(ctx, selectEndpointState, pgx.StrictNamedArgs{"endpoint": e, "window": window}).Scan(&state.Active, &state.Filter, &state.Pending)
	return state, err
}

// Which events a recovery is to send: those of its span that the endpoint subscribes to and missed. A delivery that it
// sent itself is pending or delivered by then, so that what is counted is what will be sent. What is pending from an
// earlier activation is as good as cancelled: its run will find that it has passed. Times of events are in milliseconds; so, for the
// comparison, is the start of the span. What happened before the endpoint was created was not missed by it, whoever asks.
const missedEvents = `
	FROM   recoveries r ` + missedOf + ` AND r.id = @id`

// missedOf are the events that a row r misses, which has the columns of recoveries that are named in it.
const missedOf = `
	JOIN   endpoints p ON p.id = r.endpoint_id
	JOIN   events e ON e.tenant_id = r.tenant_id AND e.livemode = r.livemode
	  AND  e.created_at >= date_trunc('milliseconds', greatest(r.since, p.created_at)) AND e.created_at < r.until AND (e.created_at, e.id) > (r.cursor_at, r.cursor_id)
	  AND  (e.endpoint_id = p.id OR e.endpoint_id IS NULL AND ` + subscribes + `)
	  AND  NOT EXISTS (SELECT FROM withdrawn_permissions w WHERE w.tenant_id = e.tenant_id AND w.livemode = e.livemode AND w.permission = ANY(e.permissions))
	  AND  (r.event_types IS NULL OR e.type = ANY(r.event_types))
	LEFT   JOIN deliveries d ON d.event_at = e.created_at AND d.endpoint_id = p.id AND d.event_id = e.id
	WHERE  CASE WHEN d.id IS NULL THEN 'never_attempted' = ANY(r.statuses)
	            WHEN d.status = 'pending' THEN d.activation < p.activation AND 'cancelled' = ANY(r.statuses)
	            ELSE d.status IN ('failed', 'cancelled') AND d.status = ANY(r.statuses) END`

const countMissed = `UPDATE recoveries SET matched = requeued + (SELECT count(*) ` + missedEvents + `) WHERE id = @id`

// CountMissed stores how many events a job is to send.
func (s Recoveries) CountMissed(ctx context.Context, id string) error {
	return exec(ctx, s.db, countMissed, pgx.StrictNamedArgs{"id": id})
}

const selectMissed = `
	SELECT e.id, e.tenant_id, e.livemode, e.type, e.created_at, e.body, e.traceparent, e.permissions <> '{}', coalesce(d.run, 0), p.id, p.activation
	` + missedEvents + ` ORDER BY e.created_at, e.id LIMIT @limit`

// Missed returns the next deliveries that a job is to send, each in its next run.
func (s Recoveries) Missed(ctx context.Context, id string, limit int) ([]webhooks.Delivery, error) {
	rows, _ := s.db.Query(ctx, selectMissed, pgx.StrictNamedArgs{"id": id, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d webhooks.Delivery, err error) {
		err = row.Scan(&d.Event, &d.Scope.Tenant, &d.Scope.Livemode, &d.EventType, &d.EventAt, &d.Body, &d.Traceparent, &d.Check, &d.Run, &d.Endpoint, &d.Activation)
		d.Run++
		d.ID = webhooks.NewDeliveryID(d.Event, d.EventAt, d.Endpoint)
		return d, err
	})
}

const requeue = `
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation,
	                        created_at, updated_at, next_attempt_at, overdue_at)
	SELECT event_at, id, @endpoint::text::uuid, event_id, event_type, @tenant, @livemode, 'pending', run, @activation, @now, @now, @now, @overdue
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @events::text[], @types::text[], @runs::int[]) AS d(event_at, id, event_id, event_type, run)
	ON CONFLICT (event_at, id) DO UPDATE
	SET    status = 'pending', reason = NULL, run = excluded.run, activation = excluded.activation, attempt_count = 0,
	       next_attempt_at = excluded.next_attempt_at, completed_at = NULL, updated_at = excluded.updated_at, overdue_at = excluded.overdue_at
	WHERE  deliveries.run < excluded.run
	  AND (deliveries.status IN ('failed', 'cancelled') OR deliveries.status = 'pending' AND deliveries.activation < excluded.activation)
	RETURNING id`

const advanceRecovery = `
	UPDATE recoveries SET cursor_at = @cursor_at, cursor_id = @cursor_id, requeued = requeued + @n WHERE id = @id`

// Requeue stores missed deliveries of a job as pending and moves its cursor behind the last one that it looked at. It returns what it
// stored: a delivery that was sent again meanwhile is left alone.
func (s Recoveries) Requeue(ctx context.Context, r webhooks.Recovery, list []webhooks.Delivery, last webhooks.Delivery, now, overdue time.Time) ([]webhooks.Delivery, error) {
	var stored map[webhooks.DeliveryID]bool
	var b pgx.Batch
	b.Queue(requeue, deliveryKeys(list, pgx.StrictNamedArgs{
		"endpoint": r.Endpoint, "tenant": r.Scope.Tenant, "livemode": r.Scope.Livemode, "activation": last.Activation, "now": now, "overdue": overdue,
		"events": pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.Event) }),
		"types":  pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.EventType) }),
		"runs":   pgdb.Column(list, func(d webhooks.Delivery) int { return d.Run }),
	})).Query(func(rows pgx.Rows) (err error) {
		stored, err = deliveryIDs(rows)
		return err
	})
	b.Queue(advanceRecovery, pgx.StrictNamedArgs{"id": r.ID, "cursor_at": last.EventAt, "cursor_id": last.Event, "n": len(list)})
	if err := s.db.SendBatch(ctx, &b).Close(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(d webhooks.Delivery) bool { return !stored[d.ID] }), nil
}

const finishRecovery = `
	UPDATE recoveries SET status = @status, finished_at = @now, matched = CASE WHEN @status = 'completed' THEN requeued ELSE matched END
	WHERE  id = @id AND status = 'running'`

// Finish ends a job.
func (s Recoveries) Finish(ctx context.Context, id string, status webhooks.RecoveryStatus, now time.Time) error {
	return exec(ctx, s.db, finishRecovery, pgx.StrictNamedArgs{"id": id, "status": status, "now": now})
}
