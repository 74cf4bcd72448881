package postgres

import (
	"context"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Outbox are the statements on events whose deliveries are not stored yet.
type Outbox struct{ db db }

// onlyListed holds for an event e of a type that all types do not include: EventType.OnlyListed.
const onlyListed = `(e.type LIKE 'endpoint.%' OR e.type = '` + string(webhooks.SourceAddressesChanged) + `')`

// listed are the types of endpoints that get an event e: its own and, unless only those that list it do, all.
const listed = `ARRAY[CASE WHEN ` + onlyListed + ` THEN e.type ELSE '` + string(webhooks.AllEvents) +
	`' END, e.type]`

// ofChannel holds for an endpoint p and an event e of a channel that it lists, if it lists any and the event is of one.
const ofChannel = `(p.channels = '{}' OR e.channel IS NULL OR e.channel = ANY(p.channels))`

// subscribes holds for an endpoint p and an event e of a type and a channel that it lists.
const subscribes = `p.events && ` + listed + ` AND ` + ofChannel

// begun holds unless an event of a partner, which may be relayed late, happened long before the endpoint was made; a
// minute is left for clocks.
const begun = `(e.channel IS NULL OR e.created_at > p.created_at - interval '1 minute')`

// What is relayed of an event: itself, and the endpoints that subscribe to it.
const unrelayed = `o.seq, e.id, e.tenant_id, e.livemode, e.type, e.created_at, coalesce(e.endpoint_id::text, ''),
	e.traceparent, e.body, e.permissions, t.ids, t.activations, t.filters, t.order_bys`

// An event about one endpoint goes to it alone, whatever it lists. All others go by subscriptions, which hold what is
// needed of active endpoints.
const subscribers = `
	CROSS  JOIN LATERAL (
		SELECT array_agg(p.endpoint_id::text) AS ids, array_agg(p.activation) AS activations,
		       CASE WHEN bool_or(p.filter <> '') THEN array_agg(p.filter) END AS filters,
		       CASE WHEN bool_or(p.order_by <> '') THEN array_agg(p.order_by) END AS order_bys
		FROM   (
			SELECT p.endpoint_id, p.activation, p.filter, p.order_by FROM subscriptions p
			WHERE  e.endpoint_id IS NULL AND p.tenant_id = e.tenant_id AND p.livemode = e.livemode AND p.type = e.type AND ` +
	ofChannel + ` AND ` + begun + `
			UNION  ALL
			SELECT p.endpoint_id, p.activation, p.filter, p.order_by FROM subscriptions p
			WHERE  e.endpoint_id IS NULL AND p.tenant_id = e.tenant_id AND p.livemode = e.livemode AND p.type = '` +
	string(webhooks.AllEvents) + `'
			  AND  NOT ` + onlyListed + ` AND ` + ofChannel + ` AND ` + begun + `
			UNION  ALL
			SELECT p.id, p.activation, p.filter, p.order_by FROM endpoints p
			WHERE  p.id = e.endpoint_id AND (p.is_active OR e.type = '` + string(webhooks.WebhookChallenge) + `')
			  AND  p.tenant_id = e.tenant_id AND p.livemode = e.livemode AND ` + begun +
	`
		) p
	) t`

// By key, each in its partition: the planner, whose figures of the outbox are those of another moment, may otherwise
// choose to read all events.
const queuedEvent = `
	CROSS  JOIN LATERAL (SELECT * FROM events WHERE created_at = o.created_at AND id = o.event_id LIMIT 1) e`

// notIn holds for a tenant and a mode unless their events wait.
func notIn(tenant, livemode string) string {
	return tenant + ` <> ALL(CASE WHEN ` + livemode + ` THEN @without_live::text[] ELSE @without_test::text[] END)`
}

// wanted holds for an event e unless those of its tenant and mode wait.
var wanted = notIn("e.tenant_id", "e.livemode")

var selectUnrelayed = `
	SELECT ` + unrelayed + `
	FROM   outbox o` + queuedEvent + subscribers + `
	WHERE  ` + wanted + ` AND o.seq <> ALL(@sent)
	ORDER  BY o.seq LIMIT @limit`

// queue is the outbox as statements read it that find rows by their hash: only these can use the indexes by hash.
// Without the condition Postgres 15 walks such an index for `seq = ANY`, as a whole for each number.
const queue = `(SELECT * FROM outbox WHERE hash >= 0)`

// A run is what a writer stored of a scope. The first rows of one are found in the index, as are those behind it,
// without a look at the others: a comparison of several columns says where to begin, and the limit where to end.
const (
	runKey   = `o.tenant_id, o.livemode, o.writer`
	firstRow = ` ORDER BY ` + runKey + ` LIMIT 1`
	nextRun  = ` CROSS JOIN LATERAL (SELECT o.hash, ` + runKey + ` FROM ` + queue + ` o WHERE `
)

// The first of each hash come before the second of any: many events of one tenant do not delay those of others. In the
// hashes of scopes that wait, the first of each other run are looked at: the rows that wait are passed over, however
// many there are.
var selectUnrelayedOfHashes = `
	WITH RECURSIVE runs AS (
		SELECT f.* FROM unnest(@mixed::smallint[]) AS h(hash)` + nextRun + `o.hash = h.hash` + firstRow + `) f
		UNION ALL
		SELECT f.* FROM runs r` + nextRun + `o.hash = r.hash
			AND (` + runKey + `) > (r.tenant_id, r.livemode, r.writer)` + firstRow + `) f
	)
	SELECT ` + unrelayed + `
	FROM   (
		SELECT * FROM (
			SELECT q.*, row_number() OVER (PARTITION BY q.hash ORDER BY q.seq) AS rank FROM (
				SELECT q.* FROM unnest(@hashes::smallint[]) AS h(hash) CROSS JOIN LATERAL (
					SELECT o.* FROM ` + queue + ` o
					WHERE  o.hash >= h.hash AND o.hash <= h.hash AND o.seq <> ALL(@sent)
					ORDER  BY o.hash, o.seq LIMIT @each
				) q
				UNION ALL
				SELECT q.* FROM runs r CROSS JOIN LATERAL (
					SELECT o.* FROM ` + queue + ` o
					WHERE  o.hash = r.hash AND (` + runKey + `) >= (r.tenant_id, r.livemode, r.writer)
					  AND  o.seq <> ALL(@sent)
					ORDER  BY ` + runKey + `, o.seq LIMIT @each
				) q
				WHERE  q.tenant_id = r.tenant_id AND q.livemode = r.livemode AND q.writer = r.writer
				  AND  ` + notIn("r.tenant_id", "r.livemode") + `
			) q
		) q WHERE rank <= @each ORDER BY rank, seq LIMIT @limit
	) o` + queuedEvent + subscribers + `
	ORDER  BY o.rank, o.seq`

// Next returns the next events to relay with the endpoints that subscribe to them, those of a scope in the order of
// their commits.
func (s Outbox) Next(ctx context.Context, q webhooks.OutboxQuery) ([]webhooks.OutboxEvent, error) {
	sql, args := selectUnrelayed, pgx.StrictNamedArgs{
		"without_live": q.WithoutOf(true), "without_test": q.WithoutOf(false),
		"limit": q.Limit, "sent": append([]int64{}, q.Sent...), // nothing equals NULL
	}
	if q.Hashes != nil {
		sql, args["each"] = selectUnrelayedOfHashes, q.Each
		args["hashes"], args["mixed"] = q.Split()
	}
	rows, _ := s.db.Query(ctx, sql, args)
	// By position: the relay reads hundreds of rows at a time, and by name each takes 1.5 µs more.
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (o webhooks.OutboxEvent, err error) {
		e := &o.Event
		err = row.Scan(&o.Seq, &e.ID, &e.Scope.Tenant, &e.Scope.Livemode, &e.Type, &e.CreatedAt, &e.Endpoint, &e.Traceparent,
			&e.Body, &e.Permissions, &o.Endpoints, &o.Activations, &o.Filters, &o.OrderBys)
		return o, err
	})
}

// Last returns the highest number of a row; 0 when there are none.
func (s Outbox) Last(ctx context.Context) (seq int64, err error) {
	err = s.db.QueryRow(ctx, `SELECT coalesce(max(seq), 0) FROM outbox`).Scan(&seq)
	return seq, err
}

// lastOf selects the newest row of each hash up to a number, if its event was accepted since a time: however many rows
// wait, one of each hash is read.
const lastOf = `
	FROM   unnest(@hashes::smallint[]) AS h(hash)
	CROSS  JOIN LATERAL (
		SELECT seq, created_at FROM ` + queue + ` q WHERE hash = h.hash AND seq <= @last ORDER BY seq DESC LIMIT 1
	) o
	WHERE  o.created_at > @since`

const selectLastSince = `SELECT coalesce(max(o.seq), 0)` + lastOf

// LastSince returns the highest number of a row of some hashes whose event was accepted since a time; 0 without any.
func (s Outbox) LastSince(ctx context.Context, hashes []int, since time.Time) (seq int64, err error) {
	err = s.db.QueryRow(ctx, selectLastSince, pgx.StrictNamedArgs{
		"hashes": hashes, "last": int64(math.MaxInt64), "since": since,
	}).Scan(&seq)
	return seq, err
}

const requestFlush = `SELECT count(pg_notify('` + ChannelOutbox + `', '` + NoticeFlush + `')) > 0` + lastOf

// RequestFlush asks relays to store the deliveries that they have sent, if there is a row of some hashes up to a number
// whose event was accepted since a time, and reports whether there is one.
func (s Outbox) RequestFlush(ctx context.Context, hashes []int, last int64, since time.Time) (waiting bool, err error) {
	err = s.db.QueryRow(ctx, requestFlush, pgx.StrictNamedArgs{
		"hashes": hashes, "last": last, "since": since,
	}).Scan(&waiting)
	return waiting, err
}

// The first rows of what each writer stored of a scope are found in the index, one after the other.
const outboxAge = `
	WITH RECURSIVE firsts AS (
		(SELECT o.hash, ` + runKey + `, o.created_at FROM ` + queue + ` o ORDER BY o.hash, ` + runKey + `, o.seq LIMIT 1)
		UNION ALL
		SELECT n.* FROM firsts f CROSS JOIN LATERAL (
			SELECT o.hash, ` + runKey + `, o.created_at FROM ` + queue + ` o
			WHERE  (o.hash, ` + runKey + `) > (f.hash, f.tenant_id, f.livemode, f.writer)
			ORDER  BY o.hash, ` + runKey + `, o.seq LIMIT 1
		) n
	)
	SELECT coalesce(extract(epoch FROM @now - min(created_at)), 0)::float8,
	       (SELECT count(*) FROM (SELECT FROM outbox ORDER BY seq LIMIT 10000) o)
	FROM   (
		SELECT created_at FROM firsts f
		WHERE  NOT EXISTS (
			SELECT FROM limit_notices l
			WHERE  l.tenant_id = f.tenant_id AND l.livemode = f.livemode AND l.kind = @kind AND l.waited_at > @ahead
		)
		LIMIT  10000
	) f`

func outboxAgeArgs(now time.Time) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{
		"now": now, "kind": webhooks.NoticeDeliveriesLimited, "ahead": now.Add(-webhooks.AheadFor),
	}
}

// Lag returns the age of the oldest event without deliveries, in seconds, but for those of scopes that are ahead of
// their rate. n is how many events have none, up to 10,000.
func (s Outbox) Lag(ctx context.Context, now time.Time) (seconds float64, n int, err error) {
	err = s.db.QueryRow(ctx, outboxAge, outboxAgeArgs(now)).Scan(&seconds, &n)
	return seconds, n, err
}
