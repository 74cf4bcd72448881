package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// A delivery is overdue, and its result is stored but not ingested: it is not sent again.
func TestSweepWaitsForStoredResults(t *testing.T) {
	s := start(t, func(c *Config) { c.SweepEvery, c.OverdueAfter = 50*time.Millisecond, 5*time.Second })
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	d := s.dispatcher()
	s.publish(1)
	one := d.next(1)
	s.eventually("the message is removed", func() bool { return d.state(streams.Deliveries).Msgs == 0 })
	s.nats.Stop() // a server that restarts has forgotten the ids of removed messages: it would not drop a second one
	s.nats.Restart(t)
	d = s.dispatcher()

	conn, err := pgx.Connect(t.Context(), s.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	ingest, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ingest.Exec(t.Context(), `LOCK TABLE attempts IN SHARE MODE`); err != nil { // stops it
		t.Fatal(err)
	}
	d.report(one, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.exec(`UPDATE deliveries SET overdue_at = now() - interval '1 second'`)
	s.eventually("the delivery is checked", func() bool { return strings.Contains(s.log.String(), "overdue deliveries wait") })
	if err := ingest.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.eventually("the result is ingested", func() bool { return s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`) == 1 })
	if n := d.state(streams.Deliveries).LastSeq; n != 1 {
		t.Errorf("%d messages were published for one delivery", n)
	}
}

// A server that crashes can restore messages that it had removed, while the consumer keeps its acknowledgements. They hide no lost delivery
// of the endpoint.
func TestSweepRemovesAcknowledgedMessages(t *testing.T) {
	s := start(t, func(c *Config) { c.SweepEvery = 50 * time.Millisecond })
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	js := s.nats.JetStream(t)
	deliveries := func() *jetstream.StreamInfo {
		stream, err := js.Stream(t.Context(), streams.Deliveries)
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo()
	}
	s.publish(1)
	s.eventually("the message is stored", func() bool { return deliveries().State.Msgs == 1 })
	s.nats.Stop()
	messages := filepath.Join(s.nats.StoreDir(), "jetstream", "$G", "streams", streams.Deliveries, "msgs")
	before := filepath.Join(t.TempDir(), "msgs")
	if err := os.CopyFS(before, os.DirFS(messages)); err != nil {
		t.Fatal(err)
	}
	s.nats.Restart(t)

	d := s.dispatcher()
	one := d.next(1)
	d.report(one, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
	s.eventually("the message is removed", func() bool { return deliveries().State.Msgs == 0 })
	s.eventually("the result is ingested", func() bool { return d.state(streams.Results).Msgs == 0 }) // a lost acknowledgement takes a minute
	s.nats.Stop()
	if err := errors.Join(os.RemoveAll(messages), os.CopyFS(messages, os.DirFS(before))); err != nil {
		t.Fatal(err)
	}
	s.nats.Restart(t)
	if n := deliveries().State.Msgs; n != 1 {
		t.Fatalf("%d messages are stored again", n)
	}

	s.publish(1)
	s.dispatcher().next(1) // acknowledged without a result: the delivery is lost
	s.nats.Stop()          // a server that has not restarted knows the id of the removed message, and drops a second one
	s.nats.Restart(t)
	s.exec(`UPDATE deliveries SET overdue_at = now() - interval '1 second' WHERE status = 'pending'`)
	s.dispatcher().next(1)
	s.eventually("no message is stored", func() bool { return deliveries().State.Msgs == 0 })
}
