package postgres

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// A Publication is an event that an internal system publishes, with its idempotency key if it has one.
type Publication struct {
	Event       webhooks.Event
	Key         string
	Fingerprint []byte // of what the caller sent; compared when the key is seen again
}

// Accepted is what became of a Publication.
type Accepted struct {
	ID       webhooks.EventID
	Replayed bool  // the key was seen before: ID is the earlier event's
	Err      error // ErrIdempotencyKeyReused; nothing was stored for this one
}

// Publish stores events and their outbox rows in one transaction. Publications whose key was seen before are not
// stored again. When atomic, one reused key refuses them all.
func (s *Store) Publish(ctx context.Context, list []Publication, atomic bool) ([]Accepted, error) {
	out := make([]Accepted, len(list))
	events := make([]webhooks.Event, 0, len(list))
	if !slices.ContainsFunc(list, func(p Publication) bool { return p.Key != "" }) {
		for i, p := range list {
			out[i].ID = p.Event.ID
			events = append(events, p.Event)
		}
		return out, insertEvents(ctx, s.pool, events) // one trip
	}
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if err := claimKeys(ctx, tx, list, out); err != nil {
			return err
		}
		for i, p := range list {
			switch {
			case out[i].Err != nil && atomic:
				return out[i].Err
			case out[i].Err != nil || out[i].Replayed:
			default:
				out[i].ID = p.Event.ID
				events = append(events, p.Event)
			}
		}
		return insertEvents(ctx, tx, events)
	})
	return out, err
}

const insertKeys = `
	INSERT INTO event_keys (tenant_id, livemode, key, fingerprint, event_id, created_at)
	SELECT * FROM unnest(@tenants::text[], @livemodes::bool[], @keys::text[], @fingerprints::bytea[], @events::text[], @created::timestamptz[])
	ON CONFLICT DO NOTHING`

const selectKeys = `
	SELECT i.ord, k.fingerprint, k.event_id
	FROM   unnest(@tenants::text[], @livemodes::bool[], @keys::text[]) WITH ORDINALITY AS i(tenant_id, livemode, key, ord)
	JOIN   event_keys k USING (tenant_id, livemode, key)`

// claimKeys stores the idempotency keys of list and notes in out which were taken already. An insert waits for another
// transaction's insert of the same key, so all claim in one order: no two ever wait for each other in a circle.
func claimKeys(ctx context.Context, tx pgx.Tx, list []Publication, out []Accepted) error {
	var index []int
	for i, p := range list {
		if p.Key != "" {
			index = append(index, i)
		}
	}
	slices.SortStableFunc(index, func(a, b int) int {
		x, y := list[a], list[b]
		return cmp.Or(
			cmp.Compare(x.Event.Scope.Tenant, y.Event.Scope.Tenant),
			cmp.Compare(strconv.FormatBool(x.Event.Scope.Livemode), strconv.FormatBool(y.Event.Scope.Livemode)),
			cmp.Compare(x.Key, y.Key))
	})
	var tenants, keys, ids []string
	var livemodes []bool
	var prints [][]byte
	var created []time.Time
	for _, i := range index {
		p := list[i]
		tenants, livemodes = append(tenants, string(p.Event.Scope.Tenant)), append(livemodes, p.Event.Scope.Livemode)
		keys, prints = append(keys, p.Key), append(prints, p.Fingerprint)
		ids, created = append(ids, string(p.Event.ID)), append(created, p.Event.CreatedAt)
	}
	if len(index) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, insertKeys, pgx.StrictNamedArgs{
		"tenants": tenants, "livemodes": livemodes, "keys": keys, "fingerprints": prints, "events": ids, "created": created,
	})
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, selectKeys, pgx.StrictNamedArgs{"tenants": tenants, "livemodes": livemodes, "keys": keys})
	if err != nil {
		return err
	}
	var ord int
	var print []byte
	var event string
	_, err = pgx.ForEachRow(rows, []any{&ord, &print, &event}, func() error {
		i := index[ord-1]
		switch {
		case event == string(list[i].Event.ID):
		case bytes.Equal(print, list[i].Fingerprint):
			out[i] = Accepted{ID: webhooks.EventID(event), Replayed: true}
		default:
			out[i].Err = webhooks.ErrIdempotencyKeyReused
		}
		return nil
	})
	return err
}

const insertEventsSQL = `
	WITH input AS (
		SELECT * FROM unnest(@created::timestamptz[], @ids::text[], @tenants::text[], @livemodes::bool[], @types::text[],
		                     @endpoints::text[], @traceparents::text[], @bodies::bytea[])
		WITH ORDINALITY AS i(created_at, id, tenant_id, livemode, type, endpoint_id, traceparent, body, ord)
	), stored AS (
		INSERT INTO events (created_at, id, tenant_id, livemode, type, endpoint_id, traceparent, body)
		SELECT created_at, id, tenant_id, livemode, type, nullif(endpoint_id, '')::uuid, traceparent, body FROM input
	), queued AS (
		INSERT INTO outbox (event_id, created_at) SELECT id, created_at FROM input ORDER BY ord
	)
	SELECT pg_notify('` + ChannelOutbox + `', '')`

// insertEvents stores events with their outbox rows, in order, and wakes the relay when the transaction commits: that of q,
// or the statement's own.
func insertEvents(ctx context.Context, q db, events []webhooks.Event) error {
	if len(events) == 0 {
		return nil
	}
	n := len(events)
	created, livemodes := make([]time.Time, n), make([]bool, n)
	ids, tenants, types := make([]string, n), make([]string, n), make([]string, n)
	endpoints, traceparents, bodies := make([]string, n), make([]string, n), make([][]byte, n)
	for i, e := range events {
		created[i], ids[i], tenants[i], livemodes[i] = e.CreatedAt, string(e.ID), string(e.Scope.Tenant), e.Scope.Livemode
		types[i], endpoints[i], traceparents[i], bodies[i] = string(e.Kind), string(e.Endpoint), e.Traceparent, e.Body
	}
	_, err := q.Exec(ctx, insertEventsSQL, pgx.StrictNamedArgs{
		"created": created, "ids": ids, "tenants": tenants, "livemodes": livemodes, "types": types,
		"endpoints": endpoints, "traceparents": traceparents, "bodies": bodies,
	})
	return err
}

const selectTenantExists = `SELECT true FROM tenants WHERE id = @id`

// TenantExists reports whether a tenant exists.
func (s *Store) TenantExists(ctx context.Context, id webhooks.TenantID) (bool, error) {
	var yes bool
	err := s.pool.QueryRow(ctx, selectTenantExists, pgx.StrictNamedArgs{"id": id}).Scan(&yes)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return yes, err
}

// StoreTestEvent stores a test event for its endpoint, and its delivery: the caller may read it at once. The relay finds the
// delivery stored and untried, and sends it. ErrEndpointNotFound or ErrEndpointInactive when it cannot be sent.
func (s *Store) StoreTestEvent(ctx context.Context, e webhooks.Event, now, overdue time.Time) (webhooks.DeliveryID, error) {
	var id webhooks.DeliveryID
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		ep, err := endpoint(ctx, tx, selectEndpoint+` FOR SHARE`, e.Scope, e.Endpoint)
		if err != nil {
			return err
		}
		if !ep.IsActive {
			return webhooks.ErrEndpointInactive
		}
		if err := insertEvents(ctx, tx, []webhooks.Event{e}); err != nil {
			return err
		}
		only := deliveriesOf([]OutboxEvent{{Event: e, Endpoints: []webhooks.EndpointID{ep.ID}, Activations: []int{ep.Activation}}})
		id = only[0].ID
		_, err = storeDeliveries(ctx, tx, nil, only, now, overdue)
		return err
	})
	return id, err
}
