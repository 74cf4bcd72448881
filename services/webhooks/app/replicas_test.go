package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/ratelimit"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// replica starts the program once more, on the same database and NATS server.
func (s *service) replica(change ...func(*Config)) *service {
	s.t.Helper()
	r := &service{
		t:        s.t,
		life:     s.t,
		nats:     s.nats,
		database: s.database,
		cfg:      s.cfg,
		tenant:   s.tenant,
		key:      s.key,
		log:      &book{},
	}
	for _, c := range change {
		c(&r.cfg)
	}
	r.run()
	return r
}

// shards are how many shards of the outbox each replica holds, fewest first.
func (s *service) shards(conn *pgx.Conn) []int {
	s.t.Helper()
	rows, err := conn.Query(s.t.Context(), `
		SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND classid = x'70617275'::int AND granted
		   AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid ORDER BY count(*)`)
	if err != nil {
		s.t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func (s *service) connect() *pgx.Conn {
	s.t.Helper()
	conn, err := pgx.Connect(s.t.Context(), s.database)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = conn.Close(s.t.Context()) })
	return conn
}

// Each replica has its share of the shards: one that comes gets some, and what one had that ends, or loses its
// connection, the others get.
func TestReplicasShareTheOutbox(t *testing.T) {
	t.Parallel()
	s := start(t)
	conn := s.connect()
	have := func(want ...int) {
		t.Helper()
		s.eventually(fmt.Sprintf("the replicas have %v shards", want),
			func() bool { return slices.Equal(s.shards(conn), want) })
	}
	have(16)
	second := s.replica()
	have(8, 8)
	third := s.replica()
	have(4, 6, 6)
	second.stop()
	have(8, 8)
	var killed int
	if err := conn.QueryRow(t.Context(), `
		WITH one AS MATERIALIZED (SELECT pid FROM pg_locks
		  WHERE locktype = 'advisory' AND objsubid = 2 AND classid = x'70617275'::int
		  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1)
		SELECT pid FROM one WHERE pg_terminate_backend(pid)`).Scan(&killed); err != nil {
		t.Fatal(err)
	}
	s.eventually("the connection is gone", func() bool {
		return s.query(fmt.Sprintf(`SELECT count(*) FROM pg_stat_activity WHERE pid = %d`, killed)) == 0
	})
	have(8, 8)
	third.stop()
	have(16)
}

// A replica that ends notifies the others that its shards are free, so they need not wait for their next look.
func TestAReplicaThatEndsNotifiesTheOthers(t *testing.T) {
	t.Parallel()
	s := start(t)
	conn, listener := s.connect(), s.connect()
	second := s.replica()
	s.eventually("both have shards", func() bool { return len(s.shards(conn)) == 2 })
	if _, err := listener.Exec(t.Context(), `LISTEN `+postgres.ChannelOutbox); err != nil {
		t.Fatal(err)
	}
	second.stop()
	waiting, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for {
		n, err := listener.WaitForNotification(waiting)
		if err != nil {
			t.Fatalf("the others are not notified: %v", err)
		}
		if n.Payload == postgres.NoticeShards {
			break
		}
	}
	s.eventually("the other one has all shards", func() bool { return slices.Equal(s.shards(conn), []int{16}) })
}

// Events of a tenant keep their order, and each is delivered once, while replicas come and go.
func TestOrderStaysWhileShardsMove(t *testing.T) {
	t.Parallel()
	const tenants, calls, each = 12, 40, 10
	s := start(t)
	conn := s.connect()
	for n := range tenants {
		s.newKey(fmt.Sprintf("ten_%d", n+1), false)
	}
	if _, err := conn.Exec(t.Context(), `
		INSERT INTO endpoints (id, tenant_id, livemode, url, events, is_active, created_at, updated_at, activation, version)
		SELECT gen_random_uuid(), 'ten_' || n, false, 'https://example.com', '{*}', true, now(), now(), 1, 1 FROM generate_series(1, $1) AS n`, tenants); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	published := map[string][]string{}
	client := eventsv1.NewEventServiceClient(s.grpc)
	var g errgroup.Group
	for n := range tenants {
		tenant := fmt.Sprintf("ten_%d", n+1)
		g.Go(func() error {
			for range calls {
				req := &eventsv1.PublishBatchRequest{}
				for range each {
					e := s.event("")
					e.Tenant = tenant
					req.Events = append(req.Events, e)
				}
				resp, err := client.PublishBatch(internal(t.Context()), req)
				if err != nil {
					return err
				}
				mu.Lock()
				published[tenant] = append(published[tenant], resp.GetEventIds()...)
				mu.Unlock()
			}
			return nil
		})
	}
	for range 3 {
		r := s.replica()
		s.eventually("the replica has shards", func() bool { return len(s.shards(conn)) == 2 })
		r.stop()
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	delivered := map[string]int{}
	for _, d := range s.dispatcher().next(tenants * calls * each) {
		delivered[d.GetEventId()]++
	}
	if len(delivered) != tenants*calls*each {
		t.Errorf("%d events were delivered, want %d", len(delivered), tenants*calls*each)
	}
	s.eventually("all have ended", s.outboxIsEmpty)
	for tenant, want := range published {
		var got []string
		if err := conn.QueryRow(t.Context(),
			`SELECT array_agg(event_id ORDER BY position) FROM event_log WHERE tenant_id = $1`, tenant).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the log has another order", tenant)
		}
	}
}

// Replicas of another number of shards would relay rows of other hashes: they relay one after the other.
func TestRelaysThatDivideOtherwiseWait(t *testing.T) {
	t.Parallel()
	s := start(t)
	conn := s.connect()
	s.eventually("all are leased", func() bool { return slices.Equal(s.shards(conn), []int{16}) })
	other := s.replica(func(c *Config) { c.RelayShards = 4 })
	s.eventually("it says what it waits for",
		func() bool { return strings.Contains(other.log.String(), "another RELAY_SHARDS") })
	if got := s.shards(conn); !slices.Equal(got, []int{16}) {
		t.Errorf("leased: %v", got)
	}
	s.stop()
	s.eventually("the others relay", func() bool { return slices.Equal(s.shards(conn), []int{4}) })
}

// Many events of one tenant that wait do not delay those of another.
func TestABacklogOfATenantDelaysNoOther(t *testing.T) {
	t.Parallel()
	const backlog = 5000
	s := start(t)
	conn := s.connect()
	if _, err := conn.Exec(t.Context(), `
		INSERT INTO endpoints (id, tenant_id, livemode, url, events, is_active, created_at, updated_at, activation, version)
		SELECT gen_random_uuid(), tenant, false, 'https://example.com', '{*}', true, now(), now(), 1, 1 FROM unnest(ARRAY['ten_a', 'ten_b']) AS tenant`); err != nil {
		t.Fatal(err)
	}
	s.stop()
	pool, err := pgdb.Open(t.Context(), s.cfg.Postgres)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	var events []webhooks.Event
	for n := range backlog + 1 {
		tenant := webhooks.TenantID("ten_a")
		if n == backlog {
			tenant = "ten_b"
		}
		e, err := webhooks.NewEvent(webhooks.Scope{Tenant: tenant}, webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	if err := postgres.NewStore(pool, nil).Events.Insert(t.Context(), events...); err != nil {
		t.Fatal(err)
	}
	s.run()
	for i, d := range s.dispatcher().next(backlog + 1) {
		if d.GetTenantId() == "ten_b" {
			if i > backlog/2 {
				t.Errorf("the event of the other tenant was sent behind %d of %d", i, backlog)
			}
			return
		}
	}
	t.Error("the event of the other tenant was not sent")
}

// A limit is one of all replicas: what a key spends at one of them is spent at the others.
func TestReplicasShareRateLimits(t *testing.T) {
	t.Parallel()
	const limit = 30
	s := start(t, func(c *Config) { c.RateLimit = ratelimit.Config{Key: limit} })
	r := s.replica()
	list := func(at *service) int { return s.call("GET", at.public+"/api/v1/webhooks", s.key, nil).Status }
	s.eventually("the replica answers", func() bool { return list(r) == 200 })
	for range limit / 2 {
		if status := list(s); status != 200 {
			t.Fatalf("status %d", status)
		}
	}
	calls := 0
	s.eventually("the replica knows of the calls", func() bool {
		a := s.call("GET", r.public+"/api/v1/webhooks", s.key, nil)
		calls++
		return a.Status == 429
	})
	if calls >= limit {
		t.Errorf("the replica admitted %d calls by itself", calls)
	}
	s.eventually("the other one knows of the replica's", func() bool {
		calls++
		return list(s) == 429
	})
	if calls >= limit {
		t.Errorf("%d calls were admitted beyond the first %d", calls, limit/2)
	}
}
