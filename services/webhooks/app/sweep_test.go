package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// A delivery is overdue, and its result is stored but not ingested: it is not sent again.
func TestSweepWaitsForStoredResults(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.SweepEvery, c.OverdueAfter = 50*time.Millisecond, 5*time.Second })
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	d := s.dispatcher()
	s.publish(1)
	one := d.next(1)
	s.stored()
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
	s.eventually("the delivery is checked",
		func() bool { return strings.Contains(s.log.String(), "overdue deliveries wait") })
	if err := ingest.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.eventually("the result is ingested",
		func() bool { return s.query(`SELECT count(*) FROM deliveries WHERE status = 'delivered'`) == 1 })
	if n := d.state(streams.Deliveries).LastSeq; n != 1 {
		t.Errorf("%d messages were published for one delivery", n)
	}
}

// A server that crashes can restore messages that it had removed, while the consumer keeps its acknowledgements. They
// hide no lost delivery of the endpoint.
func TestSweepRemovesAcknowledgedMessages(t *testing.T) {
	t.Parallel()
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
	// a lost acknowledgement takes a minute
	s.eventually("the result is ingested", func() bool { return d.state(streams.Results).Msgs == 0 })
	s.nats.Stop()
	if err := errors.Join(os.RemoveAll(messages), os.CopyFS(messages, os.DirFS(before))); err != nil {
		t.Fatal(err)
	}
	s.nats.Restart(t)

	s.publish(1)
	s.dispatcher().next(1) // acknowledged without a result: the delivery is lost
	s.stored()
	s.nats.Stop() // a server that has not restarted knows the id of the removed message, and drops a second one
	s.nats.Restart(t)
	s.exec(`UPDATE deliveries SET overdue_at = now() - interval '1 second' WHERE status = 'pending'`)
	s.dispatcher().next(1)
	s.eventually("no message is stored", func() bool { return deliveries().State.Msgs == 0 })
	s.eventually("a message that was stored again is removed", func() bool { // logged after it
		return strings.Contains(s.log.String(), "acknowledged messages removed")
	})
}

// Each replica searches for the lost deliveries of the tenants whose events it relays: none is sent by two.
func TestReplicasShareTheSweep(t *testing.T) {
	t.Parallel()
	const tenants = 12
	every := func(c *Config) { c.SweepEvery = 50 * time.Millisecond }
	s := start(t, every)
	other := s.replica()
	conn := s.connect()
	s.eventually("both relay", func() bool { return len(s.shards(conn)) == 2 })
	hashes := map[int]bool{}
	for n := range tenants {
		tenant := fmt.Sprintf("ten_%d", n+1)
		s.create(s.newKey(tenant, false), map[string]any{"url": target, "events": []string{"*"}})
		e := s.event("")
		e.Tenant = tenant
		if _, err := eventsv1.NewEventServiceClient(s.grpc).Publish(internal(t.Context()), e); err != nil {
			t.Fatal(err)
		}
		hashes[webhooks.Scope{Tenant: webhooks.TenantID(tenant)}.Hash()] = true
	}
	d := s.dispatcher()
	d.next(tenants) // acknowledged without results
	s.stored()
	s.nats.Stop() // it forgets the ids of the messages
	s.nats.Restart(t)
	s.exec(`UPDATE deliveries SET overdue_at = now() - interval '1 second'`)
	d = s.dispatcher()
	d.next(tenants)
	sent := func(s *service) (n int) {
		for line := range strings.Lines(s.log.String()) {
			if _, count, found := strings.Cut(line, `"lost deliveries sent again" deliveries=`); found {
				k, err := strconv.Atoi(strings.TrimSpace(count))
				if err != nil {
					t.Error(err)
				}
				n += k
			}
		}
		return n
	}
	s.eventually("all were sent", func() bool { return sent(s)+sent(other) >= tenants })
	if a, b := sent(s), sent(other); a+b != tenants || a == 0 || b == 0 {
		t.Errorf("the replicas sent %d and %d, together %d; hashes %v", a, b, tenants, hashes)
	}
}
