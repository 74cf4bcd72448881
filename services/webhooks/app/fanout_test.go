package app

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

// many is how many endpoints a tenant has whose events are stored in parts.
const many = 2000

// startWithMany starts the service with many endpoints of one tenant, and one of another.
func startWithMany(t *testing.T, configure ...func(*Config)) (*service, *pgx.Conn) {
	t.Helper()
	s := start(t, configure...)
	conn, err := pgx.Connect(t.Context(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	if _, err := conn.Exec(t.Context(), `
		INSERT INTO endpoints (id, tenant_id, livemode, url, events, is_active, created_at, updated_at, activation, version)
		SELECT gen_random_uuid(), CASE n WHEN 0 THEN 'ten_b' ELSE 'ten_a' END, false, 'https://example.com', '{*}', true, now(), now(), 1, 1
		FROM   generate_series(0, $1) AS n`, many); err != nil {
		t.Fatal(err)
	}
	return s, conn
}

// publishThree publishes, in one commit, two events of the tenant with many endpoints and then one of the other.
func (s *service) publishThree() (first, second, other string) {
	s.t.Helper()
	req := &eventsv1.PublishBatchRequest{Events: []*eventsv1.PublishRequest{s.event(""), s.event(""), s.event("")}}
	req.Events[2].Tenant = "ten_b"
	resp, err := eventsv1.NewEventServiceClient(s.grpc).PublishBatch(internal(s.t.Context()), req)
	if err != nil {
		s.t.Fatal(err)
	}
	list := resp.GetEventIds()
	return list[0], list[1], list[2]
}

// An event with many endpoints does not delay those of other tenants until all of its deliveries are stored, and its
// tenant's next event does not overtake it.
func TestEventOfManyEndpointsIsStoredInParts(t *testing.T) {
	t.Parallel()
	s, conn := startWithMany(t)
	d := s.dispatcher()
	first, second, other := s.publishThree()
	last, begun, passed := map[string]int{}, map[string]int{}, 0
	for i, p := range d.next(2*many + 1) {
		if _, seen := begun[p.GetEventId()]; !seen {
			begun[p.GetEventId()] = i
		}
		last[p.GetEventId()] = i
		if p.GetEventId() == other {
			passed = i
		}
	}
	if passed > many/2 {
		t.Errorf("the event of another tenant was sent behind %d deliveries of %d", passed, many)
	}
	if begun[second] < last[first] {
		t.Errorf("deliveries of the second event began at %d, before the last of the first at %d", begun[second], last[first])
	}
	var positions []string
	s.eventually("all rows of the outbox have ended", func() bool {
		if err := conn.QueryRow(t.Context(),
			`SELECT array_agg(event_id ORDER BY position) FROM event_log WHERE tenant_id = 'ten_a'`).
			Scan(&positions); err != nil {
			t.Fatal(err)
		}
		return len(positions) == 2
	})
	if positions[0] != first {
		t.Errorf("the log has %v, want %s first", positions, first)
	}
}

// A program that ends between two parts loses none, and none is stored twice.
func TestPartsGoOnAfterAnEnd(t *testing.T) {
	t.Parallel()
	s, conn := startWithMany(t)
	count := func(sql string) (n int) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	s.publishThree()
	s.eventually("a part is stored", func() bool { return count(`SELECT count(*) FROM deliveries`) > 0 })
	s.stop()
	interrupted := count(`SELECT count(*) FROM deliveries`)
	s.run()
	s.eventually("all deliveries are stored", func() bool { return count(`SELECT count(*) FROM outbox`) == 0 })
	if n := count(`SELECT count(*) FROM deliveries`); n != 2*many+1 {
		t.Errorf("%d deliveries, want %d; %d were stored at the end", n, 2*many+1, interrupted)
	}
	sent := map[string]int{}
	for _, p := range s.dispatcher().next(2*many + 1) {
		sent[p.GetId()]++
	}
	if len(sent) != 2*many+1 {
		t.Errorf("%d deliveries were sent, want %d", len(sent), 2*many+1)
	}
}

// A program that is asked to end while the database commits deliveries sends these: the commit cannot be taken back,
// and their events are not relayed a second time.
func TestDeliveriesOfACommitThatIsInterruptedAreSent(t *testing.T) {
	t.Parallel()
	s, conn := startWithMany(t)
	if _, err := conn.Exec(t.Context(), `
		CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			PERFORM pg_sleep(1);
			RETURN NULL;
		EXCEPTION WHEN query_canceled THEN RETURN NULL;
		END $$;
		CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON deliveries DEFERRABLE INITIALLY DEFERRED
			FOR EACH ROW WHEN (NEW.tenant_id = 'ten_b') EXECUTE FUNCTION commit_slowly()`); err != nil {
		t.Fatal(err)
	}
	_, _, other := s.publishThree()
	s.eventually("the delivery is being committed", func() (sleeps bool) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), `
			SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep')`).Scan(&sleeps); err != nil {
			t.Fatal(err)
		}
		return sleeps
	})
	s.stop()
	s.run()
	for _, p := range s.dispatcher().next(2*many + 1) {
		if p.GetEventId() == other {
			return
		}
	}
	t.Error("the delivery was not sent")
}

// Events that are published while a large one of their tenant is sent, and as it ends, keep their order: those that
// waited are relayed first.
func TestEventsBehindALargeOneKeepTheirOrder(t *testing.T) {
	t.Parallel()
	s, conn := startWithMany(t, func(c *Config) { c.LargeEventRate = 8000 })
	if _, err := conn.Exec(t.Context(),
		`UPDATE endpoints SET events = '{verification.failed}' WHERE tenant_id = 'ten_a' AND id <> (SELECT `+
			`min(id::text)::uuid FROM endpoints WHERE tenant_id = 'ten_a')`); err != nil {
		t.Fatal(err)
	}
	d := s.dispatcher()
	large := s.event("")
	large.Type = "verification.failed"
	client := eventsv1.NewEventServiceClient(s.grpc)
	var published []string
	for i := range 200 {
		req := s.event("")
		if i == 0 {
			req = large
		}
		resp, err := client.Publish(internal(t.Context()), req)
		if err != nil {
			t.Fatal(err)
		}
		published = append(published, resp.GetEventId())
	}
	seen, deliveries := map[string]bool{}, map[string]bool{}
	var order []string
	for _, p := range d.next(many + len(published) - 1) {
		if deliveries[p.GetId()] {
			t.Fatalf("delivery %s came twice: %d events came before", p.GetId(), len(order))
		}
		deliveries[p.GetId()] = true
		if id := p.GetEventId(); !seen[id] {
			seen[id] = true
			order = append(order, id)
		}
	}
	for i, id := range order {
		if id != published[i] {
			t.Fatalf("event %d was sent as number %d of %d", slices.Index(published, id), i, len(published))
		}
	}
	if len(order) != len(published) {
		t.Errorf("%d events were sent of %d", len(order), len(published))
	}
}

// A failover interrupts the relay, but not the program, which has parts of a large event that are sent and not stored.
// Its tenant's next events do not overtake it.
func TestEventsBehindALargeOneKeepTheirOrderInAFailover(t *testing.T) {
	t.Parallel()
	s, conn := startWithMany(t, func(c *Config) { c.LargeEventRate = 800 })
	if _, err := conn.Exec(t.Context(), `
		UPDATE endpoints SET events = '{verification.failed}'
		WHERE  tenant_id = 'ten_a'
		  AND  id <> (SELECT min(id::text)::uuid FROM endpoints WHERE tenant_id = 'ten_a')`); err != nil {
		t.Fatal(err)
	}
	d, client := s.dispatcher(), eventsv1.NewEventServiceClient(s.grpc)
	var published []string
	for i := range 4 {
		req := s.event("")
		if i == 0 {
			req.Type = "verification.failed"
		}
		resp, err := client.Publish(internal(t.Context()), req)
		if err != nil {
			t.Fatal(err)
		}
		published = append(published, resp.GetEventId())
	}
	const taken = 200
	d.next(taken)
	s.exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	s.eventually("all are relayed", s.outboxIsEmpty)
	var logged []string
	again, err := pgx.Connect(t.Context(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = again.Close(t.Context()) }()
	const order = `SELECT array_agg(event_id ORDER BY position) FROM event_log WHERE tenant_id = 'ten_a'`
	if err := again.QueryRow(t.Context(), order).Scan(&logged); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(logged, published) {
		t.Errorf("the log has %v of %v", logged, published)
	}
	seen := map[string]bool{}
	var sent []string
	for _, p := range d.next(many + len(published) - 1 - taken) {
		if id := p.GetEventId(); !seen[id] {
			seen[id] = true
			sent = append(sent, id)
		}
	}
	if !slices.Equal(sent, published) {
		t.Errorf("the rest was sent in the order %v of %v", sent, published)
	}
}
