package app_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// Endpoints with more deliveries than a stream has room for stop no others: what is more is given back to webhooks,
// under the number of the attempt and with the time when it is due, and is in no stream.
func TestAFullStreamStopsNoOthers(t *testing.T) {
	t.Parallel()
	const deliveries, size = 320, 63 << 10 // 20 MB
	retryIn := 10 * time.Minute
	for name, c := range map[string]struct {
		stream    string
		endpoints int // few where they take some, so that most of it waits however slowly it is published
		rate      int32
		status    int
		number    int32         // of attempts that are given back
		due       time.Duration // at least, from the beginning
	}{
		"that take one a second": {streams.Parked, 4, 1, http.StatusOK, 1, 0},
		"that fail":              {streams.Retry(1), 40, 0, http.StatusInternalServerError, 2, retryIn},
		"without a key":          {streams.Deferred, 40, 0, 0, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, slow, r := newStack(t, func(c *app.Config) {
				c.Streams.MaxBytes = 4 << 20
				c.QueueCap = 256
				c.Streams.Retry.Schedule = retry.Schedule{retryIn, 2 * retryIn, 3 * retryIn, 4 * retryIn}
			}), receiver.New(t), receiver.New(t)
			slow.Respond(receiver.Always(c.status))
			for i := range c.endpoints {
				s.feed.set(fmt.Sprint("slow", i), slow.URL(), func(t *webhooksv1.Target) {
					if t.RateLimit = c.rate; c.status == 0 {
						t.Keys = nil
					}
				})
			}
			s.feed.set(endpoint, r.URL())
			s.start()
			began := time.Now()
			body := []byte(`"` + strings.Repeat("x", size) + `"`)
			for n := range deliveries / c.endpoints {
				for i := range c.endpoints {
					d := delivery(fmt.Sprint("slow", i), n)
					d.Body = body
					for { // until the dispatcher has made room
						_, err := s.js.PublishMsg(t.Context(), message(t, d))
						var full *jetstream.APIError
						if err == nil {
							break
						}
						if !errors.As(err, &full) {
							t.Fatal(err)
						}
						streams.SleepContext(t.Context(), 10*time.Millisecond)
					}
				}
			}
			s.publish(delivery(endpoint, 1))
			delivered := func(all []*dispatchv1.Attempt) bool {
				return finals(all)["dlv_"+endpoint+"_1"] == dispatchv1.Outcome_OUTCOME_DELIVERED
			}
			returned := map[string]bool{}
			all := s.results(func(all []*dispatchv1.Attempt) bool {
				clear(returned)
				for _, a := range all {
					if a.GetOutcome() == dispatchv1.Outcome_OUTCOME_RETURNED {
						returned[a.GetDeliveryId()] = true
					}
				}
				return delivered(all) && len(returned)*size > 6<<20
			})
			for _, a := range all {
				if a.GetOutcome() != dispatchv1.Outcome_OUTCOME_RETURNED {
					continue
				}
				if a.GetNumber() != c.number || a.GetNextAttemptAt().AsTime().Before(began.Add(c.due)) {
					t.Errorf("attempt %d is given back, due at %s", a.GetNumber(), a.GetNextAttemptAt().AsTime())
				}
			}
			if s.published(c.stream) == 0 {
				t.Errorf("nothing has been in %s: the test shows nothing", c.stream)
			}
			const counted = "\ndispatcher_returned_total"
			if m := s.metrics(); !strings.Contains(m, counted) || strings.Contains(m, counted+" 0") {
				t.Error("the metrics do not say that attempts are given back")
			}
		})
	}
}

// An attempt that was parked, was given back and is sent again is parked again: the stream remembers the first time.
func TestAnAttemptThatIsSentAgainIsParkedAgain(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	const endpoint = "slow"
	s.feed.set(endpoint, r.URL(), func(t *webhooksv1.Target) { t.RateLimit = 1 })
	s.start()
	s.publish(delivery(endpoint, 1)) // the rate is known then
	r.WaitFor(t, 1)
	s.publish(delivery(endpoint, 2), delivery(endpoint, 3), delivery(endpoint, 4))
	stream, err := s.js.Stream(t.Context(), streams.Parked)
	if err != nil {
		t.Fatal(err)
	}
	for {
		last, err := stream.GetLastMsgForSubject(t.Context(), streams.ParkedSubject(endpoint))
		if err == nil && last.Header.Get(streams.HeaderWebhookID) == "dlv_"+endpoint+"_4" {
			break
		}
		if !streams.SleepContext(t.Context(), 10*time.Millisecond) {
			t.Fatal("it is not parked")
		}
	}
	if err := stream.Purge(t.Context()); err != nil { // all are given back
		t.Fatal(err)
	}
	again := message(t, delivery(endpoint, 4))
	again.Header.Set(jetstream.MsgIDHeader, streams.ReturnedMsgID("dlv_"+endpoint+"_4", 1, 1, "A"))
	s.publish(delivery(endpoint, 5), delivery(endpoint, 6))
	if _, err := s.js.PublishMsg(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	s.results(func(all []*dispatchv1.Attempt) bool {
		return finals(all)["dlv_"+endpoint+"_4"] == dispatchv1.Outcome_OUTCOME_DELIVERED
	})
}

// However small the queue, first attempts are fetched.
func TestSmallQueues(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 2, 16, 100} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			s, r := newStack(t, func(c *app.Config) { c.QueueCap = size }), receiver.New(t)
			s.feed.set("e", r.URL())
			s.start()
			s.publishMany("e", 20)
			s.results(func(all []*dispatchv1.Attempt) bool { return len(finals(all)) == 20 })
		})
	}
}
