package app

import (
	"maps"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

// holdPending keeps the relay from storing deliveries as pending until the returned function is called. Outcomes are
// stored.
func (s *service) holdPending() (release func()) {
	s.t.Helper()
	conn := s.connect()
	if _, err := conn.Exec(s.t.Context(), `
		CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$;
		CREATE TRIGGER wait_for_test BEFORE INSERT ON deliveries FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION wait_for_test()`); err != nil {
		s.t.Fatal(err)
	}
	tx, err := conn.Begin(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := tx.Exec(s.t.Context(), `SELECT pg_advisory_xact_lock(1)`); err != nil {
		s.t.Fatal(err)
	}
	return func() {
		if err := tx.Rollback(s.t.Context()); err != nil {
			s.t.Error(err)
		}
	}
}

// Deliveries are sent before they are stored, and a program that ends in between leaves their rows to the one after it:
// what has had its attempt is not sent again, and the message of what has not is stored once.
func TestWhatWasSentAndNotStoredIsSentOnce(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.ShutdownGrace = 20 * time.Second }) // what cannot be stored is tried for 5 s
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	s.publish(1) // so that the relay is at work
	d := s.dispatcher()
	d.report(d.next(1), 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("it is relayed", s.outboxIsEmpty)

	release := s.holdPending()
	s.publish(3)
	list := d.next(2)
	d.report(list, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("outcomes of deliveries that the relay has not stored", func() bool {
		return s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`) == 3 &&
			s.query(`SELECT count(*) FROM outbox`) == 3
	})
	s.stop() // what it sent cannot be stored
	release()
	if n := s.query(`SELECT count(*) FROM outbox`); n != 3 {
		t.Fatalf("%d rows, want 3", n)
	}
	s.run()
	s.eventually("they are relayed", s.outboxIsEmpty)
	d.report(d.next(1), 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("all are delivered",
		func() bool { return s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`) == 4 })
	s.eventually("none was sent twice", func() bool { return d.state(streams.Deliveries).Msgs == 0 })
	if n := s.query(`SELECT count(*) FROM event_log`); n != 4 {
		t.Errorf("%d positions, want 4", n)
	}
}

// Rows that are in the outbox when a relay begins may have been sent before: the attempts of their deliveries are
// checked. Those of later events are not.
func TestWhatMayHaveBeenSentBeforeIsDoubtful(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	d := s.dispatcher()
	s.stop()
	s.exec(`SELECT make_day((now() AT TIME ZONE 'UTC')::date - 1)`)
	s.exec(`
		WITH stored AS (
			INSERT INTO events (created_at, id, tenant_id, livemode, type, traceparent, body)
			SELECT now() - age, 'evt_' || age, 'ten_a', false, 'verification.completed', '', convert_to('{}', 'UTF8')
			FROM   unnest('{1 minute,1 second}'::interval[]) AS age RETURNING created_at, id
		)
		INSERT INTO outbox (event_id, created_at, hash, tenant_id, livemode)
		SELECT id, created_at, 16, 'ten_a', false FROM stored`)
	s.run()
	s.eventually("they are sent", func() bool { return d.state(streams.Deliveries).Msgs == 2 })
	resp, err := eventsv1.NewEventServiceClient(s.grpc).Publish(internal(t.Context()), s.event(""))
	if err != nil {
		t.Fatal(err)
	}
	s.eventually("a later one is sent", func() bool { return d.state(streams.Deliveries).Msgs == 3 })
	stream, err := d.js.Stream(t.Context(), streams.Deliveries)
	if err != nil {
		t.Fatal(err)
	}
	state := stream.CachedInfo().State
	doubtful := map[string]bool{}
	for seq := state.FirstSeq; seq <= state.LastSeq; seq++ {
		msg, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		var sent dispatchv1.Delivery
		if err := proto.Unmarshal(msg.Data, &sent); err != nil {
			t.Fatal(err)
		}
		doubtful[sent.GetEventId()] = msg.Header.Get(streams.HeaderDoubtful) != ""
	}
	want := map[string]bool{"evt_00:01:00": true, "evt_00:00:01": true, resp.GetEventId(): false}
	if !maps.Equal(doubtful, want) {
		t.Errorf("%v, want %v", doubtful, want)
	}
}

// Who has received a delivery finds it at once, at whichever replica: also before its outcome is known.
func TestWhatWasSentIsFound(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	other := s.replica()
	conn := s.connect()
	s.eventually("both relay", func() bool { return len(s.shards(conn)) == 2 })
	d := s.dispatcher()
	for range 10 {
		s.publish(1)
		sent := d.next(1)[0]
		for name, r := range map[string]*service{"one": s, "the other": other} {
			if got := r.call("GET", r.public+"/api/v1/deliveries/"+sent.GetId(), s.key, nil).want(t,
				200).data(); got["status"] != "pending" || got["event_id"] != sent.GetEventId() {
				t.Errorf("%s replica: %v", name, got)
			}
		}
		list, _ := other.call("GET", other.public+"/api/v1/webhooks/"+id+"/deliveries?page_size=1", s.key, nil).want(t,
			200).Body["data"].([]any)
		if len(list) != 1 || list[0].(map[string]any)["id"] != sent.GetId() {
			t.Errorf("the list begins with %v, want %s", list, sent.GetId())
		}
	}
}

// Events of a tenant have the order of the calls, whichever replica and whichever kind of call stores them: those that
// are handed over, those that are read, and those of another transaction.
func TestOrderStaysWhoeverStoresEvents(t *testing.T) {
	t.Parallel()
	s := start(t)
	id := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	other := s.replica()
	conn := s.connect()
	s.eventually("both relay", func() bool { return len(s.shards(conn)) == 2 })
	var want []string
	publish := func(s *service) {
		t.Helper()
		resp, err := eventsv1.NewEventServiceClient(s.grpc).Publish(internal(t.Context()), s.event(""))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, resp.GetEventId())
	}
	for n := range 60 {
		switch n % 5 {
		case 0, 1, 2:
			publish(s)
		case 3:
			publish(other)
		default:
			sent := s.call("POST", s.public+"/api/v1/webhooks/"+id+"/test", s.key, nil).want(t, 202).data()
			want = append(want, sent["event_id"].(string))
		}
	}
	s.eventually("all are relayed", s.outboxIsEmpty)
	var log []string
	if err := conn.QueryRow(t.Context(),
		`SELECT array_agg(event_id ORDER BY position) FROM event_log`).Scan(&log); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(log, want) {
		t.Errorf("the log has %v,\nwant %v", log, want)
	}
	var relayed []string
	stream, err := s.nats.JetStream(t).Stream(t.Context(), streams.Events)
	if err != nil {
		t.Fatal(err)
	}
	for seq := stream.CachedInfo().State.FirstSeq; seq <= stream.CachedInfo().State.LastSeq; seq++ {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		relayed = append(relayed, m.Header.Get("Nats-Msg-Id"))
	}
	if !slices.Equal(relayed, want) {
		t.Errorf("EVENTS has %v,\nwant %v", relayed, want)
	}
}
