package app_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// move sends an attempt of a delivery that waits for it now, as webhooks does, or after a time.
func (s *stack) move(url string, d *dispatchv1.Delivery, attempt int, after time.Duration) {
	s.t.Helper()
	s.feed.mu.Lock()
	if s.feed.moved == nil {
		s.feed.moved = map[string]int{}
	}
	s.feed.moved[d.GetId()] = attempt
	s.feed.mu.Unlock()
	s.feed.set(d.GetEndpointId(), url, func(t *webhooksv1.Target) { t.MovedAt = timestamppb.Now() })
	streams.SleepContext(s.t.Context(), after)
	d.MovedAttempt = int32(attempt)
	m := message(s.t, d)
	m.Header.Set(jetstream.MsgIDHeader, streams.ReturnedMsgID(d.GetId(), int(d.GetRun()), attempt, "A"))
	m.Header.Set(streams.HeaderAttempt, strconv.Itoa(attempt))
	m.Header.Set(streams.HeaderDoubtful, "1")
	if _, err := s.js.PublishMsg(s.t.Context(), m); err != nil {
		s.t.Fatal(err)
	}
}

// numbers are those of the attempts of all requests, in order.
func numbers(list []receiver.Request) (all []string) {
	for _, r := range list {
		all = append(all, r.Header.Get("X-Webhook-Attempt"))
	}
	return all
}

// An attempt that is moved to now is made at once, although the message that waits for it is held here. That one is
// dropped when it comes up, whoever has it, whether it could be made then or was put off, and the schedule goes on from
// the attempt that was made.
func TestMovedAttempts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fail        int // the first attempts
		dispatchers int
		outage      bool // endpoints cannot be looked up when the message that waited is due
		late        bool // the message of the moved attempt comes when that one is due
	}{
		"the receiver is repaired":       {1, 1, false, false},
		"it fails again":                 {2, 1, false, false},
		"with two dispatchers":           {1, 2, false, false},
		"the one that waited is put off": {1, 1, true, false},
		"both come at once":              {1, 2, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const wait = 5 * time.Second
			s, r := newStack(t, func(c *app.Config) {
				c.Streams.Retry.Schedule = retry.Schedule{wait, 300 * time.Millisecond, time.Second, time.Second}
			}), receiver.New(t)
			r.Respond(receiver.FailFirst(c.fail))
			s.feed.set(endpoint, r.URL())
			for range c.dispatchers {
				s.start()
			}
			d := delivery(endpoint, 1)
			s.publish(d)
			failed := s.results(atLeast(1))[0].GetEndedAt().AsTime()
			for s.published(streams.Retry(1)) < 1 {
				streams.SleepContext(t.Context(), 10*time.Millisecond)
			}
			moved, after := time.Now(), time.Duration(0)
			if c.late {
				after = time.Until(failed.Add(wait))
			}
			s.move(r.URL(), d, 2, after)
			s.results(ended(1))
			if took := time.Since(moved); took >= wait && !c.late {
				t.Errorf("it took %s", took)
			}
			if c.outage {
				s.feed.set(endpoint, r.URL(), func(t *webhooksv1.Target) { t.MovedAt = timestamppb.New(moved) })
				s.feed.mu.Lock()
				s.feed.unresolved = true
				s.feed.mu.Unlock()
				for s.published(streams.Deferred) < 1 {
					streams.SleepContext(t.Context(), 10*time.Millisecond)
				}
				s.feed.mu.Lock()
				s.feed.unresolved = false
				s.feed.mu.Unlock()
			}
			s.empty()
			want := []string{"1", "2", "3"}[:c.fail+1]
			if got := numbers(r.Requests()); !slices.Equal(got, want) {
				t.Errorf("the attempts %v were made, want %v", got, want)
			}
		})
	}
}
