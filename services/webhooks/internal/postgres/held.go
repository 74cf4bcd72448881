package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Held are the statements on held deliveries.
type Held struct{ db db }

const insertHeld = `
	INSERT INTO held_deliveries AS h (event_at, delivery_id, endpoint_id, run, attempt, due_at)
	SELECT DISTINCT ON (event_at, id) event_at, id, endpoint::uuid, run, attempt, due_at
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @endpoints::text[], @runs::int[], @attempts::int[],
	              @dues::timestamptz[])
	       AS i(event_at, id, endpoint, run, attempt, due_at)
	ORDER  BY event_at, id, run DESC, attempt DESC
	ON CONFLICT (event_at, delivery_id) DO UPDATE
	SET    run = excluded.run, attempt = excluded.attempt, due_at = excluded.due_at
	WHERE  (h.run, h.attempt) < (excluded.run, excluded.attempt)`

// Insert holds deliveries.
func (s Held) Insert(ctx context.Context, list []webhooks.HeldDelivery) error {
	type held = webhooks.HeldDelivery
	return exec(ctx, s.db, insertHeld, heldKeys(list, pgx.StrictNamedArgs{
		"endpoints": pgdb.Column(list, func(h held) string { return string(h.Endpoint) }),
		"runs":      pgdb.Column(list, func(h held) int { return h.Run }),
		"attempts":  pgdb.Column(list, func(h held) int { return h.Attempt }),
		"dues":      pgdb.Column(list, func(h held) time.Time { return h.DueAt }),
	}))
}

// heldKeys adds the keys of held deliveries to arguments.
func heldKeys(list []webhooks.HeldDelivery, args pgx.StrictNamedArgs) pgx.StrictNamedArgs {
	args["event_ats"] = pgdb.Column(list, func(h webhooks.HeldDelivery) time.Time { return h.EventAt })
	args["ids"] = pgdb.Column(list, func(h webhooks.HeldDelivery) string { return string(h.Delivery) })
	return args
}

// The endpoints are found by steps along the index: there may be a million rows of one.
const selectHeldEndpoints = `
	WITH RECURSIVE ids AS (
		(SELECT endpoint_id AS id FROM held_deliveries ORDER BY endpoint_id LIMIT 1)
		UNION ALL
		SELECT (SELECT endpoint_id FROM held_deliveries h WHERE h.endpoint_id > ids.id ORDER BY endpoint_id LIMIT 1)
		FROM   ids WHERE ids.id IS NOT NULL
	)
	SELECT ids.id, coalesce(e.tenant_id, ''), coalesce(e.livemode, false)
	FROM   ids LEFT JOIN endpoints e USING (id) WHERE ids.id IS NOT NULL`

// Endpoints returns the endpoints that have held deliveries, by the scope that owns them; those of no tenant do not
// exist any more.
func (s Held) Endpoints(ctx context.Context) (map[webhooks.Scope][]webhooks.EndpointID, error) {
	rows, _ := s.db.Query(ctx, selectHeldEndpoints)
	list := map[webhooks.Scope][]webhooks.EndpointID{}
	var id webhooks.EndpointID
	var sc webhooks.Scope
	_, err := pgx.ForEachRow(rows, []any{&id, &sc.Tenant, &sc.Livemode}, func() error {
		list[sc] = append(list[sc], id)
		return nil
	})
	return list, err
}

const isOpen = isPending + ` AND d.run = h.run AND d.attempt_count < h.attempt`

const selectDue = `
	SELECT h.delivery_id, h.endpoint_id, h.event_at, h.run, h.attempt, h.due_at, d.id IS NOT NULL,
	       coalesce(` + isOpen + ` AND e.id IS NOT NULL, false), coalesce(octet_length(e.body), 0)
	FROM   unnest(@endpoints::uuid[]) AS p(id)
	CROSS  JOIN LATERAL (
		SELECT * FROM held_deliveries WHERE endpoint_id = p.id AND due_at <= @now ORDER BY due_at LIMIT @each
	) h
	LEFT   JOIN LATERAL (SELECT * FROM deliveries WHERE event_at = h.event_at AND id = h.delivery_id) d ON true
	LEFT   JOIN LATERAL (SELECT id, body FROM events WHERE created_at = h.event_at AND id = d.event_id) e ON true`

// Due returns up to each of the held deliveries of every endpoint that are due, the longest first.
func (s Held) Due(
	ctx context.Context, endpoints []webhooks.EndpointID, each int, now time.Time,
) ([]webhooks.DueDelivery, error) {
	rows, _ := s.db.Query(ctx, selectDue, pgx.StrictNamedArgs{"endpoints": endpoints, "each": each, "now": now})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (d webhooks.DueDelivery, err error) {
		err = row.Scan(&d.Delivery, &d.Endpoint, &d.EventAt, &d.Run, &d.Attempt, &d.DueAt, &d.Stored, &d.Open, &d.Size)
		return d, err
	})
}

// A delivery that an ingest holds is left for the next time: waiting for it while others are locked would be a
// deadlock now and then.
const takeHeld = `
	WITH free AS (
		SELECT h.event_at, h.delivery_id, h.attempt
		FROM   unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, delivery_id)
		JOIN   held_deliveries h USING (event_at, delivery_id)
		JOIN   deliveries d ON d.event_at = h.event_at AND d.id = h.delivery_id
		WHERE  ` + isOpen + ` FOR UPDATE OF h, d SKIP LOCKED
	), taken AS (
		DELETE FROM held_deliveries h USING free WHERE h.event_at = free.event_at AND h.delivery_id = free.delivery_id
	), sent AS (
		UPDATE deliveries d SET updated_at = @now, overdue_at = @overdue
		FROM   free WHERE d.event_at = free.event_at AND d.id = free.delivery_id
		RETURNING d.*, free.attempt
	)
	SELECT d.event_at, d.id, d.endpoint_id, d.event_id, d.event_type, d.tenant_id, d.livemode, d.run, d.activation,
	       d.attempt, e.body, e.traceparent, e.permissions <> '{}'
	FROM   sent d JOIN events e ON e.created_at = d.event_at AND e.id = d.event_id`

// Take ends the hold of deliveries and returns them with the numbers of their attempts. Their outcomes are overdue
// from a time on.
func (s Held) Take(
	ctx context.Context, list []webhooks.HeldDelivery, now, overdue time.Time,
) (taken []webhooks.Delivery, attempts []int, err error) {
	rows, _ := s.db.Query(ctx, takeHeld, heldKeys(list, pgx.StrictNamedArgs{"now": now, "overdue": overdue}))
	var d webhooks.Delivery
	var attempt int
	columns := []any{
		&d.EventAt, &d.ID, &d.Endpoint, &d.Event, &d.EventType, &d.Scope.Tenant, &d.Scope.Livemode, &d.Run, &d.Activation,
		&attempt, &d.Body, &d.Traceparent, &d.Check,
	}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		taken, attempts = append(taken, d), append(attempts, attempt)
		return nil
	})
	return taken, attempts, err
}

const dropHeld = `
	DELETE FROM held_deliveries h USING unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
	WHERE  h.event_at = i.event_at AND h.delivery_id = i.id`

// Drop ends the hold of deliveries that need no attempt.
func (s Held) Drop(ctx context.Context, list []webhooks.HeldDelivery) error {
	return exec(ctx, s.db, dropHeld, heldKeys(list, pgx.StrictNamedArgs{}))
}

const countHeld = `
	SELECT coalesce(extract(epoch FROM @now - min(due_at)), 0)::float8, count(*)
	FROM   (SELECT due_at FROM held_deliveries LIMIT 10000) h`

// Waiting returns how many deliveries are held, up to 10,000, and for how many seconds the oldest of them has been due.
func (s Held) Waiting(ctx context.Context, now time.Time) (seconds float64, n int, err error) {
	err = s.db.QueryRow(ctx, countHeld, pgx.StrictNamedArgs{"now": now}).Scan(&seconds, &n)
	return max(seconds, 0), n, err
}
