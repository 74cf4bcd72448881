package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Events are the statements on events.
type Events struct{ db db }

// The arrays are subqueries, so that Postgres does not know their lengths and keeps one plan. It plans again for arrays
// that are shorter than it assumes, which takes longer than the statement.
const eventsInput = `
	WITH input AS (
		SELECT * FROM unnest(
			(SELECT @created::timestamptz[]), (SELECT @ids::text[]), (SELECT @tenants::text[]),
			(SELECT @livemodes::bool[]), (SELECT @types::text[]), (SELECT @endpoints::text[]),
			(SELECT @traceparents::text[]), (SELECT @bodies::bytea[]), (SELECT @hashes::smallint[])
		) WITH ORDINALITY AS i(created_at, id, tenant_id, livemode, type, endpoint_id, traceparent, body, hash, ord)
	), stored AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, endpoint_id, traceparent, body)
		SELECT created_at, id, tenant_id, livemode, type, nullif(endpoint_id, '')::uuid, traceparent, body FROM input
	), queued AS (
		INSERT INTO outbox (event_id, created_at, hash, writer, tenant_id, livemode)
		SELECT id, created_at, hash, @writer, tenant_id, livemode FROM input ORDER BY ord RETURNING seq, event_id
	)`

const insertEvents = eventsInput + `
	SELECT pg_notify('` + ChannelOutbox + `', @notice)`

// What subscribes is looked up once for all events of a tenant, mode and type. None of the events has a channel: those
// of partners are stored by Relay. Rows of others are the first of the scope in the index, or behind those of the
// writer, however many these are; in its order Postgres notes which of its entries are of deleted rows, and reads them
// once.
const acceptEvents = eventsInput + `, others AS MATERIALIZED (
		SELECT s.tenant_id, s.livemode, NOT @few OR EXISTS (
			SELECT FROM (SELECT * FROM ` + queue + ` o WHERE o.hash = s.hash AND o.seq <> ALL(@sent)
				AND (o.tenant_id, o.livemode) >= (s.tenant_id, s.livemode)` + firstRow + `
			) o WHERE o.tenant_id = s.tenant_id AND o.livemode = s.livemode AND o.writer < @writer
		) OR EXISTS (
			SELECT FROM (SELECT * FROM ` + queue + ` o WHERE o.hash = s.hash AND o.seq <> ALL(@sent)
				AND (` + runKey + `) > (s.tenant_id, s.livemode, @writer::bigint)` + firstRow + `
			) o WHERE o.tenant_id = s.tenant_id AND o.livemode = s.livemode
		) AS wait
		FROM   (SELECT DISTINCT hash, tenant_id, livemode FROM input) s
	), subscribing AS MATERIALIZED (
		SELECT e.tenant_id, e.livemode, e.type, e.endpoint_id, t.* FROM (
			SELECT DISTINCT tenant_id, livemode, type, nullif(endpoint_id, '')::uuid AS endpoint_id, NULL::text AS channel,
			       NULL::timestamptz AS created_at FROM input
		) e` + subscribers + `
	)
	SELECT q.seq, q.event_id, s.ids, s.activations, s.filters, s.order_bys, o.wait
	FROM   subscribing s
	JOIN   others o ON o.tenant_id = s.tenant_id AND o.livemode = s.livemode
	JOIN   input i ON i.tenant_id = s.tenant_id AND i.livemode = s.livemode AND i.type = s.type
	       AND nullif(i.endpoint_id, '')::uuid IS NOT DISTINCT FROM s.endpoint_id
	JOIN   queued q ON q.event_id = i.id`

func eventArgs(events []webhooks.Event, writer int64, hashes []int16) pgx.StrictNamedArgs {
	type event = webhooks.Event
	return pgx.StrictNamedArgs{
		"hashes": hashes, "writer": writer,
		"created":      pgdb.Column(events, func(e event) time.Time { return e.CreatedAt }),
		"ids":          pgdb.Column(events, func(e event) string { return string(e.ID) }),
		"tenants":      pgdb.Column(events, func(e event) string { return string(e.Scope.Tenant) }),
		"livemodes":    pgdb.Column(events, func(e event) bool { return e.Scope.Livemode }),
		"types":        pgdb.Column(events, func(e event) string { return string(e.Type) }),
		"endpoints":    pgdb.Column(events, func(e event) string { return string(e.Endpoint) }),
		"traceparents": pgdb.Column(events, func(e event) string { return e.Traceparent }),
		"bodies":       pgdb.Column(events, func(e event) []byte { return e.Body }),
	}
}

// Insert stores events with their outbox rows, in order, and wakes the relay when the transaction commits: the one that
// s is on, or the statement's own.
func (s Events) Insert(ctx context.Context, events ...webhooks.Event) error {
	if len(events) == 0 {
		return nil
	}
	each, notice := webhooks.HashesOf(events)
	args := eventArgs(events, 0, each)
	args["notice"] = notice
	return exec(ctx, s.db, insertEvents, args)
}

const countEventsSince = `
	SELECT count(*) FROM events
	WHERE  tenant_id = @tenant_id AND livemode = @livemode AND type = @type AND created_at > @since`

// CountSince returns how many events of a type a scope has since a time.
func (s Events) CountSince(
	ctx context.Context, sc webhooks.Scope, t webhooks.EventType, since time.Time,
) (n int, err error) {
	err = s.db.QueryRow(ctx, countEventsSince, pgdb.Fields(sc, pgx.StrictNamedArgs{"type": t, "since": since})).Scan(&n)
	return n, err
}

// A Writer hands over what it stores.
type Writer struct {
	ID   int64
	Few  bool    // few rows wait to be read, so it is found out whether others' are among them
	Sent []int64 // rows of others that do not count: they were sent
}

// Committed is what the relay needs of events that were stored.
type Committed struct {
	Events []webhooks.OutboxEvent  // in the order in which they were stored
	Others map[webhooks.Scope]bool // scopes of which events may wait that another writer stored
}

// Accept stores events with their outbox rows, in order. It notifies no relay.
func (s Events) Accept(ctx context.Context, events []webhooks.Event, w Writer) (c Committed, err error) {
	if len(events) == 0 {
		return c, nil
	}
	byID := make(map[webhooks.EventID]int, len(events))
	for i, e := range events {
		byID[e.ID] = i
	}
	each, _ := webhooks.HashesOf(events)
	args := eventArgs(events, w.ID, each)
	args["few"], args["sent"] = w.Few, w.Sent
	rows, _ := s.db.Query(ctx, acceptEvents, args)
	c = Committed{make([]webhooks.OutboxEvent, len(events)), map[webhooks.Scope]bool{}}
	var id webhooks.EventID
	var o webhooks.OutboxEvent
	var wait bool
	columns := []any{&o.Seq, &id, &o.Endpoints, &o.Activations, &o.Filters, &o.OrderBys, &wait}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		i, known := byID[id]
		if !known {
			return fmt.Errorf("event %s was stored and not sent", id)
		}
		o.Event = events[i]
		if wait {
			c.Others[o.Event.Scope] = true
		}
		c.Events[i], o = o, webhooks.OutboxEvent{}
		return nil
	})
	return c, err
}

const eventColumns = `id, tenant_id, livemode, type, created_at, body`

func scanEvent(row pgx.CollectableRow) (webhooks.Event, error) {
	var e webhooks.Event
	err := row.Scan(&e.ID, &e.Scope.Tenant, &e.Scope.Livemode, &e.Type, &e.CreatedAt, &e.Body)
	return e, err
}

const selectEvents = `SELECT ` + eventColumns + ` FROM events`

func eventQuery(sc webhooks.Scope, f webhooks.EventFilter) (string, pgx.StrictNamedArgs) {
	return where("tenant_id = @tenant AND livemode = @livemode",
		pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode}).
		And(f.Type != "", "type = @type", pgx.StrictNamedArgs{"type": f.Type}).
		And(f.From != nil, "created_at >= @from", pgx.StrictNamedArgs{"from": f.From}).
		And(f.To != nil, "created_at < @to", pgx.StrictNamedArgs{"to": f.To}).
		And(f.After != nil, "(created_at, id) < (@after_time, @after_id)", after(f.After)).
		Page(selectEvents, "created_at DESC, id DESC", f.Limit)
}

// List returns a page of the events of a scope, newest first.
func (s Events) List(ctx context.Context, sc webhooks.Scope, f webhooks.EventFilter) ([]webhooks.Event, error) {
	sql, args := eventQuery(sc, f)
	rows, _ := s.db.Query(ctx, sql, planned, args)
	return pgx.CollectRows(rows, scanEvent)
}

const selectEvent = `
	SELECT ` + eventColumns + ` FROM events WHERE created_at = @at AND id = @id AND tenant_id = @tenant
		       AND livemode = @livemode`

// Find returns one event of a scope; ErrEventNotFound for any other.
func (s Events) Find(ctx context.Context, sc webhooks.Scope, id webhooks.EventID) (webhooks.Event, error) {
	at, ok := ids.Time(webhooks.EventPrefix, string(id))
	if !ok {
		return webhooks.Event{}, webhooks.ErrEventNotFound
	}
	rows, _ := s.db.Query(ctx, selectEvent,
		pgx.StrictNamedArgs{"at": at, "id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	return pgdb.One(rows, scanEvent, webhooks.ErrEventNotFound)
}

const selectEventBody = `SELECT body, traceparent, permissions <> '{}' FROM events WHERE created_at = @at AND id = @id`

// Complete reads what a delivery sends of its event: the envelope, its trace context, and whether it is checked.
func (s Events) Complete(ctx context.Context, d *webhooks.Delivery) error {
	return s.db.QueryRow(ctx, selectEventBody, pgx.StrictNamedArgs{"at": d.EventAt, "id": d.Event}).Scan(&d.Body,
		&d.Traceparent, &d.Check)
}

// What is relayed after an outage may be of days before those that Maintain makes.
const makePastDays = `SELECT count(make_day(day)) FROM (SELECT DISTINCT (created_at AT TIME ZONE 'UTC')::date AS day
	       FROM unnest(@created::timestamptz[]) AS created_at) d WHERE day < @today::date - 1`

const relayEvents = `
	WITH input AS (
		SELECT * FROM unnest(@created::timestamptz[], @ids::text[], @tenants::text[], @livemodes::bool[], @types::text[],
		                     @channels::text[],
		                     @permissions::text[], @traceparents::text[], @bodies::bytea[], @hashes::smallint[])
		WITH ORDINALITY AS i(created_at, id, tenant_id, livemode, type, channel, permissions, traceparent, body, hash, ord)
	), stored AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, channel, permissions, traceparent, body)
		SELECT created_at, id, tenant_id, livemode, type, channel,
		       coalesce(string_to_array(nullif(permissions, ''), ' '), '{}'), traceparent, body FROM input
		ON CONFLICT DO NOTHING RETURNING created_at, id
	), queued AS (
		INSERT INTO outbox (event_id, created_at, hash, tenant_id, livemode)
		SELECT id, created_at, hash, tenant_id, livemode FROM input JOIN stored USING (created_at, id) ORDER BY ord
	)
	SELECT count(*), pg_notify('` + ChannelOutbox + `', @notice) FROM stored`

// Relay stores events of partners that are not stored yet, with their outbox rows, in order. It returns how many.
func (s Events) Relay(ctx context.Context, events []webhooks.Event, now time.Time) (n int, err error) {
	if len(events) == 0 {
		return 0, nil
	}
	type event = webhooks.Event
	var void string
	created := pgdb.Column(events, func(e event) time.Time { return e.CreatedAt })
	if err := exec(ctx, s.db, makePastDays, pgx.StrictNamedArgs{"created": created, "today": now.UTC()}); err != nil {
		return 0, err
	}
	each, notice := webhooks.HashesOf(events)
	err = s.db.QueryRow(ctx, relayEvents, pgx.StrictNamedArgs{
		"hashes": each, "notice": notice,
		"created":      created,
		"ids":          pgdb.Column(events, func(e event) string { return string(e.ID) }),
		"tenants":      pgdb.Column(events, func(e event) string { return string(e.Scope.Tenant) }),
		"livemodes":    pgdb.Column(events, func(e event) bool { return e.Scope.Livemode }),
		"types":        pgdb.Column(events, func(e event) string { return string(e.Type) }),
		"channels":     pgdb.Column(events, func(e event) string { return e.Channel }),
		"permissions":  pgdb.Column(events, func(e event) string { return strings.Join(e.Permissions, " ") }),
		"traceparents": pgdb.Column(events, func(e event) string { return e.Traceparent }),
		"bodies":       pgdb.Column(events, func(e event) []byte { return e.Body }),
	}).Scan(&n, &void)
	return n, err
}

const selectRevoked = `
	SELECT e.id FROM unnest(@event_ats::timestamptz[], @ids::text[]) AS i(created_at, id)
	JOIN events e USING (created_at, id)
	JOIN   withdrawn_permissions w ON w.tenant_id = e.tenant_id AND w.livemode = e.livemode
	       AND w.permission = ANY(e.permissions)`

// Revoked returns those of the events of deliveries that their tenants may not get any more.
func (s Events) Revoked(ctx context.Context, list []webhooks.DeliveryRecord) (map[webhooks.EventID]bool, error) {
	rows, _ := s.db.Query(ctx, selectRevoked, pgx.StrictNamedArgs{
		"event_ats": pgdb.Column(list, func(d webhooks.DeliveryRecord) time.Time { return d.EventAt }),
		"ids":       pgdb.Column(list, func(d webhooks.DeliveryRecord) string { return string(d.Event) }),
	})
	revoked := map[webhooks.EventID]bool{}
	var id webhooks.EventID
	_, err := pgx.ForEachRow(rows, []any{&id}, func() error { revoked[id] = true; return nil })
	return revoked, err
}
