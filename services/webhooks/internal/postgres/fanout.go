package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

const selectSubscribers = `
	SELECT id, tenant_id, livemode, events, activation FROM endpoints
	WHERE  is_active AND (tenant_id, livemode) IN (SELECT * FROM unnest(@tenants::text[], @livemodes::bool[]))`

type subscriber struct {
	id         webhooks.EndpointID
	events     []webhooks.EventKind
	activation int
}

func (s subscriber) wants(e webhooks.Event) bool {
	if e.Endpoint != "" {
		return e.Endpoint == s.id
	}
	return slices.Contains(s.events, webhooks.AllEvents) || slices.Contains(s.events, e.Kind)
}

const insertDeliveries = `
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation,
	                        created_at, updated_at, next_attempt_at, overdue_at)
	SELECT event_at, id, endpoint_id::uuid, event_id, event_type, tenant_id, livemode, 'pending', 1, activation, @now, @now, @now, @overdue
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @endpoints::text[], @events::text[], @types::text[], @tenants::text[],
	              @livemodes::bool[], @activations::int[])
	       AS d(event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, activation)
	ON CONFLICT DO NOTHING RETURNING id`

const deleteOutbox = `DELETE FROM outbox WHERE seq = ANY(@seqs)`

const selectUntried = `
	SELECT d.id FROM unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
	JOIN   deliveries d USING (event_at, id) WHERE ` + isPending + ` AND d.run = 1 AND d.attempt_count = 0`

// FanOut stores the deliveries of events and ends their outbox rows, in one transaction, if confirm agrees, which is asked
// last. It returns the deliveries to send: those it stored and, when an event comes a second time, those that were stored
// but have not been tried yet.
func (s *Store) FanOut(ctx context.Context, events []OutboxEvent, now, overdue time.Time, confirm func() error) ([]webhooks.Delivery, error) {
	subscribers, err := subscribersOf(ctx, s.pool, events)
	if err != nil {
		return nil, err
	}
	all := match(events, subscribers)
	seqs := make([]int64, len(events))
	for i, e := range events {
		seqs[i] = e.Seq
	}
	if err := confirm(); err != nil {
		return nil, err
	}
	stored, err := storeDeliveries(ctx, s.pool, all, seqs, now, overdue)
	if err != nil || len(stored) == len(all) {
		return all, err
	}
	untried, err := untriedOf(ctx, s.pool, all, stored)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(d webhooks.Delivery) bool { return !stored[d.ID] && !untried[d.ID] }), nil
}

func subscribersOf(ctx context.Context, q db, events []OutboxEvent) (map[webhooks.Scope][]subscriber, error) {
	scopes := map[webhooks.Scope][]subscriber{}
	var tenants []string
	var livemodes []bool
	for _, e := range events {
		if _, seen := scopes[e.Event.Scope]; !seen {
			scopes[e.Event.Scope] = nil
			tenants, livemodes = append(tenants, string(e.Event.Scope.Tenant)), append(livemodes, e.Event.Scope.Livemode)
		}
	}
	rows, err := q.Query(ctx, selectSubscribers, pgx.StrictNamedArgs{"tenants": tenants, "livemodes": livemodes})
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var sc webhooks.Scope
		var sub subscriber
		if err := rows.Scan(&sub.id, &sc.Tenant, &sc.Livemode, &sub.events, &sub.activation); err != nil {
			return nil, err
		}
		scopes[sc] = append(scopes[sc], sub)
	}
	return scopes, rows.Err()
}

func match(events []OutboxEvent, subscribers map[webhooks.Scope][]subscriber) []webhooks.Delivery {
	var all []webhooks.Delivery
	seen := map[webhooks.DeliveryID]bool{}
	for _, o := range events {
		e := o.Event
		for _, sub := range subscribers[e.Scope] {
			if !sub.wants(e) {
				continue
			}
			id := webhooks.NewDeliveryID(e.ID, e.CreatedAt, sub.id)
			if seen[id] { // the batch holds an event twice
				continue
			}
			seen[id] = true
			all = append(all, webhooks.Delivery{
				ID: id, Scope: e.Scope, Endpoint: sub.id, Event: e.ID, EventKind: e.Kind, EventAt: e.CreatedAt,
				Run: 1, Activation: sub.activation, Body: e.Body, Traceparent: e.Traceparent,
			})
		}
	}
	return all
}

// storeDeliveries is one trip, and a transaction by itself.
func storeDeliveries(ctx context.Context, q batcher, all []webhooks.Delivery, seqs []int64, now, overdue time.Time) (map[webhooks.DeliveryID]bool, error) {
	n := len(all)
	eventAts, livemodes, activations := make([]time.Time, n), make([]bool, n), make([]int, n)
	ids, endpoints, events, types, tenants := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	for i, d := range all {
		eventAts[i], livemodes[i], activations[i] = d.EventAt, d.Scope.Livemode, d.Activation
		ids[i], endpoints[i], events[i], types[i], tenants[i] = string(d.ID), string(d.Endpoint), string(d.Event), string(d.EventKind), string(d.Scope.Tenant)
	}
	stored := make(map[webhooks.DeliveryID]bool, n)
	var b pgx.Batch
	b.Queue(deleteOutbox, pgx.StrictNamedArgs{"seqs": seqs})
	if n > 0 {
		b.Queue(insertDeliveries, pgx.StrictNamedArgs{
			"event_ats": eventAts, "ids": ids, "endpoints": endpoints, "events": events, "types": types, "tenants": tenants,
			"livemodes": livemodes, "activations": activations, "now": now, "overdue": overdue,
		}).Query(func(rows pgx.Rows) error {
			var id webhooks.DeliveryID
			_, err := pgx.ForEachRow(rows, []any{&id}, func() error { stored[id] = true; return nil })
			return err
		})
	}
	return stored, q.SendBatch(ctx, &b).Close()
}

func untriedOf(ctx context.Context, q db, all []webhooks.Delivery, stored map[webhooks.DeliveryID]bool) (map[webhooks.DeliveryID]bool, error) {
	var eventAts []time.Time
	var ids []string
	for _, d := range all {
		if !stored[d.ID] {
			eventAts, ids = append(eventAts, d.EventAt), append(ids, string(d.ID))
		}
	}
	untried := map[webhooks.DeliveryID]bool{}
	rows, err := q.Query(ctx, selectUntried, pgx.StrictNamedArgs{"event_ats": eventAts, "ids": ids})
	if err != nil {
		return nil, err
	}
	var id webhooks.DeliveryID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { untried[id] = true; return nil })
	return untried, err
}
