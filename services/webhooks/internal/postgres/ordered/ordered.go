// Package ordered is the SQL of the order of deliveries. Who adds to the order of an endpoint, or takes from it, holds
// the lock of the endpoint from before its first statement on deliveries: so each sees what the others did.
package ordered

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Store are the statements on the order of deliveries.
type Store struct{ db pgdb.Querier }

// NewStore returns the statements on the pool or on a transaction.
func NewStore(db pgdb.Querier) Store { return Store{db} }

var exec = pgdb.Exec

// HeldBackBy is the delivery that comes first of the key of one of the table that waits behind it, and StopsKey whether
// one has failed and stops its key.
const (
	HeldBackBy = `CASE WHEN order_key IS NOT NULL AND status = 'pending' THEN (
		SELECT o.delivery_id FROM ordered_deliveries o
		WHERE  o.endpoint_id = deliveries.endpoint_id AND o.key = deliveries.order_key AND o.turn = 0
		  AND  o.delivery_id <> deliveries.id) END`
	StopsKey = `(order_key IS NOT NULL AND status = 'failed' AND coalesce((
		SELECT true FROM ordered_deliveries o
		WHERE  o.endpoint_id = deliveries.endpoint_id AND o.key = deliveries.order_key AND o.turn = 0
		  AND  o.delivery_id = deliveries.id), false))`
)

// isPending is written so that it matches no partial index: deliveries are found by key.
const isPending = `d.completed_at IS NULL`

const lockEndpoints = `SELECT FROM endpoints WHERE id = ANY(@ids::uuid[]) ORDER BY id FOR NO KEY UPDATE`

// Lock locks the endpoints of deliveries, and others, in the order in which all lock them.
func (s Store) Lock(ctx context.Context, of []webhooks.Delivery, others ...webhooks.EndpointID) error {
	ids := map[webhooks.EndpointID]bool{}
	for _, d := range of {
		ids[d.Endpoint] = true
	}
	for _, id := range others {
		ids[id] = true
	}
	return exec(ctx, s.db, lockEndpoints, pgx.StrictNamedArgs{"ids": slices.Collect(maps.Keys(ids))})
}

// lockWithin is less than the time after which Postgres looks for a deadlock.
const lockWithin = `SELECT set_config('lock_timeout', '500ms', true)`

// LockWithin locks an endpoint for a transaction that has locks of jobs already, which others take after that of the
// endpoint. It is an error if that takes long.
func (s Store) LockWithin(ctx context.Context, id webhooks.EndpointID) error {
	if err := exec(ctx, s.db, lockWithin); err != nil {
		return err
	}
	return s.Lock(ctx, nil, id)
}

// resendAfter is how long after its sending a delivery whose turn it is is sent once more, unless an attempt is
// recorded by then. The stream drops the repeat, unless the program that was to send it ended before it could.
const resendAfter = 5 * time.Second

// sendable are the columns of a delivery d and its event e that are sent.
const sendable = `d.event_at, d.id, d.endpoint_id, d.event_id, d.event_type, d.tenant_id, d.livemode, d.run,
	       d.activation, d.order_key, e.body, e.traceparent, e.permissions <> '{}'`

const eventOfDelivery = `
	CROSS  JOIN LATERAL (
		SELECT body, traceparent, permissions FROM events WHERE created_at = d.event_at AND id = d.event_id LIMIT 1
	) e`

// deliveryKeys adds the keys of deliveries to arguments.
func deliveryKeys(list []webhooks.Delivery, args pgx.StrictNamedArgs) pgx.StrictNamedArgs {
	args["event_ats"] = pgdb.Column(list, func(d webhooks.Delivery) time.Time { return d.EventAt })
	args["ids"] = pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.ID) })
	return args
}

func scanSendable(row pgx.CollectableRow) (d webhooks.Delivery, err error) {
	err = row.Scan(&d.EventAt, &d.ID, &d.Endpoint, &d.Event, &d.EventType, &d.Scope.Tenant, &d.Scope.Livemode, &d.Run,
		&d.Activation, &d.OrderKey, &d.Body, &d.Traceparent, &d.Check)
	return d, err
}

// positionOf is the position in the log of the event of a delivery d.
const positionOf = `
	CROSS  JOIN LATERAL (
		SELECT position FROM event_log WHERE created_at = d.event_at AND event_id = d.event_id LIMIT 1
	) l`

// The first of a key of which nothing is in the order is under way at once. A delivery that is in the order stays where
// it is, so that a repeat changes nothing.
const enterOrder = `
	WITH entering AS MATERIALIZED (
		SELECT d.*, l.position,
		       row_number() OVER (PARTITION BY d.endpoint_id, d.order_key ORDER BY l.position) = 1
		       AND (SELECT true FROM ordered_deliveries o WHERE o.endpoint_id = d.endpoint_id AND o.key = d.order_key
		            LIMIT 1) IS NULL AS first
		FROM   unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
		CROSS  JOIN LATERAL (SELECT * FROM deliveries WHERE event_at = i.event_at AND id = i.id LIMIT 1) d` + positionOf + `
		WHERE  d.order_key IS NOT NULL AND ` + isPending + `
		  AND  (SELECT o.delivery_id FROM ordered_deliveries o WHERE o.endpoint_id = d.endpoint_id AND o.key = d.order_key
		        AND o.turn = 0) IS DISTINCT FROM d.id
		  AND  (SELECT true FROM ordered_deliveries o WHERE o.endpoint_id = d.endpoint_id AND o.key = d.order_key
		        AND o.turn = l.position) IS NULL
	), entered AS (
		INSERT INTO ordered_deliveries (endpoint_id, key, turn, event_at, delivery_id, resend_at)
		SELECT endpoint_id, order_key, CASE WHEN first THEN 0 ELSE position END, event_at, id,
		       CASE WHEN first THEN @resend_at::timestamptz END
		FROM   entering
	), waiting AS (
		UPDATE deliveries d SET next_attempt_at = NULL, overdue_at = 'infinity'
		FROM   entering p WHERE NOT p.first AND d.event_at = p.event_at AND d.id = p.id
	)
	SELECT id AS delivery, endpoint_id::text AS endpoint, coalesce(order_key, '') AS key
	FROM   entering WHERE first ORDER BY position`

// Enter puts stored deliveries that have a key into its order, by the log, and returns those whose turn it is, to be
// sent after the commit. The others wait.
func (s Store) Enter(ctx context.Context, list []webhooks.Delivery, now time.Time) ([]webhooks.Turn, error) {
	if len(list) == 0 {
		return nil, nil
	}
	return pgdb.All[webhooks.Turn](ctx, s.db, enterOrder,
		deliveryKeys(list, pgx.StrictNamedArgs{"resend_at": now.Add(resendAfter)}))
}

func keysArgs(list []webhooks.Turn, args pgx.StrictNamedArgs) pgx.StrictNamedArgs {
	args["endpoints"] = pgdb.Column(list, func(p webhooks.Turn) string { return string(p.Endpoint) })
	args["keys"] = pgdb.Column(list, func(p webhooks.Turn) string { return p.Key })
	return args
}

// turnsArgs adds the deliveries of turns to arguments.
func turnsArgs(list []webhooks.Turn, args pgx.StrictNamedArgs) pgx.StrictNamedArgs {
	args["ids"] = pgdb.Column(list, func(p webhooks.Turn) string { return string(p.Delivery) })
	return keysArgs(list, args)
}

// ofTurns holds for the rows o of deliveries that come first of their keys.
const ofTurns = `
	unnest(@endpoints::uuid[], @keys::text[], @ids::text[]) AS p(endpoint_id, key, delivery_id)
	WHERE  o.endpoint_id = p.endpoint_id AND o.key = p.key AND o.turn = 0 AND o.delivery_id = p.delivery_id`

const endTurns = `DELETE FROM ordered_deliveries o USING` + ofTurns

// Next deliveries are those of the lowest positions, of keys of which none is under way.
const releaseNext = `
	WITH next AS MATERIALIZED (
		SELECT n.*
		FROM   (SELECT DISTINCT endpoint_id, key FROM unnest(@endpoints::uuid[], @keys::text[]) AS k(endpoint_id, key)) k
		CROSS  JOIN LATERAL (
			SELECT o.endpoint_id, o.key, o.turn FROM ordered_deliveries o
			WHERE  o.endpoint_id = k.endpoint_id AND o.key = k.key ORDER BY o.turn LIMIT 1
		) n
		WHERE  n.turn > 0
	), released AS (
		UPDATE ordered_deliveries o SET turn = 0, resend_at = @resend_at
		FROM   next n WHERE o.endpoint_id = n.endpoint_id AND o.key = n.key AND o.turn = n.turn
		RETURNING o.event_at, o.delivery_id
	), sent AS (
		UPDATE deliveries d SET next_attempt_at = @now, updated_at = @now, overdue_at = @overdue
		FROM   released r WHERE d.event_at = r.event_at AND d.id = r.delivery_id AND ` + isPending + `
		RETURNING d.id, d.endpoint_id, d.order_key
	)
	SELECT id AS delivery, endpoint_id::text AS endpoint, coalesce(order_key, '') AS key FROM sent`

func releaseArgs(list []webhooks.Turn, now, overdue time.Time) pgx.StrictNamedArgs {
	return keysArgs(list, pgx.StrictNamedArgs{"now": now, "overdue": overdue, "resend_at": now.Add(resendAfter)})
}

// Release returns the next deliveries of keys of which none is under way, to be sent after the commit.
func (s Store) Release(
	ctx context.Context, list []webhooks.Turn, now, overdue time.Time,
) ([]webhooks.Turn, error) {
	if len(list) == 0 {
		return nil, nil
	}
	return pgdb.All[webhooks.Turn](ctx, s.db, releaseNext, releaseArgs(list, now, overdue))
}

// End takes deliveries that come first of their keys and have ended from the order, and releases the next ones.
func (s Store) End(
	ctx context.Context, list []webhooks.Turn, now, overdue time.Time,
) ([]webhooks.Turn, error) {
	if len(list) == 0 {
		return nil, nil
	}
	if err := exec(ctx, s.db, endTurns, turnsArgs(list, pgx.StrictNamedArgs{})); err != nil {
		return nil, err
	}
	return s.Release(ctx, list, now, overdue)
}

// InAnyTurn holds for the row o of a delivery d, whether it is under way or waits. Each is found by its key first: a
// join may read all of a key otherwise.
const InAnyTurn = positionOf + `
	CROSS  JOIN LATERAL (VALUES (0), (l.position)) v(turn)
	CROSS  JOIN LATERAL (
		SELECT endpoint_id, key, turn FROM ordered_deliveries
		WHERE  endpoint_id = d.endpoint_id AND key = d.order_key AND turn = v.turn AND delivery_id = d.id LIMIT 1
	) f
	WHERE  o.endpoint_id = f.endpoint_id AND o.key = f.key AND o.turn = f.turn`

const leaveOrder = `
	DELETE FROM ordered_deliveries o
	USING  unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
	CROSS  JOIN LATERAL (SELECT * FROM deliveries WHERE event_at = i.event_at AND id = i.id LIMIT 1) d` + InAnyTurn

// Leave takes deliveries from the order, those that are under way and those that wait.
func (s Store) Leave(ctx context.Context, list []webhooks.Delivery) error {
	return exec(ctx, s.db, leaveOrder, deliveryKeys(list, pgx.StrictNamedArgs{}))
}

const countUnkeyed = `
	INSERT INTO endpoint_hours (endpoint_id, hour, delivered, failed, unkeyed)
	SELECT e.id, date_trunc('hour', @now::timestamptz, 'UTC'), 0, 0, c.n
	FROM   unnest(@ids::uuid[], @counts::bigint[]) AS c(id, n) JOIN endpoints e USING (id)
	ON CONFLICT (endpoint_id, hour) DO UPDATE SET unkeyed = endpoint_hours.unkeyed + excluded.unkeyed`

// CountUnkeyed adds to how many events had no usable key, by endpoint.
func (s Store) CountUnkeyed(ctx context.Context, counts map[webhooks.EndpointID]int, now time.Time) error {
	if len(counts) == 0 {
		return nil
	}
	ids := slices.Collect(maps.Keys(counts))
	return exec(ctx, s.db, countUnkeyed, pgx.StrictNamedArgs{
		"ids": ids, "counts": pgdb.Column(ids, func(id webhooks.EndpointID) int { return counts[id] }), "now": now,
	})
}

// What is found of a delivery that is to be sent once more.
const (
	foundUntried = "untried" // no attempt is recorded
	foundTried   = "tried"   // or it has failed, and stops its key
	foundEnded   = "ended"   // or it is past its retention
)

const selectResent = `
	SELECT o.delivery_id, o.endpoint_id, o.key,
	       CASE WHEN d.id IS NULL OR d.status IN ('delivered', 'cancelled') THEN '` + foundEnded + `'
	            WHEN d.status = 'pending' AND d.attempt_count = 0 THEN '` + foundUntried + `' ELSE '` + foundTried + `' END
	FROM   (SELECT * FROM ordered_deliveries WHERE resend_at <= @now ORDER BY resend_at LIMIT @limit) o
	LEFT   JOIN LATERAL (
		SELECT id, status, attempt_count FROM deliveries WHERE event_at = o.event_at AND id = o.delivery_id LIMIT 1
	) d ON true`

// Unsent are deliveries that were to be sent a while ago.
type Unsent struct {
	Untried, Tried, Ended []webhooks.Turn
}

// Unsent returns deliveries that were to be sent a while ago, at most limit.
func (s Store) Unsent(ctx context.Context, now time.Time, limit int) (u Unsent, err error) {
	rows, _ := s.db.Query(ctx, selectResent, pgx.StrictNamedArgs{"now": now, "limit": limit})
	var p webhooks.Turn
	var found string
	_, err = pgx.ForEachRow(rows, []any{&p.Delivery, &p.Endpoint, &p.Key, &found}, func() error {
		switch found {
		case foundUntried:
			u.Untried = append(u.Untried, p)
		case foundTried:
			u.Tried = append(u.Tried, p)
		default:
			u.Ended = append(u.Ended, p)
		}
		return nil
	})
	return u, err
}

const selectSendable = `
	SELECT ` + sendable + `
	FROM   unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
	CROSS  JOIN LATERAL (SELECT * FROM deliveries WHERE event_at = i.event_at AND id = i.id LIMIT 1) d` +
	eventOfDelivery + ` WHERE ` + isPending

// MaxSendable is how many deliveries are read together to be sent: each with its body.
const MaxSendable = 200

// Sendable returns the pending ones of some deliveries with what is sent of them.
func (s Store) Sendable(ctx context.Context, list []webhooks.Turn) ([]webhooks.Delivery, error) {
	if len(list) == 0 {
		return nil, nil
	}
	rows, _ := s.db.Query(ctx, selectSendable, deliveryKeys(pgdb.Column(list, webhooks.Turn.Of), pgx.StrictNamedArgs{}))
	return pgx.CollectRows(rows, scanSendable)
}

const markResent = `UPDATE ordered_deliveries o SET resend_at = NULL FROM` + ofTurns

// SetResent notes that deliveries need not be sent once more.
func (s Store) SetResent(ctx context.Context, list []webhooks.Turn) error {
	if len(list) == 0 {
		return nil
	}
	return exec(ctx, s.db, markResent, turnsArgs(list, pgx.StrictNamedArgs{}))
}

const leaveStopped = `
	DELETE FROM ordered_deliveries o
	WHERE  o.endpoint_id = @endpoint AND o.turn = 0
	  AND  (SELECT d.activation > @activation OR ` + isPending + ` FROM deliveries d
	        WHERE d.event_at = o.event_at AND d.id = o.delivery_id) IS NOT TRUE`

const selectFree = `
	SELECT DISTINCT '' AS delivery, o.endpoint_id::text AS endpoint, o.key
	FROM   ordered_deliveries o
	WHERE  o.endpoint_id = @endpoint AND o.turn > 0
	  AND  (SELECT true FROM ordered_deliveries u
	        WHERE u.endpoint_id = o.endpoint_id AND u.key = o.key AND u.turn = 0 LIMIT 1) IS NULL
	LIMIT  @limit`

// Free takes from the order of an endpoint what stops a key since an activation, and returns keys of which none is
// under way although some wait, at most limit.
func (s Store) Free(
	ctx context.Context, id webhooks.EndpointID, activation, limit int,
) ([]webhooks.Turn, error) {
	if err := exec(ctx, s.db, leaveStopped, pgx.StrictNamedArgs{"endpoint": id, "activation": activation}); err != nil {
		return nil, err
	}
	return pgdb.All[webhooks.Turn](ctx, s.db, selectFree, pgx.StrictNamedArgs{"endpoint": id, "limit": limit})
}
