package postgres

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// What waits is counted up to a number, however much there is: 100,000 held deliveries of an endpoint, and as many
// events of a tenant in the outbox, cost what 10,000 do, with and without statistics of the planner.
func TestWhatWaitsIsCountedAtABoundedCost(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	e := newEndpoint(t, s)
	ctx, now := t.Context(), time.Now()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	const held = `
		INSERT INTO held_deliveries (event_at, delivery_id, endpoint_id, run, attempt, due_at)
		SELECT now(), 'dlv_' || i, $1, 1, 1, now() - i * interval '1 millisecond' - interval '1 minute'
		FROM   generate_series(1, 100000) i`
	const queued = `
		WITH limited AS (
			INSERT INTO limit_notices (tenant_id, livemode, kind, noticed_at, waited_at, waited_rate)
			VALUES ('ten_a', false, 'tenant.deliveries_limited', now(), now(), 600)
		)
		INSERT INTO outbox (event_id, created_at, hash, writer, tenant_id)
		SELECT 'evt_' || i, now() - interval '1 minute', $1, i % 3, 'ten_a' FROM generate_series(1, 100000) i`
	if _, err := conn.Exec(ctx, held, e.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, queued, scope.Hash()); err != nil {
		t.Fatal(err)
	}
	blocks := func(sql string, args pgx.StrictNamedArgs) int {
		t.Helper()
		var raw []byte
		if err := conn.QueryRow(ctx, "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) "+sql, args).Scan(&raw); err != nil {
			t.Fatal(err)
		}
		var root []struct{ Plan plan }
		if err := json.Unmarshal(raw, &root); err != nil {
			t.Fatal(err)
		}
		return root[0].Plan.Hit + root[0].Plan.Read
	}
	for _, statistics := range []string{`SELECT`, `ANALYZE`, `VACUUM`} {
		if _, err := conn.Exec(ctx, statistics); err != nil {
			t.Fatal(err)
		}
		held := blocks(waitingQuery([]webhooks.EndpointID{e.ID}, now))
		events := blocks(waitingEventsQuery([]webhooks.Scope{scope}, now))
		t.Logf("%s: held %d blocks, events %d", statistics, held, events)
		// A row costs at most a block of the index and one of the table, until the table was vacuumed.
		if held > 2*10_001+100 || events > 2*10_001+100 {
			t.Errorf("%s: held deliveries cost %d blocks, events %d", statistics, held, events)
		}
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
