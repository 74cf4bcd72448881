package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// slowRequests gives attempts more time than any of these tests takes.
func slowRequests(c *app.Config) {
	c.AttemptTimeout, c.ShutdownGrace = 30*time.Second, time.Millisecond
}

// behind is a change of configuration: NATS over a line.
func behind(l *line) func(*app.Config) {
	return func(c *app.Config) { c.NATS.URL = l.url() }
}

// acquainted waits until dispatchers know each other: until each has announced itself after all others had.
func (s *stack) acquainted(dispatchers int) {
	s.t.Helper()
	sub, err := s.nats.Conn(s.t).SubscribeSync(streams.DispatchersSubject)
	if err != nil {
		s.t.Fatal(err)
	}
	known, again := map[string]bool{}, map[string]bool{}
	for len(again) < dispatchers {
		m, err := sub.NextMsg(waitTimeout)
		if err != nil {
			s.t.Fatal(err)
		}
		if len(known) == dispatchers {
			again[string(m.Data)] = true
		}
		known[string(m.Data)] = true
	}
}

// What a killed dispatcher held is with another within seconds: what it had started, and what waited in its lanes.
func TestAttemptsOfAKilledDispatcherAreMade(t *testing.T) {
	t.Parallel()
	s, r := newStack(t, slowRequests), receiver.New(t)
	gate := make(chan struct{})
	defer close(gate)
	r.Respond(receiver.Hold(gate, receiver.Always(http.StatusOK)))
	s.feed.set(endpoint, r.URL())
	wire := newLine(t, strings.TrimPrefix(s.nats.URL(), "nats://"))
	s.start(behind(wire))
	const n = 8 // the cap of a lane: all are under way
	s.publishMany(endpoint, n)
	r.WaitFor(t, n)
	s.start()
	s.acquainted(2)
	r.Respond(receiver.Always(http.StatusOK))
	killed := time.Now()
	wire.cut()
	s.results(ended(n))
	s.empty()
	took := time.Since(killed)
	t.Logf("the last outcome came %s after the kill", took)
	if most := 30 * time.Second; took > most { // about 3 s; a minute is what a consumer's default AckWait would take
		t.Errorf("it took %s", took)
	}
	if got := r.Count(); got != 2*n {
		t.Errorf("%d requests, want one of each dispatcher for each delivery", got)
	}
}

// A dispatcher that NATS does not hear for longer than AckWait, and that is connected, causes no second request,
// neither for what it had started nor for what waits in its lanes.
func TestASuspendedDispatcherKeepsItsAttempts(t *testing.T) {
	t.Parallel()
	s, r := newStack(t, slowRequests), receiver.New(t)
	gate := make(chan struct{})
	r.Respond(receiver.Hold(gate, receiver.Always(http.StatusOK)))
	s.feed.set(endpoint, r.URL())
	wire := newLine(t, strings.TrimPrefix(s.nats.URL(), "nats://"))
	s.start(behind(wire))
	const n = 8
	s.publishMany(endpoint, n)
	r.WaitFor(t, n)
	s.start()
	s.acquainted(2)
	thaw := wire.freeze()
	defer thaw()
	for s.info(streams.Deliveries).NumRedelivered < n { // to the other one
		streams.SleepContext(t.Context(), 20*time.Millisecond)
	}
	frozen := time.Now()
	for time.Since(frozen) < 2*streams.DispatchAckWait {
		streams.SleepContext(t.Context(), 20*time.Millisecond)
	}
	close(gate)
	thaw()
	s.results(ended(n))
	s.empty()
	if got := r.Count(); got != n {
		t.Errorf("%d requests for %d deliveries", got, n)
	}
	once(t, s.seen)
}

// Requests that take longer than AckWait are neither delivered again nor made twice.
func TestLongRequestsAreMadeOnce(t *testing.T) {
	t.Parallel()
	s, r := newStack(t, slowRequests), receiver.New(t)
	gate := make(chan struct{})
	r.Respond(receiver.Hold(gate, receiver.Always(http.StatusOK)))
	s.feed.set(endpoint, r.URL())
	s.start()
	s.start()
	const n = 8
	s.publishMany(endpoint, n)
	r.WaitFor(t, n)
	held := time.Now()
	for time.Since(held) < 5*streams.DispatchAckWait {
		if again := s.info(streams.Deliveries).NumRedelivered; again > 0 {
			t.Fatalf("%d messages were delivered again after %s", again, time.Since(held))
		}
		streams.SleepContext(t.Context(), 50*time.Millisecond)
	}
	close(gate)
	s.results(ended(n))
	s.empty()
	if got := r.Count(); got != n {
		t.Errorf("%d requests for %d deliveries", got, n)
	}
}
