package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/ordered"
)

// Deliveries are the statements on deliveries.
type Deliveries struct{ db db }

const deliveryColumns = `event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, reason, run,
	activation,
	attempt_count, next_attempt_at, created_at, completed_at, moved_attempt, order_key,
	` + ordered.HeldBackBy + ` AS held_back_by,
	` + ordered.StopsKey + ` AS stops_key`

func scanDelivery(row pgx.CollectableRow) (webhooks.DeliveryRecord, error) {
	var d webhooks.DeliveryRecord
	err := row.Scan(&d.EventAt, &d.ID, &d.Endpoint, &d.Event, &d.EventType, &d.Scope.Tenant, &d.Scope.Livemode, &d.Status,
		&d.Reason,
		&d.Run, &d.Activation, &d.AttemptCount, &d.NextAttemptAt, &d.CreatedAt, &d.CompletedAt, &d.Moved,
		&d.OrderKey, &d.HeldBackBy, &d.StopsKey)
	return d, err
}

const selectDeliveries = `SELECT ` + deliveryColumns + ` FROM deliveries`

// byStatus has the status in the statement: the partial indexes on it are of use only to a plan that knows it.
var byStatus = map[string]string{
	string(webhooks.DeliveryPending):   "status = 'pending'",
	string(webhooks.DeliveryDelivered): "status = 'delivered'",
	string(webhooks.DeliveryFailed):    "status = 'failed'",
	string(webhooks.DeliveryCancelled): "status = 'cancelled'",
}

// deliveryQuery finds those of a type that the endpoint gets by the events of the type, which may be rare among all
// that it gets.
func deliveryQuery(e webhooks.Endpoint, f webhooks.DeliveryFilter) (string, pgx.StrictNamedArgs) {
	ofEndpoint := "endpoint_id = @endpoint"
	if isByType(f) && e.Lists(webhooks.EventType(f.Type)) {
		f.Mode = &e.Livemode
		sql, args := deliveriesOfType(e.Tenant, ofEndpoint, f)
		args["endpoint"] = e.ID
		return sql, args
	}
	return filtered(where(ofEndpoint, pgx.StrictNamedArgs{"endpoint": e.ID}), f).
		Page(selectDeliveries, "event_at DESC, id DESC", f.Limit)
}

// isByType reports whether a filter leaves most by its type: a state other than delivered is rarer than a type.
func isByType(f webhooks.DeliveryFilter) bool {
	return f.Type != "" && (f.Status == "" || f.Status == string(webhooks.DeliveryDelivered))
}

// filtered adds what a filter asks of a delivery.
func filtered(c *pgdb.Conditions, f webhooks.DeliveryFilter) *pgdb.Conditions {
	return c.And(f.Status != "", byStatus[f.Status], nil).
		And(f.Type != "", "event_type = @type", pgx.StrictNamedArgs{"type": f.Type}).
		And(f.From != nil, "event_at >= @from", pgx.StrictNamedArgs{"from": f.From}).
		And(f.To != nil, "event_at < @to", pgx.StrictNamedArgs{"to": f.To}).
		And(f.After != nil, "(event_at, id) < (@after_time, @after_id)", after(f.After))
}

// List returns a page of the deliveries of an endpoint, newest event first.
func (s Deliveries) List(
	ctx context.Context, e webhooks.Endpoint, f webhooks.DeliveryFilter,
) ([]webhooks.DeliveryRecord, error) {
	sql, args := deliveryQuery(e, f)
	rows, _ := s.db.Query(ctx, sql, planned, args)
	return pgx.CollectRows(rows, scanDelivery)
}

// tenantDeliveryQuery merges what indexes of other lists find, so that no index by tenant has to be written with each
// delivery: a page of each of the tenant's endpoints, or those of a type's events.
func tenantDeliveryQuery(tenant webhooks.TenantID, f webhooks.DeliveryFilter) (string, pgx.StrictNamedArgs) {
	if isByType(f) {
		return deliveriesOfType(tenant, "endpoint_id IN (SELECT id FROM endpoints WHERE tenant_id = @tenant)", f)
	}
	// The two comparisons, and the order by endpoint, are what an equality would be, except that the planner then takes
	// the index of endpoints alone. With it, the planner may walk the whole history for an endpoint that has no
	// deliveries.
	page, args := filtered(where("endpoint_id >= e.id AND endpoint_id <= e.id", pgx.StrictNamedArgs{"tenant": tenant}), f).
		Page(selectDeliveries, "endpoint_id, event_at DESC, id DESC", f.Limit)
	ofMode := ""
	if f.Mode != nil {
		ofMode, args["mode"] = " AND e.livemode = @mode", *f.Mode
	}
	return `
	SELECT d.* FROM endpoints e CROSS JOIN LATERAL (` + page + `) d
	WHERE  e.tenant_id = @tenant` + ofMode + ` ORDER BY d.event_at DESC, d.id DESC LIMIT @limit`, args
}

// deliveriesOfType has the events by their index, and the deliveries of each by its time, which is in their key. The
// planner has to know the mode, or it may walk the whole history for one that has no events; the inner limit keeps it
// from joining whole days.
func deliveriesOfType(
	tenant webhooks.TenantID, ofEndpoint string, f webhooks.DeliveryFilter,
) (string, pgx.StrictNamedArgs) {
	ofEvent := "event_at = v.created_at AND event_id = v.id AND " + ofEndpoint
	list, args := filtered(where(ofEvent, pgx.StrictNamedArgs{"tenant": tenant}), f).
		Page(selectDeliveries, "id DESC", f.Limit)
	ofMode := func(condition string) string {
		page, _ := where("v.tenant_id = @tenant AND v.type = @type AND "+condition, pgx.StrictNamedArgs{}).
			And(f.From != nil, "v.created_at >= @from", nil).
			And(f.To != nil, "v.created_at < @to", nil).
			And(f.After != nil, "v.created_at <= @after_time", nil).
			Page("SELECT d.* FROM events v CROSS JOIN LATERAL ("+list+") d", "v.created_at DESC, d.id DESC", f.Limit)
		return "(" + page + ")"
	}
	if f.Mode != nil {
		return ofMode(map[bool]string{true: "v.livemode", false: "NOT v.livemode"}[*f.Mode]), args
	}
	return ofMode("v.livemode") + " UNION ALL " + ofMode("NOT v.livemode") +
		" ORDER BY event_at DESC, id DESC LIMIT @limit", args
}

// ListOfTenant returns a page of the deliveries to the endpoints of a tenant, newest event first.
func (s Deliveries) ListOfTenant(
	ctx context.Context, tenant webhooks.TenantID, f webhooks.DeliveryFilter,
) ([]webhooks.DeliveryRecord, error) {
	sql, args := tenantDeliveryQuery(tenant, f)
	rows, _ := s.db.Query(ctx, sql, planned, args)
	return pgx.CollectRows(rows, scanDelivery)
}

const selectDeliveriesOfEvent = selectDeliveries + `
	WHERE event_at = @at AND event_id = @event AND tenant_id = @tenant AND livemode = @livemode ORDER BY id LIMIT @limit`

// ListOfEvent returns the deliveries of an event of a scope.
func (s Deliveries) ListOfEvent(
	ctx context.Context, sc webhooks.Scope, event webhooks.EventID, at time.Time, limit int,
) ([]webhooks.DeliveryRecord, error) {
	rows, _ := s.db.Query(ctx, selectDeliveriesOfEvent,
		pgx.StrictNamedArgs{"at": at, "event": event, "tenant": sc.Tenant, "livemode": sc.Livemode, "limit": limit})
	return pgx.CollectRows(rows, scanDelivery)
}

const selectDelivery = `
	SELECT ` + deliveryColumns + ` FROM deliveries
	WHERE  event_at = @event_at AND id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Find returns one delivery of a scope; ErrDeliveryNotFound for any other. The id holds the event's time, which leads
// to the one partition.
func (s Deliveries) Find(
	ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID,
) (webhooks.DeliveryRecord, error) {
	return s.FindLocked(ctx, sc, id, "")
}

// The position of each id is found by itself, so that each reads one partition.
const selectDeliveriesByID = `
	SELECT d.* FROM unnest(@event_ats::timestamptz[], @ids::text[]) AS a(event_at, id)
	CROSS JOIN LATERAL (SELECT ` + deliveryColumns + ` FROM deliveries WHERE event_at = a.event_at AND id = a.id) d`

// FindAll returns the deliveries of any scope that exist.
func (s Deliveries) FindAll(ctx context.Context, list []webhooks.DeliveryID) ([]webhooks.DeliveryRecord, error) {
	var known []webhooks.DeliveryID
	var times []time.Time
	for _, id := range list {
		if at, ok := ids.Time(webhooks.DeliveryPrefix, string(id)); ok {
			known, times = append(known, id), append(times, at)
		}
	}
	rows, _ := s.db.Query(ctx, selectDeliveriesByID, pgx.StrictNamedArgs{"event_ats": times, "ids": known})
	return pgx.CollectRows(rows, scanDelivery)
}

// FindLocked is Find with a lock.
func (s Deliveries) FindLocked(
	ctx context.Context, sc webhooks.Scope, id webhooks.DeliveryID, lock Lock,
) (webhooks.DeliveryRecord, error) {
	at, ok := ids.Time(webhooks.DeliveryPrefix, string(id))
	if !ok {
		return webhooks.DeliveryRecord{}, webhooks.ErrDeliveryNotFound
	}
	rows, _ := s.db.Query(ctx, selectDelivery+string(lock),
		pgx.StrictNamedArgs{"event_at": at, "id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	return pgdb.One(rows, scanDelivery, webhooks.ErrDeliveryNotFound)
}

const beginRun = `
	UPDATE deliveries
	SET    status = 'pending', reason = NULL, run = run + 1, activation = @activation, attempt_count = 0,
	       next_attempt_at = @now,
	       moved_attempt = 0, completed_at = NULL, updated_at = @now, overdue_at = @overdue
	WHERE  event_at = @event_at AND id = @id AND status <> 'pending'`

// BeginRun begins a new run of a delivery that has ended.
func (s Deliveries) BeginRun(ctx context.Context, d webhooks.Delivery, activation int, now, overdue time.Time) error {
	return exec(ctx, s.db, beginRun,
		pgx.StrictNamedArgs{"event_at": d.EventAt, "id": d.ID, "activation": activation, "now": now, "overdue": overdue})
}

// isHeld is true for a delivery d that is held, and NULL for others. A subquery for a value is looked up by key for
// each row; EXISTS may be planned as a join that reads the table from end to end.
const isHeld = `(SELECT true FROM held_deliveries h WHERE h.event_at = d.event_at AND h.delivery_id = d.id)`

// The commit of deliveries of outbox rows does not wait for the disk: when it is lost, the rows are back, and the
// deliveries are stored again with the same ids. Deliveries without such rows are on disk before anything is answered,
// and those with an order before they are sent: their order would otherwise be another one after a crash.
const insertDeliveries = `
	WITH ended AS (DELETE FROM outbox WHERE seq = ANY(@seqs)),
	     unsynced AS MATERIALIZED (SELECT CASE WHEN @repeatable THEN set_config('synchronous_commit', 'off', true) END)
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation,
	                        created_at, updated_at, next_attempt_at, overdue_at, order_key)
	SELECT event_at, id, endpoint_id::uuid, event_id, event_type, tenant_id, livemode, 'pending', 1, activation,
	       @now, @now, @now,
	       CASE WHEN ` + isHeld + `
	            THEN @overdue::timestamptz` + heldOverdue + ` ELSE @overdue END, order_key
	FROM   unsynced,
	       unnest(@event_ats::timestamptz[], @ids::text[], @endpoints::text[], @events::text[], @types::text[],
	              @tenants::text[],
	              @livemodes::bool[], @activations::int[], @keys::text[])
	       AS d(event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, activation, order_key)
	ORDER  BY event_at, id -- as attempts are recorded, which may store the same ones
	ON CONFLICT DO NOTHING`

const skipDelivery = `
	UPDATE deliveries d
	SET    status = 'cancelled', reason = '` + webhooks.ReasonSkipped + `', completed_at = @now, updated_at = @now,
	       next_attempt_at = NULL, overdue_at = NULL
	WHERE  event_at = @event_at AND id = @id AND ` + isPending

// Skip ends a pending delivery without an attempt.
func (s Deliveries) Skip(ctx context.Context, d webhooks.Delivery, now time.Time) error {
	return exec(ctx, s.db, skipDelivery, pgx.StrictNamedArgs{"event_at": d.EventAt, "id": d.ID, "now": now})
}

// Insert stores deliveries as pending, but for those that are stored, and ends the outbox rows of their events, of
// which no part follows.
func (s Deliveries) Insert(
	ctx context.Context, list []webhooks.Delivery, events []webhooks.OutboxEvent, now, overdue time.Time,
) error {
	return exec(ctx, s.db, insertDeliveries, insertArgs(list, events, now, overdue))
}

func insertArgs(
	list []webhooks.Delivery, events []webhooks.OutboxEvent, now, overdue time.Time,
) pgx.StrictNamedArgs {
	type delivery = webhooks.Delivery
	ended := slices.DeleteFunc(slices.Clone(events), func(o webhooks.OutboxEvent) bool { return o.Continues })
	return deliveryKeys(list, pgx.StrictNamedArgs{
		"repeatable":  len(events) > 0 && !slices.ContainsFunc(list, func(d delivery) bool { return d.OrderKey != nil }),
		"keys":        pgdb.Column(list, func(d delivery) *string { return d.OrderKey }),
		"seqs":        pgdb.Column(ended, func(o webhooks.OutboxEvent) int64 { return o.Seq }),
		"endpoints":   pgdb.Column(list, func(d delivery) string { return string(d.Endpoint) }),
		"events":      pgdb.Column(list, func(d delivery) string { return string(d.Event) }),
		"types":       pgdb.Column(list, func(d delivery) string { return string(d.EventType) }),
		"tenants":     pgdb.Column(list, func(d delivery) string { return string(d.Scope.Tenant) }),
		"livemodes":   pgdb.Column(list, func(d delivery) bool { return d.Scope.Livemode }),
		"activations": pgdb.Column(list, func(d delivery) int { return d.Activation }),
		"now":         now, "overdue": overdue,
	})
}

func deliveryIDs(rows pgx.Rows) (map[webhooks.DeliveryID]bool, error) {
	set := map[webhooks.DeliveryID]bool{}
	var id webhooks.DeliveryID
	_, err := pgx.ForEachRow(rows, []any{&id}, func() error { set[id] = true; return nil })
	return set, err
}

// deliveryKeys adds the keys of deliveries to arguments.
func deliveryKeys(list []webhooks.Delivery, args pgx.StrictNamedArgs) pgx.StrictNamedArgs {
	args["event_ats"] = pgdb.Column(list, func(d webhooks.Delivery) time.Time { return d.EventAt })
	args["ids"] = pgdb.Column(list, func(d webhooks.Delivery) string { return string(d.ID) })
	return args
}

const selectOverdue = `
	SELECT d.event_at, d.id, d.endpoint_id, d.event_id, d.event_type, d.tenant_id, d.livemode, d.run, d.activation,
	       d.attempt_count + 1, d.updated_at, e.body, e.traceparent, e.permissions <> '{}', d.moved_attempt
	FROM   deliveries d JOIN events e ON e.created_at = d.event_at AND e.id = d.event_id
	WHERE  d.status = 'pending' AND d.overdue_at < @now
	  AND  ` + isHeld + ` IS NULL
	ORDER  BY d.overdue_at LIMIT @limit`

// Overdue returns deliveries whose outcome is overdue and that are not held, the longest first.
func (s Deliveries) Overdue(ctx context.Context, now time.Time, limit int) ([]webhooks.Overdue, error) {
	rows, _ := s.db.Query(ctx, selectOverdue, pgx.StrictNamedArgs{"now": now, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (o webhooks.Overdue, err error) {
		d := &o.Delivery
		err = row.Scan(&d.EventAt, &d.ID, &d.Endpoint, &d.Event, &d.EventType, &d.Scope.Tenant, &d.Scope.Livemode, &d.Run,
			&d.Activation, &o.Attempt, &o.UpdatedAt, &d.Body, &d.Traceparent, &d.Check, &d.Moved)
		return o, err
	})
}

// A row that an ingest holds is passed over: the ingest is about to say when that delivery is overdue, or that it has
// ended. Waiting for it while others are locked already would be a deadlock now and then.
const postponeOverdue = `
	WITH free AS (
		SELECT d.event_at, d.id FROM unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
		JOIN   deliveries d USING (event_at, id) WHERE ` + isPending + ` FOR NO KEY UPDATE OF d SKIP LOCKED
	)
	UPDATE deliveries d SET overdue_at = @until FROM free WHERE d.event_at = free.event_at AND d.id = free.id`

// PostponeOverdue has deliveries count as overdue from another time on.
func (s Deliveries) PostponeOverdue(ctx context.Context, list []webhooks.Delivery, until time.Time) error {
	return exec(ctx, s.db, postponeOverdue, deliveryKeys(list, pgx.StrictNamedArgs{"until": until}))
}

// Held are the statements on held deliveries.
type Held struct{ db db }

// heldOverdue is how much later the outcome of a held delivery is overdue: the sweep need not read what is held.
const heldOverdue = ` + interval '6 hours'`

// A row that an ingest holds is passed over, as when deliveries are postponed. The time since when the attempt is due
// stays, however often it is given back.
const insertHeld = `
	WITH free AS (
		SELECT d.event_at, d.id
		FROM   unnest(@event_ats::timestamptz[], @ids::text[], @runs::int[], @attempts::int[])
		       AS h(event_at, id, run, attempt)
		JOIN   deliveries d USING (event_at, id) WHERE ` + isOpen + ` FOR NO KEY UPDATE OF d SKIP LOCKED
	), unswept AS (
		UPDATE deliveries d SET overdue_at = d.overdue_at` + heldOverdue + `
		FROM   free WHERE d.event_at = free.event_at AND d.id = free.id
	)
	INSERT INTO held_deliveries AS h (event_at, delivery_id, endpoint_id, run, attempt, due_at, held_at)
	SELECT DISTINCT ON (i.event_at, i.id) i.event_at, i.id, i.endpoint::uuid, i.run, i.attempt,
	       least(i.due_at, d.next_attempt_at), clock_timestamp()
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @endpoints::text[], @runs::int[], @attempts::int[],
	              @dues::timestamptz[])
	       AS i(event_at, id, endpoint, run, attempt, due_at)
	LEFT   JOIN LATERAL (
		SELECT next_attempt_at FROM deliveries
		WHERE  event_at = i.event_at AND id = i.id AND run = i.run AND attempt_count = i.attempt - 1
	) d ON true
	ORDER  BY i.event_at, i.id, i.run DESC, i.attempt DESC
	ON CONFLICT (event_at, delivery_id) DO UPDATE
	SET    run = excluded.run, attempt = excluded.attempt, due_at = excluded.due_at, held_at = excluded.held_at,
	       moved = false
	WHERE  (h.run, h.attempt) < (excluded.run, excluded.attempt)`

// Insert holds deliveries.
func (s Held) Insert(ctx context.Context, list []webhooks.HeldDelivery) error {
	type held = webhooks.HeldDelivery
	return exec(ctx, s.db, insertHeld, heldAttempts(list, pgx.StrictNamedArgs{
		"endpoints": pgdb.Column(list, func(h held) string { return string(h.Endpoint) }),
		"dues":      pgdb.Column(list, func(h held) time.Time { return h.DueAt }),
	}))
}

// heldKeys adds the keys of held deliveries to arguments.
func heldKeys(list []webhooks.HeldDelivery, args pgx.StrictNamedArgs) pgx.StrictNamedArgs {
	args["event_ats"] = pgdb.Column(list, func(h webhooks.HeldDelivery) time.Time { return h.EventAt })
	args["ids"] = pgdb.Column(list, func(h webhooks.HeldDelivery) string { return string(h.Delivery) })
	return args
}

// heldAttempts adds the keys of held deliveries and their attempts to arguments.
func heldAttempts(list []webhooks.HeldDelivery, args pgx.StrictNamedArgs) pgx.StrictNamedArgs {
	args["runs"] = pgdb.Column(list, func(h webhooks.HeldDelivery) int { return h.Run })
	args["attempts"] = pgdb.Column(list, func(h webhooks.HeldDelivery) int { return h.Attempt })
	return heldKeys(list, args)
}

// heldEndpoints are the endpoints of held deliveries, with the time since when the oldest of each is due. They are
// found by steps along the index: there may be a million rows of one.
const heldEndpoints = `
	WITH RECURSIVE held AS (
		(SELECT endpoint_id, due_at FROM held_deliveries ORDER BY endpoint_id, due_at LIMIT 1)
		UNION ALL
		SELECT h.* FROM held CROSS JOIN LATERAL (
			SELECT endpoint_id, due_at FROM held_deliveries WHERE endpoint_id > held.endpoint_id
			ORDER BY endpoint_id, due_at LIMIT 1
		) h
	)`

const selectHeldEndpoints = heldEndpoints + `
	SELECT h.endpoint_id, coalesce(e.tenant_id, ''), coalesce(e.livemode, false)
	FROM   held h LEFT JOIN endpoints e ON e.id = h.endpoint_id WHERE h.due_at <= @now`

// Endpoints returns the endpoints that have held deliveries which are due, by the scope that owns them; those of no
// tenant do not exist any more.
func (s Held) Endpoints(ctx context.Context, now time.Time) (map[webhooks.Scope][]webhooks.EndpointID, error) {
	rows, _ := s.db.Query(ctx, selectHeldEndpoints, pgx.StrictNamedArgs{"now": now})
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

func selectDue(onlyMoved string) string {
	return `
	SELECT h.delivery_id, h.endpoint_id, h.event_at, h.run, h.attempt, h.due_at, d.id IS NOT NULL,
	       coalesce(` + isOpen + ` AND e.id IS NOT NULL, false), coalesce(octet_length(e.body), 0),
	       h.held_at, h.moved, clock_timestamp()
	FROM   unnest(@endpoints::uuid[]) AS p(id)
	CROSS  JOIN LATERAL (
		SELECT * FROM held_deliveries WHERE endpoint_id = p.id AND due_at <= @now` + onlyMoved + `
		ORDER  BY due_at, event_at, delivery_id LIMIT @each
	) h
	LEFT   JOIN LATERAL (SELECT * FROM deliveries WHERE event_at = h.event_at AND id = h.delivery_id) d ON true
	LEFT   JOIN LATERAL (SELECT id, body FROM events WHERE created_at = h.event_at AND id = d.event_id) e ON true`
}

// Due returns up to each of the held deliveries of every endpoint that are due, the longest first, and when they were
// read by the clock of the database; with moved only those that were moved and not given back since.
func (s Held) Due(
	ctx context.Context, endpoints []webhooks.EndpointID, each int, moved bool, now time.Time,
) (list []webhooks.DueDelivery, read time.Time, err error) {
	only := ""
	if moved {
		only = " AND moved"
	}
	rows, _ := s.db.Query(ctx, selectDue(only), pgx.StrictNamedArgs{"endpoints": endpoints, "each": each, "now": now})
	var d webhooks.DueDelivery
	columns := []any{
		&d.Delivery, &d.Endpoint, &d.EventAt, &d.Run, &d.Attempt, &d.DueAt, &d.Stored, &d.Open, &d.Size, &d.HeldAt, &d.Moved,
		&read,
	}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		list = append(list, d)
		return nil
	})
	return list, read, err
}

const selectUnsettled = `
	SELECT h.id
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @runs::integer[], @attempts::integer[])
	       AS h(event_at, id, run, attempt)
	JOIN   deliveries d ON d.event_at = h.event_at AND d.id = h.id
	WHERE  ` + isOpen + `
	  AND  ` + isHeld + ` IS NULL`

// Unsettled returns which of the deliveries still wait for this attempt, and are not held.
func (s Held) Unsettled(ctx context.Context, list []webhooks.HeldDelivery) (map[webhooks.DeliveryID]bool, error) {
	if len(list) == 0 {
		return nil, nil
	}
	rows, _ := s.db.Query(ctx, selectUnsettled, heldAttempts(list, pgx.StrictNamedArgs{}))
	return deliveryIDs(rows)
}

// ofThese follows from the other conditions of a statement. It bounds what a join reads of the held deliveries: without
// it a join may begin with all of them.
const ofThese = `h.event_at = ANY(@event_ats::timestamptz[])`

// A delivery that an ingest holds is left for the next time: waiting for it while others are locked would be a
// deadlock now and then.
const takeHeld = `
	WITH free AS (
		SELECT h.event_at, h.delivery_id, h.attempt
		FROM   unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, delivery_id)
		JOIN   held_deliveries h USING (event_at, delivery_id)
		JOIN   deliveries d ON d.event_at = h.event_at AND d.id = h.delivery_id
		WHERE  ` + isOpen + ` AND ` + ofThese + ` FOR UPDATE OF h, d SKIP LOCKED
	), taken AS (
		DELETE FROM held_deliveries h USING free
		WHERE  h.event_at = free.event_at AND h.delivery_id = free.delivery_id AND ` + ofThese + `
	), sent AS (
		UPDATE deliveries d SET updated_at = @now, overdue_at = @overdue
		FROM   free WHERE d.event_at = free.event_at AND d.id = free.delivery_id
		RETURNING d.*, free.attempt
	)
	SELECT d.event_at, d.id, d.endpoint_id, d.event_id, d.event_type, d.tenant_id, d.livemode, d.run, d.activation,
	       d.attempt, e.body, e.traceparent, e.permissions <> '{}', d.moved_attempt
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
		&attempt, &d.Body, &d.Traceparent, &d.Check, &d.Moved,
	}
	_, err = pgx.ForEachRow(rows, columns, func() error {
		taken, attempts = append(taken, d), append(attempts, attempt)
		return nil
	})
	return taken, attempts, err
}

// A moved attempt is held, which sends it at the pace of its endpoint and tenant. A delivery that
// something else changes at this moment is left alone.
const moveAttempts = `
	WITH free AS (
		SELECT d.event_at, d.id, d.endpoint_id, d.run, i.attempt
		FROM   unnest(@event_ats::timestamptz[], @ids::text[], @runs::int[], @attempts::int[])
		       AS i(event_at, id, run, attempt)
		JOIN   deliveries d USING (event_at, id)
		WHERE  ` + isPending + ` AND d.run = i.run AND d.attempt_count = i.attempt - 1 AND d.next_attempt_at > @waits
		ORDER  BY d.event_at, d.id FOR NO KEY UPDATE OF d SKIP LOCKED
	), moved AS (
		UPDATE deliveries d SET moved_attempt = free.attempt, next_attempt_at = @now, updated_at = @now,
		                        overdue_at = @overdue::timestamptz` + heldOverdue + `
		FROM   free WHERE d.event_at = free.event_at AND d.id = free.id
	)
	INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at, held_at, moved)
	SELECT event_at, id, endpoint_id, run, attempt, @now, clock_timestamp(), true FROM free ORDER BY event_at, id
	ON CONFLICT (event_at, delivery_id) DO UPDATE
	SET    run = excluded.run, attempt = excluded.attempt, due_at = excluded.due_at, moved = true`

// Move moves the retries that deliveries wait for to now: they are sent as soon as their endpoint takes them.
func (s Held) Move(ctx context.Context, list []webhooks.Delivery, now, overdue time.Time) error {
	return exec(ctx, s.db, moveAttempts, moveArgs(list, now, overdue))
}

func moveArgs(list []webhooks.Delivery, now, overdue time.Time) pgx.StrictNamedArgs {
	return deliveryKeys(list, pgx.StrictNamedArgs{
		"runs":     pgdb.Column(list, func(d webhooks.Delivery) int { return d.Run }),
		"attempts": pgdb.Column(list, func(d webhooks.Delivery) int { return d.Moved }),
		"waits":    now.Add(webhooks.MoveAhead), "now": now, "overdue": overdue,
	})
}

const dropHeld = `
	DELETE FROM held_deliveries h
	USING  unnest(@event_ats::timestamptz[], @ids::text[], @runs::integer[], @attempts::integer[])
	       AS i(event_at, delivery_id, run, attempt)
	WHERE  h.event_at = i.event_at AND h.delivery_id = i.delivery_id AND h.run = i.run AND h.attempt = i.attempt
	  AND  ` + ofThese

// Drop ends the hold of deliveries that need no attempt, unless they are held for another attempt by now.
func (s Held) Drop(ctx context.Context, list []webhooks.HeldDelivery) error {
	return exec(ctx, s.db, dropHeld, heldAttempts(list, pgx.StrictNamedArgs{}))
}

const countHeld = heldEndpoints + `
	SELECT coalesce(extract(epoch FROM @now - min(due_at)), 0)::float8,
	       (SELECT count(*) FROM (SELECT FROM held_deliveries LIMIT 10000) h)
	FROM   held`

// Waiting returns how many deliveries are held, up to 10,000, and for how many seconds the oldest of them has been due.
func (s Held) Waiting(ctx context.Context, now time.Time) (seconds float64, n int, err error) {
	err = s.db.QueryRow(ctx, countHeld, pgx.StrictNamedArgs{"now": now}).Scan(&seconds, &n)
	return max(seconds, 0), n, err
}
