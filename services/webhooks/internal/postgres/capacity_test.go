package postgres

import (
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// What waits is counted up to a number, however much there is: 100,000 held deliveries of an endpoint, and as many
// events of a tenant in the outbox, cost what 10,000 do, with and without statistics of the planner.
func TestWhatWaitsIsCountedAtABoundedCost(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	e := newEndpoint(t, s)
	ctx, now := t.Context(), time.Now()
	const held = `
		INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at)
		SELECT now(), 'dlv_' || i, $1, 1, 1, now() - i * interval '1 millisecond' - interval '1 minute'
		FROM   generate_series(1, 100000) i`
	const queued = `
		WITH limited AS (
			INSERT INTO limit_notices (tenant_id, livemode, kind, noticed_at, waited_at, waited_rate)
			VALUES ('ten_a', false, 'tenant.deliveries_limited', now(), now(), 600)
		)
		INSERT INTO outbox (event_id, created_at, hash, writer, tenant_id, livemode)
		SELECT 'evt_' || i, now() - interval '1 minute', $1, i % 3, 'ten_a', false FROM generate_series(1, 100000) i`
	if _, err := s.pool.Exec(ctx, held, e.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.pool.Exec(ctx, queued, scope.Hash()); err != nil {
		t.Fatal(err)
	}
	for _, statistics := range []string{`SELECT`, `ANALYZE`, `VACUUM`} {
		if _, err := s.pool.Exec(ctx, statistics); err != nil {
			t.Fatal(err)
		}
		// A row costs at most a block of the index and one of the table, until the table was vacuumed.
		const most = 2*10_001 + 100
		sql, args := waitingQuery([]webhooks.EndpointID{e.ID}, now)
		readsAtMost(t, s, most, sql, args, eitherPlan...)
		sql, args = waitingEventsQuery([]webhooks.Scope{scope}, now)
		readsAtMost(t, s, most, sql, args, eitherPlan...)
	}
	waiting, err := s.Capacity.OfEndpoints(ctx, []webhooks.EndpointID{e.ID}, now)
	if w := waiting[e.ID]; err != nil || w.Count != 10_000 || !w.More {
		t.Errorf("%+v wait, %v", w, err)
	}
	events, err := s.Capacity.EventsOf(ctx, []webhooks.Scope{scope}, now)
	if w := events[scope]; err != nil || w.Count != 10_000 || !w.More || w.PerMinute != 600 {
		t.Errorf("%+v wait, %v", w, err)
	}
}
