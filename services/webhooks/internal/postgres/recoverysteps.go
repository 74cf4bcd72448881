package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

const selectAnyRunning = `
	SELECT EXISTS (SELECT FROM recoveries WHERE status = 'running')
	       OR EXISTS (SELECT FROM bulk_recoveries WHERE status = 'running')`

// AnyRunning reports whether there is a running job, of one endpoint or of many.
func (s Recoveries) AnyRunning(ctx context.Context) (found bool, err error) {
	err = s.db.QueryRow(ctx, selectAnyRunning).Scan(&found)
	return found, err
}

// The tenants are found one after the other in the index, however many jobs each of them has.
const selectRecovering = `
	WITH RECURSIVE t AS (
		SELECT min(tenant_id) AS id FROM recoveries WHERE status = 'running'
		UNION ALL
		SELECT (SELECT min(tenant_id) FROM recoveries WHERE status = 'running' AND tenant_id > t.id)
		FROM   t WHERE t.id IS NOT NULL
	)
	SELECT id FROM t WHERE id IS NOT NULL`

// Tenants returns the tenants with running jobs.
func (s Recoveries) Tenants(ctx context.Context) ([]webhooks.TenantID, error) {
	return pgdb.All[webhooks.TenantID](ctx, s.db, selectRecovering)
}

// A job whose endpoint is being deleted is passed over. The deletion waits for a step under way: it locks the endpoint,
// and then the job by the cascade, while the second change of a job in a transaction locks its endpoint.
const selectRunning = `
	SELECT ` + recoveryColumns + ` FROM recoveries r
	JOIN   (SELECT id AS owner FROM endpoints) p ON p.owner = r.endpoint_id
	WHERE  status = 'running' AND tenant_id = @tenant AND stepped_at < @since
	  AND  (bulk_id IS NULL OR EXISTS (SELECT FROM bulk_recoveries b WHERE b.id = r.bulk_id AND b.status = 'running'))
	ORDER  BY stepped_at LIMIT 1 FOR UPDATE OF r SKIP LOCKED FOR KEY SHARE OF p SKIP LOCKED`

// NextRunning returns the running job of a tenant that waited longest and has had no step since a time, and locks it;
// false when there is none. Those of a bulk recovery that is paused wait.
func (s Recoveries) NextRunning(
	ctx context.Context, tenant webhooks.TenantID, since time.Time,
) (r webhooks.Recovery, found bool, err error) {
	rows, _ := s.db.Query(ctx, selectRunning, pgx.StrictNamedArgs{"tenant": tenant, "since": since})
	return pgdb.OneIfAny(rows, scanRecovery)
}

const markStepped = `UPDATE recoveries SET stepped_at = @now WHERE id = @id`

// SetStepped stores the time of a job's step.
func (s Recoveries) SetStepped(ctx context.Context, id string, now time.Time) error {
	return exec(ctx, s.db, markStepped, pgx.StrictNamedArgs{"id": id, "now": now})
}

// Deliveries that are stored for an endpoint that stops meanwhile are of a past activation, and are cancelled.
const selectEndpointState = `
	SELECT is_active, filter, order_by,
	       order_by <> '' OR EXISTS (SELECT FROM ordered_deliveries o WHERE o.endpoint_id = e.id),
	       (SELECT count(*) FROM (
	           SELECT d.overdue_at FROM deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending'
	           LIMIT 10 * @window) p
	        WHERE overdue_at < 'infinity'),
	       (SELECT count(*) FROM (
	           SELECT 1 FROM held_deliveries h WHERE h.endpoint_id = e.id AND h.due_at <= @now LIMIT @window) p)
	FROM   endpoints e WHERE e.id = @endpoint`

// EndpointState is what a step needs to know of the endpoint of its job.
type EndpointState struct {
	Active  bool
	Filter  string
	OrderBy string
	Ordered bool // deliveries to it have an order, or some wait that had one
	Pending int  // of its deliveries, but for those that wait behind others of their keys; of very many, some are counted
	Held    int  // the same, of those that are due and wait until it takes them
}

// EndpointState returns the state of the endpoint of a job.
func (s Recoveries) EndpointState(
	ctx context.Context, e webhooks.EndpointID, window int, now time.Time,
) (state EndpointState, err error) {
	err = s.db.QueryRow(ctx, selectEndpointState, pgx.StrictNamedArgs{"endpoint": e, "window": window, "now": now}).
		Scan(&state.Active, &state.Filter, &state.OrderBy, &state.Ordered, &state.Pending, &state.Held)
	return state, err
}

// The position is found by the index of the tenant's events, of which it reads as many as it passes.
const selectFarther = `
	SELECT created_at AS time, id FROM events
	WHERE  tenant_id = @tenant AND livemode = @livemode AND created_at >= @after_time AND created_at < @until
	  AND  (created_at, id) > (@after_time, @after_id)
	ORDER  BY created_at, id OFFSET @n LIMIT 1`

// Ahead returns the event of its tenant that is n further than what a job has seen; false, and the end of its span,
// when there are not so many.
func (s Recoveries) Ahead(ctx context.Context, r webhooks.Recovery, n int) (to webhooks.Position, ok bool, err error) {
	to, ok, err = pgdb.Find[webhooks.Position](ctx, s.db, selectFarther, pgx.StrictNamedArgs{
		"tenant": r.Scope.Tenant, "livemode": r.Scope.Livemode, "until": r.Until, "n": n - 1,
		"after_time": r.Seen.Time, "after_id": r.Seen.ID,
	})
	if !ok {
		to.Time = r.Until
	}
	return to, ok, err
}

// Which events a recovery is to send: those of a part of its span that the endpoint subscribes to and missed. A
// delivery that it sent itself is pending or delivered by then, so that what is counted is what will be sent. What is
// pending from an earlier activation is as good as cancelled: its run will find that it has passed. Times of events are
// in milliseconds; so, for the comparison, is the start of the span. What happened before the endpoint was created was
// not missed by it, whoever asks. A delivery that waits for a retry since before the job is sent once by it, too. No
// challenge is sent again: each counts for its own delivery, for an hour.
const missed = `
	FROM   endpoints p
	JOIN   events e ON e.tenant_id = @tenant AND e.livemode = @livemode
	  AND  e.created_at >= date_trunc('milliseconds', greatest(@since::timestamptz, @after_time, p.created_at))
	  AND  e.created_at <= @to_time
	  AND  (e.created_at, e.id) > (@after_time, @after_id) AND (e.created_at, e.id) <= (@to_time, @to_id)
	  AND  (e.endpoint_id = p.id OR e.endpoint_id IS NULL AND ` + subscribes + `)
	  AND  NOT EXISTS (SELECT FROM withdrawn_permissions w
	                   WHERE w.tenant_id = e.tenant_id AND w.livemode = e.livemode AND w.permission = ANY(e.permissions))
	  AND  (@types::text[] IS NULL OR e.type = ANY(@types)) AND e.type <> '` + string(webhooks.WebhookChallenge) + `'
	LEFT   JOIN deliveries d ON d.event_at = e.created_at AND d.endpoint_id = p.id AND d.event_id = e.id
	WHERE  p.id = @endpoint::text::uuid
	  AND  CASE WHEN d.id IS NULL THEN 'never_attempted' = ANY(@statuses::text[])
	            WHEN d.status = 'pending' AND d.activation < p.activation THEN 'cancelled' = ANY(@statuses)
	            WHEN d.status = 'pending'
	            THEN 'pending' = ANY(@statuses) AND d.next_attempt_at > @waits AND d.updated_at < @created
	            ELSE d.status IN ('failed', 'cancelled') AND d.status = ANY(@statuses) END`

func missedArgs(r webhooks.Recovery, to webhooks.Position, limit int64, now time.Time) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"endpoint": r.Endpoint, "tenant": r.Scope.Tenant, "livemode": r.Scope.Livemode, "since": r.Since,
		"statuses": r.Statuses, "types": r.EventTypes, "after_time": r.Seen.Time, "after_id": r.Seen.ID,
		"to_time": to.Time, "to_id": to.ID, "limit": limit, "waits": now.Add(webhooks.MoveAhead), "created": r.CreatedAt,
	}
}

const countMissed = `SELECT count(*) FROM (SELECT ` + missed + ` LIMIT @limit) m`

// CountMissed returns how many events a job is to send of those that it has not seen, up to a position and a limit.
func (s Recoveries) CountMissed(
	ctx context.Context, r webhooks.Recovery, to webhooks.Position, limit int64, now time.Time,
) (n int64, err error) {
	err = s.db.QueryRow(ctx, countMissed, missedArgs(r, to, limit, now)).Scan(&n)
	return n, err
}

const selectMissed = `
	SELECT e.id, e.tenant_id, e.livemode, e.type, e.created_at, e.body, e.traceparent, e.permissions <> '{}',
	       coalesce(d.run, 0), p.id, p.activation,
	       CASE WHEN d.status = 'pending' AND d.activation = p.activation THEN d.attempt_count + 1 ELSE 0 END
	` + missed + ` ORDER BY e.created_at, e.id LIMIT @limit`

// Missed returns the next deliveries that a job is to send, of events up to a position, each in its next run, or with
// the retry that it waits for.
func (s Recoveries) Missed(
	ctx context.Context, r webhooks.Recovery, to webhooks.Position, limit int, now time.Time,
) ([]webhooks.Delivery, error) {
	rows, _ := s.db.Query(ctx, selectMissed, missedArgs(r, to, int64(limit), now))
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d webhooks.Delivery, err error) {
		err = row.Scan(&d.Event, &d.Scope.Tenant, &d.Scope.Livemode, &d.EventType, &d.EventAt, &d.Body, &d.Traceparent,
			&d.Check, &d.Run, &d.Endpoint, &d.Activation, &d.Moved)
		if d.Moved == 0 {
			d.Run++
		}
		d.ID = webhooks.NewDeliveryID(d.Event, d.EventAt, d.Endpoint)
		return d, err
	})
}

const requeue = `
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation,
	                        created_at, updated_at, next_attempt_at, overdue_at, order_key)
	SELECT event_at, id, @endpoint::text::uuid, event_id, event_type, @tenant, @livemode, 'pending', run, @activation,
	       @now, @now, @now, @overdue, order_key
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @events::text[], @types::text[], @runs::int[], @keys::text[])
	       AS d(event_at, id, event_id, event_type, run, order_key)
	ON CONFLICT (event_at, id) DO UPDATE
	SET    status = 'pending', reason = NULL, run = excluded.run, activation = excluded.activation, attempt_count = 0,
	       moved_attempt = 0,
	       next_attempt_at = excluded.next_attempt_at, completed_at = NULL, updated_at = excluded.updated_at,
	       overdue_at = excluded.overdue_at,
	       order_key = CASE WHEN @ordered THEN coalesce(deliveries.order_key, excluded.order_key) END
	WHERE  deliveries.run < excluded.run
	  AND (deliveries.status IN ('failed', 'cancelled') OR deliveries.status = 'pending'
	       AND deliveries.activation < excluded.activation)
	RETURNING id, order_key`

const advanceRecovery = `
	UPDATE recoveries SET cursor_at = @at, cursor_id = @seen, matched = @matched, requeued = requeued + @n WHERE id = @id`

// Requeue stores missed deliveries of a job as pending, moves retries that wait to now, and stores what the job has
// seen, and how many events it is to send. It returns what it stored as pending of the list, with its keys: a delivery
// that was sent again meanwhile is left alone. A delivery that had a key keeps it, if its endpoint is ordered.
func (s Recoveries) Requeue(
	ctx context.Context, r webhooks.Recovery, list []webhooks.Delivery, ordered bool, now, overdue time.Time,
) ([]webhooks.Delivery, error) {
	stored := map[webhooks.DeliveryID]*string{}
	var b pgx.Batch
	n := len(list)
	moved := slices.DeleteFunc(slices.Clone(list), func(d webhooks.Delivery) bool { return d.Moved == 0 })
	list = slices.DeleteFunc(list, func(d webhooks.Delivery) bool { return d.Moved > 0 })
	if len(moved) > 0 {
		b.Queue(moveAttempts, moveArgs(moved, now, overdue))
	}
	if len(list) > 0 {
		b.Queue(requeue, deliveryKeys(list, pgx.StrictNamedArgs{
			"endpoint": r.Endpoint, "tenant": r.Scope.Tenant, "livemode": r.Scope.Livemode,
			"activation": list[0].Activation, "now": now, "overdue": overdue, "ordered": ordered,
			"events": pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.Event) }),
			"types":  pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.EventType) }),
			"runs":   pgdb.Column(list, func(d webhooks.Delivery) int { return d.Run }),
			"keys":   pgdb.Column(list, func(d webhooks.Delivery) *string { return d.OrderKey }),
		})).Query(func(rows pgx.Rows) (err error) {
			var id webhooks.DeliveryID
			var key *string
			_, err = pgx.ForEachRow(rows, []any{&id, &key}, func() error {
				stored[id], key = key, nil
				return nil
			})
			return err
		})
	}
	b.Queue(advanceRecovery, pgx.StrictNamedArgs{
		"id": r.ID, "at": r.Seen.Time, "seen": r.Seen.ID, "matched": r.Matched, "n": n,
	})
	if err := s.db.SendBatch(ctx, &b).Close(); err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(d webhooks.Delivery) bool {
		_, is := stored[d.ID]
		return !is
	})
	for i := range list {
		list[i].OrderKey = stored[list[i].ID]
	}
	return list, nil
}

const finishRecovery = `
	UPDATE recoveries SET status = @status, finished_at = @now,
	       matched = CASE WHEN @status = 'completed' THEN requeued ELSE matched END
	WHERE  id = @id AND status = 'running'`

// Finish ends a job.
func (s Recoveries) Finish(ctx context.Context, id string, status webhooks.RecoveryStatus, now time.Time) error {
	return exec(ctx, s.db, finishRecovery, pgx.StrictNamedArgs{"id": id, "status": status, "now": now})
}
