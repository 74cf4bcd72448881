package postgres

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

const storeDeliveriesSQL = `
	WITH ended AS (DELETE FROM outbox WHERE seq = ANY(@seqs))
	INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, run, activation,
	                        created_at, updated_at, next_attempt_at, overdue_at)
	SELECT event_at, id, endpoint_id::uuid, event_id, event_type, tenant_id, livemode, 'pending', 1, activation, @now, @now, @now, @overdue
	FROM   unnest(@event_ats::timestamptz[], @ids::text[], @endpoints::text[], @events::text[], @types::text[], @tenants::text[],
	              @livemodes::bool[], @activations::int[])
	       AS d(event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, activation)
	ON CONFLICT DO NOTHING RETURNING id`

const selectUntried = `
	SELECT d.id FROM unnest(@event_ats::timestamptz[], @ids::text[]) AS i(event_at, id)
	JOIN   deliveries d USING (event_at, id) WHERE ` + isPending + ` AND d.run = 1 AND d.attempt_count = 0`

// FanOut stores the deliveries of events and ends their outbox rows, in one transaction. It returns the deliveries to
// send: those it stored and, when an event comes a second time, those that were stored but have not been tried yet.
func (s *Store) FanOut(ctx context.Context, events []OutboxEvent, now, overdue time.Time) ([]webhooks.Delivery, error) {
	all := deliveriesOf(events)
	stored, err := storeDeliveries(ctx, s.pool, events, all, now, overdue)
	if err != nil || len(stored) == len(all) {
		return all, err
	}
	untried, err := s.untriedOf(ctx, all, stored)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(d webhooks.Delivery) bool { return !stored[d.ID] && !untried[d.ID] }), nil
}

func deliveriesOf(events []OutboxEvent) []webhooks.Delivery {
	var all []webhooks.Delivery
	for _, o := range events {
		e := o.Event
		for i, endpoint := range o.Endpoints {
			all = append(all, webhooks.Delivery{
				ID: webhooks.NewDeliveryID(e.ID, e.CreatedAt, endpoint), Scope: e.Scope, Endpoint: endpoint, Event: e.ID, EventKind: e.Kind, EventAt: e.CreatedAt,
				Run: 1, Activation: o.Activations[i], Body: e.Body, Traceparent: e.Traceparent,
			})
		}
	}
	return all
}

// storeDeliveries stores deliveries and ends the outbox rows of `ended`. It returns those that were not there yet.
func storeDeliveries(ctx context.Context, q db, ended []OutboxEvent, all []webhooks.Delivery, now, overdue time.Time) (map[webhooks.DeliveryID]bool, error) {
	seqs := make([]int64, len(ended))
	for i, o := range ended {
		seqs[i] = o.Seq
	}
	n := len(all)
	eventAts, livemodes, activations := make([]time.Time, n), make([]bool, n), make([]int, n)
	ids, endpoints, events, types, tenants := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	for i, d := range all {
		eventAts[i], livemodes[i], activations[i] = d.EventAt, d.Scope.Livemode, d.Activation
		ids[i], endpoints[i], events[i], types[i], tenants[i] = string(d.ID), string(d.Endpoint), string(d.Event), string(d.EventKind), string(d.Scope.Tenant)
	}
	stored := make(map[webhooks.DeliveryID]bool, n)
	rows, _ := q.Query(ctx, storeDeliveriesSQL, pgx.StrictNamedArgs{
		"seqs": seqs, "event_ats": eventAts, "ids": ids, "endpoints": endpoints, "events": events, "types": types, "tenants": tenants,
		"livemodes": livemodes, "activations": activations, "now": now, "overdue": overdue,
	})
	var id webhooks.DeliveryID
	_, err := pgx.ForEachRow(rows, []any{&id}, func() error { stored[id] = true; return nil })
	return stored, err
}

func (s *Store) untriedOf(ctx context.Context, all []webhooks.Delivery, stored map[webhooks.DeliveryID]bool) (map[webhooks.DeliveryID]bool, error) {
	var eventAts []time.Time
	var ids []string
	for _, d := range all {
		if !stored[d.ID] {
			eventAts, ids = append(eventAts, d.EventAt), append(ids, string(d.ID))
		}
	}
	untried := map[webhooks.DeliveryID]bool{}
	rows, err := s.pool.Query(ctx, selectUntried, pgx.StrictNamedArgs{"event_ats": eventAts, "ids": ids})
	if err != nil {
		return nil, err
	}
	var id webhooks.DeliveryID
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error { untried[id] = true; return nil })
	return untried, err
}
