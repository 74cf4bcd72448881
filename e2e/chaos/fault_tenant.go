package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/adversary"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// tenantFaults are tenants within their limits.
var tenantFaults = []fault{
	byTenant("parks", "a tenant's endpoints of one request a second fill its share of PARKED; then the limit ends", parks),
	byTenant("leaves", "a tenant's endpoints have filled its share of PARKED, and are deleted", leaves),
	byTenant("fails", "a tenant's failing endpoints ask to wait, which fills its share of the last RETRY_n; "+
		"then they are repaired", fails),
	byTenant("floods", "a tenant publishes what the rate of live mode allows, to receivers with long answers", floods),
	byTenant("filters", "a tenant's filters are at their limit of cost on many endpoints", filters),
	byTenant("waits", "a tenant has 100,000 deliveries that wait, in ten minutes; all are moved to now", waits),
}

// byTenants is what the names of these faults begin with.
const byTenants = "tenant-"

// harmless reports whether a fault breaks nothing, so that it explains no duplicate.
func (f fault) harmless() bool { return strings.HasPrefix(f.name, byTenants) }

// byTenant is a fault of a tenant, next to which the deliveries of all others go on.
func byTenant(name, doc string, play func(context.Context, *loud) error) fault {
	return fault{name: byTenants + name, doc: doc, do: func(ctx context.Context, w *world) (note string, err error) {
		l, err := w.invite()
		if err != nil {
			return "", err
		}
		defer func() { err = errors.Join(err, l.leave(ctx)) }()
		w.oracle.Watch(w.load.tenants, time.Now())
		if err := play(ctx, l); err != nil {
			return "", err
		}
		if err := l.settle(ctx); err != nil {
			return "", err
		}
		gap := w.oracle.LongestGap(time.Now())
		if gap > stalled {
			w.oracle.Fault("%s%s: the deliveries of another tenant stopped for %s", byTenants, name, gap)
		}
		return fmt.Sprintf("others' longest gap %.2f s%s", gap.Seconds(), l.notes), nil
	}}
}

// So many large events to so many endpoints are more than a tenant may have in a stream of procs.StreamMaxBytes.
const (
	largeEndpoints = 40
	largeEvents    = 30
)

// park fills the share of PARKED.
func (l *loud) park(ctx context.Context) error {
	limit := int32(1)
	err := l.register(ctx, largeEndpoints, func(e *webhooksv1.CreateEndpointRequest) { e.RateLimit = &limit })
	if err == nil {
		err = l.publish(ctx, largeEvents, adversary.LargeData())
	}
	if err == nil {
		err = l.awaitHeld(ctx)
	}
	return err
}

func parks(ctx context.Context, l *loud) error {
	if err := l.park(ctx); err != nil {
		return err
	}
	return l.calls(ctx, "no limit", func(ctx context.Context) error {
		return l.Change(ctx, &webhooksv1.EndpointChanges{}, "rate_limit")
	})
}

func leaves(ctx context.Context, l *loud) error {
	if err := l.park(ctx); err != nil {
		return err
	}
	return l.delete(ctx)
}

func fails(ctx context.Context, l *loud) error {
	l.refuses = true
	l.answer(receiver.Response{
		Status: http.StatusInternalServerError,
		Header: http.Header{"Retry-After": {fmt.Sprint(schedule[len(schedule)-1].Seconds())}},
	})
	honours := true
	err := l.register(ctx, largeEndpoints, func(e *webhooksv1.CreateEndpointRequest) { e.HonourRetryAfter = &honours })
	if err == nil {
		err = l.publish(ctx, largeEvents, adversary.LargeData())
	}
	if err == nil {
		err = l.awaitHeld(ctx)
	}
	l.answer(receiver.Response{})
	return err
}

func floods(ctx context.Context, l *loud) error {
	const endpoints, aSecond, seconds = 10, adversary.LiveDeliveriesAMinute / 60, 3
	l.answer(receiver.Response{Body: adversary.LongAnswer})
	if err := l.register(ctx, endpoints, func(*webhooksv1.CreateEndpointRequest) {}); err != nil {
		return err
	}
	for range seconds {
		next := time.Now().Add(time.Second)
		if err := l.publish(ctx, aSecond/endpoints, nil); err != nil {
			return err
		}
		wait(ctx, time.Until(next))
	}
	return nil
}

func filters(ctx context.Context, l *loud) error {
	const each, events, calls, pause = 5, 5, 6, 500 * time.Millisecond
	if err := l.register(ctx, 1, func(*webhooksv1.CreateEndpointRequest) {}); err != nil {
		return err
	}
	err := l.calls(ctx, "filters", func(ctx context.Context) error {
		return l.RegisterFilters(ctx, l.receiver.URL(), each)
	})
	if err == nil {
		err = l.count(ctx)
	}
	if err != nil {
		return err
	}
	l.notes += fmt.Sprintf(", %d endpoints", len(l.endpoints))
	for range calls {
		if err := l.publish(ctx, events, adversary.DataForFilters()); err != nil {
			return err
		}
		wait(ctx, pause)
	}
	return nil
}

const (
	waiting          = 100_000 // deliveries in a run of waitingIn
	waitingIn        = 10 * time.Minute
	waitingEndpoints = 100
)

// waits stores the deliveries as they would be held after an attempt that failed: the schedule of this system is too
// short for as many to wait.
func waits(ctx context.Context, l *loud) error {
	n := int(waiting * min(l.Duration.Seconds()/waitingIn.Seconds(), 1))
	err := l.register(ctx, waitingEndpoints, func(e *webhooksv1.CreateEndpointRequest) {
		e.Events = []string{"verification.expired"} // no event has this type
	})
	if err == nil {
		err = l.publish(ctx, max(n/waitingEndpoints, 1), nil)
	}
	if err == nil {
		err = l.hold(ctx)
	}
	if err == nil {
		err = l.calls(ctx, "all types", func(ctx context.Context) error {
			return l.Change(ctx, &webhooksv1.EndpointChanges{Events: []string{"*"}}, "events")
		})
	}
	if err == nil {
		err = l.calls(ctx, "moved to now", func(ctx context.Context) error { return l.Recover(ctx, "pending") })
	}
	return err
}

const (
	selectOutbox   = `SELECT EXISTS (SELECT FROM outbox WHERE tenant_id = $1)`
	selectEvents   = `SELECT id, created_at FROM events WHERE tenant_id = $1 AND created_at > $2`
	holdDeliveries = `
		WITH d AS (
			SELECT d.*, e.activation
			FROM   unnest(@ats::timestamptz[], @ids::text[], @endpoints::uuid[], @events::text[])
			       AS d(at, id, endpoint, event)
			JOIN   endpoints e ON e.id = d.endpoint
		), stored AS (
			INSERT INTO deliveries (event_at, id, endpoint_id, event_id, event_type, tenant_id, livemode, status, reason,
			                        run, activation, attempt_count, created_at, updated_at, next_attempt_at, overdue_at)
			SELECT at, id, endpoint, event, 'verification.completed', @tenant, false, 'pending', 'http_5xx',
			       1, activation, 1, at, now(), now() + interval '1 hour', now() + interval '7 hours'
			FROM   d
		)
		INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at)
		SELECT at, id, endpoint, 1, 2, now() + interval '1 hour' FROM d`
)

// hold stores a delivery that waits for its second attempt, of each of its events to each of its endpoints.
func (l *loud) hold(ctx context.Context) error {
	err := l.until(ctx, time.Minute, "its events are relayed", func() bool {
		var some bool
		return l.db.QueryRow(ctx, selectOutbox, l.ID).Scan(&some) == nil && !some
	})
	if err != nil {
		return err
	}
	rows, _ := l.db.Query(ctx, selectEvents, l.ID, l.began)
	var ats []time.Time
	var ids, endpoints, events []string
	var event string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&event, &at}, func() error {
		for _, endpoint := range l.endpoints {
			id := webhooks.NewDeliveryID(webhooks.EventID(event), at, webhooks.EndpointID(endpoint))
			ats, ids = append(ats, at), append(ids, string(id))
			endpoints, events = append(endpoints, endpoint), append(events, event)
		}
		return nil
	})
	if err != nil {
		return err
	}
	l.notes += fmt.Sprintf(", %d waited", len(ids))
	_, err = l.db.Exec(ctx, holdDeliveries, pgx.StrictNamedArgs{
		"ats": ats, "ids": ids, "endpoints": endpoints, "events": events, "tenant": l.ID,
	})
	return err
}
