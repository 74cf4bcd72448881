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

const recoveryColumns = `id, endpoint_id, tenant_id, livemode, status, since, since_clamped, until, statuses, matched, requeued, created_at, finished_at`

func scanRecovery(row pgx.CollectableRow) (webhooks.Recovery, error) {
	var r webhooks.Recovery
	err := row.Scan(&r.ID, &r.Endpoint, &r.Scope.Tenant, &r.Scope.Livemode, &r.Status, &r.Since, &r.Clamped, &r.Until, &r.Statuses, &r.Matched,
		&r.Requeued, &r.CreatedAt, &r.FinishedAt)
	return r, err
}

const insertRecovery = `
	INSERT INTO recoveries (id, automatic, endpoint_id, tenant_id, livemode, status, since, since_clamped, until, statuses, cursor_at, created_at, stepped_at)
	VALUES (@id, @automatic, @endpoint, @tenant, @livemode, 'running', @since, @clamped, @until, @statuses, @cursor, @now, @now)`

const countRunning = `SELECT count(*) FROM recoveries WHERE endpoint_id = @endpoint AND status = 'running' AND NOT automatic`

// CreateRecovery stores a job; ErrEndpointInactive when its endpoint could receive nothing, ErrRecoveryLimitReached when it has
// webhooks.MaxRunningRecoveries already. The lock of the endpoint makes concurrent calls take turns.
func (s *Store) CreateRecovery(ctx context.Context, r webhooks.Recovery) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		e, err := endpoint(ctx, tx, selectEndpoint+` FOR NO KEY UPDATE`, r.Scope, r.Endpoint)
		if err != nil {
			return err
		}
		if !e.IsActive {
			return webhooks.ErrEndpointInactive
		}
		var running int
		if err := tx.QueryRow(ctx, countRunning, pgx.StrictNamedArgs{"endpoint": r.Endpoint}).Scan(&running); err != nil {
			return err
		}
		if running >= webhooks.MaxRunningRecoveries {
			return webhooks.ErrRecoveryLimitReached
		}
		return storeRecovery(ctx, tx, r)
	})
}

func storeRecovery(ctx context.Context, tx pgx.Tx, r webhooks.Recovery) error {
	_, err := tx.Exec(ctx, insertRecovery, pgx.StrictNamedArgs{
		"id": r.ID, "automatic": r.Automatic, "endpoint": r.Endpoint, "tenant": r.Scope.Tenant, "livemode": r.Scope.Livemode,
		"since": r.Since, "clamped": r.Clamped, "cursor": r.Since.Truncate(time.Millisecond), "until": r.Until, "statuses": r.Statuses, "now": r.CreatedAt,
	})
	return err
}

const selectRecovery = `SELECT ` + recoveryColumns + ` FROM recoveries WHERE id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Recovery returns a job of a scope; ErrRecoveryNotFound for any other.
func (s *Store) Recovery(ctx context.Context, sc webhooks.Scope, id string) (webhooks.Recovery, error) {
	rows, _ := s.pool.Query(ctx, selectRecovery, pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	r, err := pgx.CollectExactlyOneRow(rows, scanRecovery)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, webhooks.ErrRecoveryNotFound
	}
	return r, err
}

const cancelRecovery = `
	UPDATE recoveries SET status = 'cancelled', finished_at = @now
	WHERE  id = @id AND tenant_id = @tenant AND livemode = @livemode AND status = 'running'`

// CancelRecovery stops a job that runs.
func (s *Store) CancelRecovery(ctx context.Context, sc webhooks.Scope, id string, now time.Time) error {
	if _, err := s.Recovery(ctx, sc, id); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, cancelRecovery, pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode, "now": now})
	return err
}

// Which events a recovery is to send: those of its span that the endpoint subscribes to and missed. A delivery that it
// sent itself is pending or delivered by then, so that what is counted is what will be sent. What is pending from an
// earlier activation is as good as cancelled: its run will find that it has passed. Times of events are in milliseconds; so, for the
// comparison, is the start of the span. What happened before the endpoint was created was not missed by it, whoever asks.
const missedEvents = `
	FROM   recoveries r JOIN endpoints p ON p.id = r.endpoint_id
	JOIN   events e ON e.tenant_id = r.tenant_id AND e.livemode = r.livemode
	  AND  e.created_at >= date_trunc('milliseconds', greatest(r.since, p.created_at)) AND e.created_at < r.until AND (e.created_at, e.id) > (r.cursor_at, r.cursor_id)
	  AND  (e.endpoint_id = p.id OR e.endpoint_id IS NULL AND (p.events @> ARRAY['*'] OR e.type = ANY(p.events)))
	LEFT   JOIN deliveries d ON d.event_at = e.created_at AND d.endpoint_id = p.id AND d.event_id = e.id
	WHERE  r.id = @id AND CASE WHEN d.id IS NULL THEN 'never_attempted' = ANY(r.statuses)
	                           WHEN d.status = 'pending' THEN d.activation < p.activation AND 'cancelled' = ANY(r.statuses)
	                           ELSE d.status IN ('failed', 'cancelled') AND d.status = ANY(r.statuses) END`

const countMissed = `UPDATE recoveries SET matched = requeued + (SELECT count(*) ` + missedEvents + `) WHERE id = @id`

const selectMissed = `
	SELECT e.id, e.tenant_id, e.livemode, e.type, e.created_at, e.body, e.traceparent, coalesce(d.run, 0), p.id, p.activation
	` + missedEvents + ` ORDER BY e.created_at, e.id LIMIT @limit`

const selectRunning = `
	SELECT ` + recoveryColumns + ` FROM recoveries
	WHERE  status = 'running' AND stepped_at < @now ORDER BY stepped_at LIMIT 1 FOR UPDATE SKIP LOCKED`

const markStepped = `UPDATE recoveries SET stepped_at = @now WHERE id = @id`

// The endpoint is not locked: a DELETE locks it first and then, by the cascade, the job. What is stored for an endpoint
// that stops meanwhile is of an activation that has passed, and is cancelled.
const selectEndpointState = `
	SELECT is_active, (SELECT count(*) FROM (SELECT 1 FROM deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending' LIMIT @window) p)
	FROM   endpoints e WHERE e.id = @endpoint`

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

const finishRecovery = `
	UPDATE recoveries SET status = @status, finished_at = @now, matched = CASE WHEN @status = 'completed' THEN requeued ELSE matched END
	WHERE  id = @id AND status = 'running'`

// RecoveryStep is what one step of a recovery did.
type RecoveryStep struct {
	Found bool                // a job was there to work on
	Send  []webhooks.Delivery // stored as pending, to be sent
}

// RecoverSome does one step of the running job that waited longest and has had none since now: it stores up to limit missed deliveries as pending and moves the job's
// cursor, in one transaction, so that a crash repeats or loses nothing. It waits while the endpoint has window
// deliveries pending: a job of any size parks little in the streams. A job whose endpoint stopped being active ends
// cancelled.
func (s *Store) RecoverSome(ctx context.Context, limit, window int, now, overdue time.Time) (RecoveryStep, error) {
	var step RecoveryStep
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, selectRunning, pgx.StrictNamedArgs{"now": now})
		r, err := pgx.CollectExactlyOneRow(rows, scanRecovery)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		step.Found = true
		if _, err := tx.Exec(ctx, markStepped, pgx.StrictNamedArgs{"id": r.ID, "now": now}); err != nil {
			return err
		}
		var active bool
		var pending int
		err = tx.QueryRow(ctx, selectEndpointState, pgx.StrictNamedArgs{"endpoint": r.Endpoint, "window": window}).Scan(&active, &pending)
		if err != nil {
			return err
		}
		if !active {
			_, err := tx.Exec(ctx, finishRecovery, pgx.StrictNamedArgs{"id": r.ID, "status": webhooks.RecoveryCancelled, "now": now})
			return err
		}
		if r.Matched == nil {
			if _, err := tx.Exec(ctx, countMissed, pgx.StrictNamedArgs{"id": r.ID}); err != nil {
				return err
			}
		}
		room := min(limit, window-pending)
		if room <= 0 {
			return nil
		}
		list, err := missed(ctx, tx, r.ID, room)
		if err != nil {
			return err
		}
		if len(list) > 0 {
			if step.Send, err = storeRequeued(ctx, tx, r, list, now, overdue); err != nil {
				return err
			}
		}
		if len(list) < room {
			_, err := tx.Exec(ctx, finishRecovery, pgx.StrictNamedArgs{"id": r.ID, "status": webhooks.RecoveryCompleted, "now": now})
			return err
		}
		return nil
	})
	return step, err
}

func missed(ctx context.Context, tx pgx.Tx, recovery string, limit int) ([]webhooks.Delivery, error) {
	rows, _ := tx.Query(ctx, selectMissed, pgx.StrictNamedArgs{"id": recovery, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d webhooks.Delivery, err error) {
		err = row.Scan(&d.Event, &d.Scope.Tenant, &d.Scope.Livemode, &d.EventKind, &d.EventAt, &d.Body, &d.Traceparent, &d.Run, &d.Endpoint, &d.Activation)
		d.Run++
		d.ID = webhooks.NewDeliveryID(d.Event, d.EventAt, d.Endpoint)
		return d, err
	})
}

// storeRequeued returns what it stored: a delivery that somebody sent again meanwhile is left alone.
func storeRequeued(ctx context.Context, tx pgx.Tx, r webhooks.Recovery, list []webhooks.Delivery, now, overdue time.Time) ([]webhooks.Delivery, error) {
	n := len(list)
	eventAts, ids, events, types, runs := make([]time.Time, n), make([]string, n), make([]string, n), make([]string, n), make([]int, n)
	for i, d := range list {
		eventAts[i], ids[i], events[i], types[i], runs[i] = d.EventAt, string(d.ID), string(d.Event), string(d.EventKind), d.Run
	}
	last := list[n-1]
	stored := make(map[webhooks.DeliveryID]bool, n)
	var b pgx.Batch
	b.Queue(requeue, pgx.StrictNamedArgs{
		"endpoint": r.Endpoint, "tenant": r.Scope.Tenant, "livemode": r.Scope.Livemode, "activation": last.Activation, "now": now, "overdue": overdue,
		"event_ats": eventAts, "ids": ids, "events": events, "types": types, "runs": runs,
	}).Query(func(rows pgx.Rows) error {
		var id webhooks.DeliveryID
		_, err := pgx.ForEachRow(rows, []any{&id}, func() error { stored[id] = true; return nil })
		return err
	})
	b.Queue(advanceRecovery, pgx.StrictNamedArgs{"id": r.ID, "cursor_at": last.EventAt, "cursor_id": last.Event, "n": n})
	if err := tx.SendBatch(ctx, &b).Close(); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list, func(d webhooks.Delivery) bool { return !stored[d.ID] }), nil
}
