package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// A dispatcher that vanishes in the middle, without a word to NATS, loses nothing: another one makes what it held.
func TestKilledInTheMiddle(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.redeliverAfter(2 * time.Second)
	r.Respond(receiver.FailFirst(50))
	s.feed.set(endpoint, r.URL())
	wire := newLine(t, strings.TrimPrefix(s.nats.URL(), "nats://"))
	s.start(func(c *app.Config) {
		c.NATS.URL, c.ShutdownGrace = wire.url(), time.Millisecond
	})
	const n = 300
	s.publishMany(endpoint, n)
	r.WaitFor(t, 100)
	wire.cut()
	s.start()
	got := s.results(ended(n))
	s.empty()
	for id, outcome := range finals(got) {
		if outcome != dispatchv1.Outcome_OUTCOME_DELIVERED {
			t.Errorf("%s ended %s", id, outcome)
		}
	}
	once(t, got)
}

// once fails if a chain of retries forked: a fork reports some attempt of a delivery more often than crashes can.
func once(t *testing.T, all []*dispatchv1.Attempt) {
	t.Helper()
	times := map[string]int{}
	for _, a := range all {
		key := streams.DeliveryMsgID(a.GetDeliveryId(), int(a.GetRun()), int(a.GetNumber()))
		if times[key]++; times[key] == 3 {
			t.Errorf("attempt %s is reported three times", key)
		}
	}
}

// NATS goes away and comes back in the middle: nothing is lost, and what waits in tiers keeps its time.
func TestNATSRestarts(t *testing.T) {
	t.Parallel()
	s, r := newStack(t, func(c *app.Config) { c.Streams.Retry.Schedule = retry.Schedule{time.Second, time.Second} }),
		receiver.New(t)
	s.redeliverAfter(5 * time.Second) // of messages that were on the wire when the server went
	r.Respond(receiver.FailFirst(100))
	s.feed.set(endpoint, r.URL())
	s.start()
	const n = 300
	s.publishMany(endpoint, n)
	r.WaitFor(t, 100)
	s.nats.Restart(t)
	got := s.results(ended(n))
	s.empty()
	for id, outcome := range finals(got) {
		if outcome != dispatchv1.Outcome_OUTCOME_DELIVERED {
			t.Errorf("%s ended %s", id, outcome)
		}
	}
	ends := map[string]time.Time{}
	for _, a := range got {
		if a.GetNumber() == 2 {
			if end, ok := ends[a.GetDeliveryId()]; ok && a.GetStartedAt().AsTime().Sub(end) < time.Second {
				t.Errorf("%s: attempt 2 came %s after attempt 1", a.GetDeliveryId(), a.GetStartedAt().AsTime().Sub(end))
			}
		} else if a.GetOutcome() == dispatchv1.Outcome_OUTCOME_RETRY {
			ends[a.GetDeliveryId()] = a.GetEndedAt().AsTime()
		}
	}
}

// A full RESULTS holds acknowledgements back; nothing is posted twice, and all is reported once there is room again.
func TestResultsFull(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL())
	limit := func(bytes int64) {
		stream, err := s.js.Stream(t.Context(), streams.Results)
		if err != nil {
			t.Fatal(err)
		}
		c := stream.CachedInfo().Config
		c.MaxBytes = bytes
		if _, err := s.js.UpdateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	limit(1)
	s.start()
	s.publishMany(endpoint, 20)
	r.WaitFor(t, 20)
	if info := s.info(streams.Deliveries); info.NumAckPending != 20 {
		t.Errorf("%d deliveries are out, want all 20", info.NumAckPending)
	}
	limit(64 << 20)
	s.results(ended(20))
	s.empty()
	if n := r.Count(); n != 20 {
		t.Errorf("%d requests, want 20", n)
	}
}

func (s *stack) info(stream string) *jetstream.ConsumerInfo {
	s.t.Helper()
	for _, c := range s.consumers() {
		if c.CachedInfo().Stream == stream {
			info, err := c.Info(s.t.Context())
			if err != nil {
				s.t.Fatal(err)
			}
			return info
		}
	}
	s.t.Fatalf("no stream %s", stream)
	return nil
}

// An endpoint that hangs does not delay the others: a thousand deliveries to others end while its first attempts still
// hang.
func TestHangingEndpointDoesNotDelayOthers(t *testing.T) {
	t.Parallel()
	s := newStack(t, func(c *app.Config) { c.AttemptTimeout = 30 * time.Second; c.ShutdownGrace = time.Millisecond })
	dead, r := receiver.New(t), receiver.New(t)
	dead.Respond(receiver.Hang())
	s.feed.set("dead", dead.URL())
	for _, id := range []string{"a", "b", "c", "d"} {
		s.feed.set(id, r.URL())
	}
	s.start()
	s.publishMany("dead", 400)
	dead.WaitFor(t, 1)
	for _, id := range []string{"a", "b", "c", "d"} {
		s.publishMany(id, 250)
	}
	got := s.results(ended(1000))
	for _, a := range got {
		if a.GetEndpointId() == "dead" {
			t.Errorf("an attempt to the hanging endpoint ended: %v", a)
		}
	}
	if n := dead.Count(); n > s.cfg.LaneCap {
		t.Errorf("%d requests to the hanging endpoint, want at most %d", n, s.cfg.LaneCap)
	}
}

// An endpoint that recovers gets all that was parked, with nothing counted for the waiting.
func TestHangingEndpointRecovers(t *testing.T) {
	t.Parallel()
	s, r := newStack(t, func(c *app.Config) {
		c.AttemptTimeout = 300 * time.Millisecond
		c.Streams.Retry.Schedule = retry.Schedule{400 * time.Millisecond, 500 * time.Millisecond, 600 * time.Millisecond,
			700 * time.Millisecond}
	}), receiver.New(t)
	r.Respond(receiver.Hang())
	s.feed.set(endpoint, r.URL())
	s.start()
	const n = 60
	s.publishMany(endpoint, n)
	s.results(func(all []*dispatchv1.Attempt) bool { return len(all) >= 10 })
	r.Respond(receiver.Always(http.StatusOK))
	got := s.results(ended(n))
	s.empty()
	for id, outcome := range finals(got) {
		if outcome != dispatchv1.Outcome_OUTCOME_DELIVERED {
			t.Errorf("%s ended %s", id, outcome)
		}
	}
	for _, a := range got {
		if a.GetOutcome() == dispatchv1.Outcome_OUTCOME_RETRY && a.GetError() != "timeout" {
			t.Errorf("attempt %v", a)
		}
	}
}

// An address that egress refuses fails like any other attempt, without a connection.
func TestBlockedAddress(t *testing.T) {
	t.Parallel()
	s, canary := newStack(t, func(c *app.Config) {
		c.EgressAllow = "127.0.0.2/32"
		c.Streams.Retry.Schedule = c.Streams.Retry.Schedule[:1]
	}), receiver.New(t)
	s.feed.set(endpoint, canary.URL())
	s.start()
	s.publish(delivery(endpoint, 1))
	got := s.results(ended(1))
	if len(got) != 2 || got[0].GetError() != "blocked_address" ||
		got[1].GetOutcome() != dispatchv1.Outcome_OUTCOME_FAILED {
		t.Errorf("attempts %s", summary(got))
	}
	if canary.Count() != 0 {
		t.Error("a connection was made")
	}
}

// Two dispatchers share the work, tiers included, and make no attempt twice.
func TestTwoDispatchersShareTheWork(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	r.Respond(receiver.FailFirst(200))
	s.feed.set(endpoint, r.URL())
	s.start()
	s.start()
	const n = 500
	s.publishMany(endpoint, n)
	got := s.results(ended(n))
	s.empty()
	if len(got) != r.Count() || len(got) != n+200 {
		t.Errorf("%d attempts, %d requests, want %d", len(got), r.Count(), n+200)
	}
}

// The whole store is lost and created again: later messages are delivered, though sequence numbers restart.
func TestStoreLost(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publishMany(endpoint, 50)
	s.results(ended(50))
	s.empty()
	for _, stream := range []string{streams.Deliveries, streams.Deferred, streams.Results, streams.Retry(1),
		streams.Retry(2)} {
		if err := s.js.DeleteStream(t.Context(), stream); err != nil {
			t.Fatal(err)
		}
	}
	for { // the dispatcher makes them again
		if _, err := s.js.Consumer(t.Context(), streams.Deliveries, streams.DispatchConsumer); err == nil {
			break
		}
		streams.SleepContext(t.Context(), 20*time.Millisecond)
	}
	for i := range 50 {
		s.publish(delivery(endpoint, 1000+i))
	}
	s.results(ended(100))
	if n := r.Count(); n != 100 {
		t.Errorf("%d requests, want 100", n)
	}
}

// takeAndReturn takes messages of a stream as another dispatcher would, until they and what is parked are n, and
// returns them to the stream.
func (s *stack) takeAndReturn(stream string, n int) {
	s.t.Helper()
	taken := map[uint64]jetstream.Msg{} // by sequence: one may come again
	for _, c := range s.consumers() {
		if c.CachedInfo().Stream != stream {
			continue
		}
		for end := time.Now().Add(time.Minute); len(taken)+s.stored(streams.Parked) != n; {
			if time.Now().After(end) {
				s.t.Fatalf("%d were taken; %s", len(taken), s.streamStates())
			}
			batch, err := c.Fetch(n, jetstream.FetchMaxWait(200*time.Millisecond))
			if err != nil {
				s.t.Fatal(err)
			}
			for m := range batch.Messages() {
				meta, err := m.Metadata()
				if err != nil {
					s.t.Fatal(err)
				}
				taken[meta.Sequence.Stream] = m
			}
		}
	}
	for _, m := range taken {
		if err := m.Nak(); err != nil {
			s.t.Fatal(err)
		}
	}
}
