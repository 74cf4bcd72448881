package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// published is how many messages a stream has ever held.
func (s *stack) published(stream string) int {
	s.t.Helper()
	st, err := s.js.Stream(s.t.Context(), stream)
	if err != nil {
		s.t.Fatal(err)
	}
	return int(st.CachedInfo().State.LastSeq)
}

// stored is how many messages a stream holds.
func (s *stack) stored(stream string) int {
	s.t.Helper()
	st, err := s.js.Stream(s.t.Context(), stream)
	if err != nil {
		s.t.Fatal(err)
	}
	return int(st.CachedInfo().State.Msgs)
}

// onlyFirstAttempts requires that each of n deliveries took one attempt and that none waited for a time to pass.
func (s *stack) onlyFirstAttempts(n int, r *receiver.Receiver) {
	s.t.Helper()
	for _, a := range s.results(ended(n)) {
		if a.GetNumber() != 1 || a.GetOutcome() != dispatchv1.Outcome_OUTCOME_DELIVERED {
			s.t.Fatalf("attempt %v", a)
		}
	}
	s.empty()
	if r.Count() != n {
		s.t.Errorf("%d requests, want %d", r.Count(), n)
	}
	for tier := range s.cfg.Streams.Retry.Schedule {
		if sent := s.published(streams.Retry(tier + 1)); sent > 0 {
			s.t.Errorf("%d first attempts were published to %s", sent, streams.Retry(tier+1))
		}
	}
	if sent := s.published(streams.Deferred); sent > 0 {
		s.t.Errorf("%d first attempts were published to %s", sent, streams.Deferred)
	}
	if sent := s.published(streams.Parked); sent == 0 {
		s.t.Error("nothing was parked: the test shows nothing")
	}
}

// smallQueue is room for few deliveries, so that few are enough to have most of them parked, and delays that no test
// would live to see the end of.
func smallQueue(c *app.Config) {
	c.QueueCap = 256
	c.AttemptTimeout = 30 * time.Second
	c.Streams.Retry.Schedule = retry.Schedule{10 * time.Minute, 20 * time.Minute, 30 * time.Minute, 40 * time.Minute}
	c.DeferDelay = 5 * time.Minute
}

// A backlog of an endpoint in good health is delivered at the endpoint's speed: what its lane has no room for comes
// back as the lane drains, not when a time has passed.
func TestBacklogOfHealthyEndpoint(t *testing.T) {
	t.Parallel()
	const n = 750
	t.Run("that answers in 2 ms", func(t *testing.T) {
		t.Parallel()
		s, r := newStack(t, smallQueue), receiver.New(t)
		r.Respond(receiver.Delay(2*time.Millisecond, receiver.Always(http.StatusOK)))
		s.feed.set(endpoint, r.URL())
		s.publishMany(endpoint, n)
		s.start()
		s.onlyFirstAttempts(n, r)
	})
	t.Run("that has one slow moment", func(t *testing.T) {
		t.Parallel()
		s, r := newStack(t, smallQueue), receiver.New(t)
		s.feed.set(endpoint, r.URL())
		s.start()
		s.publishMany(endpoint, n/3)
		gate := make(chan struct{})
		r.Respond(receiver.Hold(gate, receiver.Always(http.StatusOK)))
		s.publishFrom(endpoint, n, n/3)
		for !strings.Contains(s.metrics(), `dispatcher_lanes{kind="suspect_lanes"} 1`) {
			streams.SleepContext(t.Context(), 10*time.Millisecond)
		}
		r.Respond(receiver.Always(http.StatusOK))
		close(gate)
		s.publishFrom(endpoint, 2*n, n/3)
		s.onlyFirstAttempts(n, r)
	})
	t.Run("while two dispatchers share it", func(t *testing.T) {
		t.Parallel()
		s, r := newStack(t, smallQueue), receiver.New(t)
		r.Respond(receiver.Delay(2*time.Millisecond, receiver.Always(http.StatusOK)))
		s.feed.set(endpoint, r.URL())
		s.publishMany(endpoint, n)
		s.start()
		s.start()
		s.onlyFirstAttempts(n, r)
	})
}

// What a dispatcher parked before it ended another one finds.
func TestParkedByAnother(t *testing.T) {
	t.Parallel()
	const n = 500
	s, r := newStack(t, smallQueue), receiver.New(t)
	gate := make(chan struct{})
	r.Respond(receiver.Hold(gate, receiver.Always(http.StatusOK)))
	s.feed.set(endpoint, r.URL())
	stop := s.start()
	s.publishMany(endpoint, n)
	for s.published(streams.Parked) < n/2 {
		streams.SleepContext(t.Context(), 10*time.Millisecond)
	}
	close(gate)
	stop()
	s.start()
	s.onlyFirstAttempts(n, r)
}

// A hanging endpoint's deliveries are parked, and come once it answers; those of an endpoint that is gone are
// cancelled, without a wait for its breaker.
func TestParkedOfHangingEndpoint(t *testing.T) {
	t.Parallel()
	const n = 200
	for name, c := range map[string]struct {
		then func(*stack, *receiver.Receiver)
		want dispatchv1.Outcome
	}{
		"that answers again": {func(_ *stack, r *receiver.Receiver) { r.Respond(receiver.Always(http.StatusOK)) },
			dispatchv1.Outcome_OUTCOME_DELIVERED},
		"that is deleted": {func(s *stack, _ *receiver.Receiver) { s.feed.remove(endpoint) },
			dispatchv1.Outcome_OUTCOME_CANCELLED},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, r := newStack(t, func(c *app.Config) {
				c.AttemptTimeout = 200 * time.Millisecond
				c.Streams.Retry.Schedule = retry.Schedule{3 * time.Second, 3 * time.Second, 3 * time.Second, 3 * time.Second}
			}), receiver.New(t)
			r.Respond(receiver.Hang())
			s.feed.set(endpoint, r.URL())
			s.start()
			s.publishMany(endpoint, n)
			for !strings.Contains(s.metrics(), `dispatcher_lanes{kind="open_breakers"} 1`) {
				streams.SleepContext(t.Context(), 10*time.Millisecond)
			}
			c.then(s, r)
			for id, outcome := range finals(s.results(ended(n))) {
				if outcome != c.want {
					t.Errorf("%s ended %s", id, outcome)
				}
			}
			s.empty()
		})
	}
}
