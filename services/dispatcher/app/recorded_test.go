package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// Messages that may have been acknowledged before are not attempted again when webhooks has recorded that their
// attempts are over: those that another dispatcher held, and those that were parked before this one started. Without an
// answer they are attempted after some seconds.
func TestRecordedAttemptsAreNotRepeated(t *testing.T) {
	const n, over = 20, 8
	redelivered := func(s *stack) {
		s.redeliverAfter(time.Second)
		s.publishMany(endpoint, n)
		held := 0
		for held < n { // by a dispatcher that ends without a word
			c, err := s.js.Consumer(s.t.Context(), streams.Deliveries, streams.DispatchConsumer)
			if err != nil {
				s.t.Fatal(err)
			}
			batch, err := c.Fetch(n-held, jetstream.FetchMaxWait(time.Second))
			if err != nil {
				s.t.Fatal(err)
			}
			for range batch.Messages() {
				held++
			}
		}
	}
	parked := func(s *stack) {
		for i := range n {
			m := message(s.t, delivery(endpoint, i+1))
			m.Subject = streams.ParkedSubject(endpoint)
			if _, err := s.js.PublishMsg(s.t.Context(), m); err != nil {
				s.t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		given    func(*stack)
		answered bool
		want     int
	}{
		"redelivered":            {redelivered, true, n - over},
		"parked":                 {parked, true, n - over},
		"parked, without answer": {parked, false, n},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, r := newStack(t), receiver.New(t)
			r.Respond(receiver.Always(http.StatusOK))
			s.feed.set(endpoint, r.URL())
			recorded := map[string]bool{}
			for i := range over {
				recorded[delivery(endpoint, i+1).GetId()] = true
			}
			s.feed.over, s.feed.silent = recorded, !c.answered
			c.given(s)
			s.start()
			s.results(ended(c.want))
			s.empty()
			if got := r.Count(); got != c.want {
				t.Errorf("%d requests, want %d", got, c.want)
			}
			if s.feed.checked == 0 {
				t.Error("nothing was checked")
			}
		})
	}
}

// A doubtful attempt that could not be checked for want of webhooks, or neither checked nor made, is checked once
// webhooks is back.
func TestDoubtSurvivesAnOutageOfWebhooks(t *testing.T) {
	t.Parallel()
	for _, unresolved := range []bool{true, false} {
		t.Run(fmt.Sprintf("endpoints unknown: %t", unresolved), func(t *testing.T) {
			t.Parallel()
			s, r := newStack(t), receiver.New(t)
			s.feed.set(endpoint, r.URL())
			s.feed.unresolved, s.feed.silent = unresolved, true
			const n = 5
			recorded := map[string]bool{}
			for i := range n {
				m := message(t, delivery(endpoint, i+1))
				m.Subject = streams.ParkedSubject(endpoint)
				if _, err := s.js.PublishMsg(t.Context(), m); err != nil {
					t.Fatal(err)
				}
				recorded[delivery(endpoint, i+1).GetId()] = true
			}
			s.start()
			for s.published(streams.Deferred) < n {
				streams.SleepContext(t.Context(), 10*time.Millisecond)
			}
			s.feed.mu.Lock()
			s.feed.over, s.feed.unresolved, s.feed.silent = recorded, false, false
			s.feed.mu.Unlock()
			s.empty()
			if got := r.Count(); got != 0 {
				t.Errorf("%d attempts were made again", got)
			}
		})
	}
}

// A doubtful attempt that another message of it is making is checked again, and not made once that one is recorded.
func TestClaimedAttemptsAreCheckedAgain(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL())
	d := delivery(endpoint, 1)
	s.feed.over, s.feed.claimed = map[string]bool{}, map[string]int{d.GetId(): 1}
	m := message(t, d)
	m.Subject = streams.ParkedSubject(endpoint)
	if _, err := s.js.PublishMsg(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	s.start()
	s.empty()
	if got := r.Count(); got != 0 {
		t.Errorf("%d attempts were made", got)
	}
	if s.feed.checked != 2 {
		t.Errorf("it was checked %d times", s.feed.checked)
	}
}

// What waits in the streams of a dispatcher that starts, and was never held by any, is attempted without a check.
func TestNewAttemptsAreNotChecked(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL())
	const n = 50
	s.publishMany(endpoint, n)
	s.start()
	s.results(ended(n))
	if s.feed.checked != 0 {
		t.Errorf("%d attempts were checked", s.feed.checked)
	}
}
