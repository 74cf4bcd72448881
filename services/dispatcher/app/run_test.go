package app_test

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/eventbody"
	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/dispatcher/app"
	"github.com/partnerline/partnerline/testkit/receiver"
)

const endpoint = "5d8e3b1e-0000-4000-8000-000000000001"

func TestDeliveryIsSignedAndReported(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL()+"/hook?x=1")
	s.start()
	s.publish(delivery(endpoint, 1))
	got := r.WaitFor(t, 1)[0]
	if got.Method != http.MethodPost || got.Path != "/hook" || got.Query.Get("x") != "1" || string(got.Body) != `{"n":1}` {
		t.Errorf("request %s %s %s %s", got.Method, got.Path, got.Query, got.Body)
	}
	for name, want := range map[string]string{
		"X-Webhook-Id": "dlv_" + endpoint + "_1", "Webhook-Id": "dlv_" + endpoint + "_1", "X-Webhook-Attempt": "1",
		"X-Webhook-Event": "verification.completed", "Content-Type": "application/json", "Accept-Encoding": "identity",
		"User-Agent": "Partnerline-Webhooks/dev", "Traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
	} {
		t.Run(name, func(t *testing.T) {
			if h := got.Header.Get(name); h != want {
				t.Errorf("%q, want %q", h, want)
			}
		})
	}
	verify(t, got)
	a := s.results(atLeast(1))[0]
	if a.GetOutcome() != dispatchv1.Outcome_OUTCOME_DELIVERED || a.GetResponseStatus() != 200 || a.GetError() != "" ||
		a.GetNumber() != 1 ||
		a.GetRun() != 1 || a.GetRemoteAddress() == "" || a.GetTiming().GetTotalUs() == 0 || a.GetNextAttemptAt() != nil {
		t.Errorf("attempt %v", a)
	}
	s.empty()
}

// A request has the endpoint's own headers besides ours.
func TestHeadersOfAnEndpoint(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL(), func(t *webhooksv1.Target) {
		t.Headers = map[string]string{"X-Gateway-Key": "b7f1c2", "Authorization": "Bearer a"}
	})
	s.start()
	s.publish(delivery(endpoint, 1))
	got := r.WaitFor(t, 1)[0]
	if got.Header.Get("X-Gateway-Key") != "b7f1c2" || got.Header.Get("Authorization") != "Bearer a" {
		t.Errorf("%v", got.Header)
	}
	verify(t, got)
	s.results(atLeast(1))
	s.empty()
}

// An endpoint with a rate limit is called no more often, gets everything, and delays no other endpoint.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	const limit, n = 10, 60
	s, r, other := newStack(t), receiver.New(t), receiver.New(t)
	const second = "5d8e3b1e-0000-4000-8000-000000000002"
	s.feed.set(endpoint, r.URL(), func(t *webhooksv1.Target) { t.RateLimit = limit })
	s.feed.set(second, other.URL())
	s.start()
	s.publish(delivery(endpoint, 1)) // from it on, the rate is known
	r.WaitFor(t, 1)
	began := time.Now()
	s.publishFrom(endpoint, 2, n)
	s.publishFrom(second, 1, n)
	other.WaitFor(t, n)
	if r.Count() > n {
		t.Error("the endpoint without a limit got its deliveries after the other one")
	}
	r.WaitFor(t, n+1)
	if took := time.Since(began); took < (n-limit)*time.Second/limit {
		t.Errorf("%d requests came within %s", n, took)
	}
	s.results(ended(2*n + 1))
	s.empty()
}

// An endpoint that asks for it gets the next attempt after the first step of the schedule that is as long as its
// receiver's Retry-After says; the attempts keep their numbers, and there are as many.
func TestRetryAfterIsHonoured(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		honour bool
		steps  []time.Duration
	}{
		"honoured":     {true, []time.Duration{2 * time.Second, 2 * time.Second}},
		"not honoured": {false, []time.Duration{100 * time.Millisecond, 2 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := receiver.New(t)
			s := newStack(t, func(c *app.Config) {
				c.Streams.Retry.Schedule = retry.Schedule{100 * time.Millisecond, 2 * time.Second}
			})
			r.Respond(receiver.AlwaysWith(receiver.Response{Status: http.StatusTooManyRequests,
				Header: http.Header{"Retry-After": {"1"}}}))
			s.feed.set(endpoint, r.URL(), func(t *webhooksv1.Target) { t.HonourRetryAfter = c.honour })
			s.start()
			s.publish(delivery(endpoint, 1))
			all := s.results(ended(1))
			if len(all) != 3 {
				t.Fatalf("%d attempts", len(all))
			}
			for i, a := range all {
				if int(a.GetNumber()) != i+1 {
					t.Errorf("attempt %d has number %d", i+1, a.GetNumber())
				}
				if i == 0 {
					continue
				}
				before := all[i-1]
				if next := before.GetNextAttemptAt().AsTime().Sub(before.GetEndedAt().AsTime()); next != c.steps[i-1] {
					t.Errorf("the next attempt is announced after %v", next)
				}
				if waited := a.GetStartedAt().AsTime().Sub(before.GetEndedAt().AsTime()); waited < c.steps[i-1] {
					t.Errorf("attempt %d came after %v, want at least %v", i+1, waited, c.steps[i-1])
				}
			}
			s.empty()
		})
	}
}

// A request has what the endpoint's shape makes of the event when it is sent, signed as it is sent, besides the headers
// of every delivery.
func TestBodyShape(t *testing.T) {
	t.Parallel()
	const attributes = `"type":"verification.completed"`
	const envelope = `{"id":"evt_1",` + attributes + `,"created_at":"2026-01-02T03:04:05.678Z",` +
		`"api_version":"v1","tenant":"ten_a","livemode":false,"data":{"n":1}}`
	const structured = `{"specversion":"1.0","id":"evt_1","source":"urn:partnerline:tenant:ten_a",` + attributes +
		`,"time":"2026-01-02T03:04:05.678Z","datacontenttype":"application/json","apiversion":"v1","livemode":false,` +
		`"data":{"n":1}}`
	for name, c := range map[string]struct {
		shape             *webhooksv1.BodyShape
		body, contentType string
		header            http.Header
	}{
		"none": {nil, envelope, "application/json", nil},
		"expression": {
			&webhooksv1.BodyShape{Expression: new(`{"text": event.type, "n": event.data.n + 1.0}`)},
			`{"n":2,"text":"verification.completed"}`, "application/json", nil,
		},
		"structured": {
			&webhooksv1.BodyShape{Preset: new("cloudevents_structured")}, structured, "application/cloudevents+json", nil,
		},
		"binary": {
			&webhooksv1.BodyShape{Preset: new("cloudevents_binary")}, `{"n":1}`, "application/json",
			http.Header{"Ce-Id": {"evt_1"}, "Ce-Type": {"verification.completed"}, "Ce-Specversion": {"1.0"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, r := newStack(t), receiver.New(t)
			s.feed.set(endpoint, r.URL(), func(t *webhooksv1.Target) { t.Body = c.shape })
			s.start()
			d := delivery(endpoint, 1)
			d.Body = []byte(envelope)
			s.publish(d)
			got := r.WaitFor(t, 1)[0]
			if string(got.Body) != c.body || got.Header.Get("Content-Type") != c.contentType {
				t.Errorf("%s %s", got.Header.Get("Content-Type"), got.Body)
			}
			for name, values := range c.header {
				if !slices.Equal(got.Header[name], values) {
					t.Errorf("%s: %q", name, got.Header[name])
				}
			}
			if got.Header.Get("X-Webhook-Id") != d.GetId() || got.Header.Get("X-Webhook-Event") == "" {
				t.Errorf("%v", got.Header)
			}
			verify(t, got)
			s.results(ended(1))
			s.empty()
		})
	}
}

// A challenge is sent as it is, whatever the shape of its endpoint.
func TestChallengesHaveNoShape(t *testing.T) {
	t.Parallel()
	const challenge = `{"id":"evt_1","type":"webhook.challenge","created_at":"2026-01-02T03:04:05.678Z",` +
		`"api_version":"v1","tenant":"ten_a","livemode":false,"data":{"challenge":"c"}}`
	shapes := []*webhooksv1.BodyShape{{Expression: new(`{"text": event.type}`)}, {Expression: new(`event.data`)}}
	for _, preset := range eventbody.Presets {
		shapes = append(shapes, &webhooksv1.BodyShape{Preset: new(string(preset))})
	}
	s, r := newStack(t), receiver.New(t)
	ids := make([]string, len(shapes))
	for i, shape := range shapes {
		ids[i] = endpoint[:len(endpoint)-1] + strconv.Itoa(i+1)
		s.feed.set(ids[i], r.URL(), func(t *webhooksv1.Target) { t.Body = shape })
	}
	s.start()
	for i, id := range ids {
		d := delivery(id, i+1)
		d.EventType, d.Body = "webhook.challenge", []byte(challenge)
		s.publish(d)
	}
	for _, got := range r.WaitFor(t, len(shapes)) {
		if string(got.Body) != challenge || got.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s %s", got.Header.Get("Content-Type"), got.Body)
		}
		if got.Header.Get("Ce-Id") != "" {
			t.Errorf("%v", got.Header)
		}
		verify(t, got)
	}
	s.results(ended(len(shapes)))
	s.empty()
}

// Where the shape fails on an event, nothing is sent: the attempt fails with a cause of its own, and the next one has
// the shape that the endpoint has by then.
func TestAShapeThatFailsSendsNothing(t *testing.T) {
	t.Parallel()
	s, r := newStack(t, func(c *app.Config) {
		c.Streams.Retry.Schedule = retry.Schedule{100 * time.Millisecond, time.Second, 100 * time.Millisecond}
	}), receiver.New(t)
	set := func(expression string) {
		s.feed.set(endpoint, r.URL(), func(t *webhooksv1.Target) {
			t.Body = &webhooksv1.BodyShape{Expression: &expression}
		})
	}
	set(`{"missing": event.missing}`)
	s.start()
	s.publish(delivery(endpoint, 1))
	failed := s.results(atLeast(2))
	if n := r.Count(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
	for i, a := range failed[:2] {
		if a.GetError() != "body_failed" || a.GetOutcome() != dispatchv1.Outcome_OUTCOME_RETRY ||
			a.GetResponseStatus() != 0 || int(a.GetNumber()) != i+1 {
			t.Errorf("%v", a)
		}
	}
	set(`{"n": event.n}`)
	if got := r.WaitFor(t, 1)[0]; string(got.Body) != `{"n":1}` || got.Header.Get("X-Webhook-Attempt") != "3" {
		t.Errorf("attempt %s: %s", got.Header.Get("X-Webhook-Attempt"), got.Body)
	}
	all := s.results(ended(1))
	if last := all[len(all)-1]; last.GetOutcome() != dispatchv1.Outcome_OUTCOME_DELIVERED {
		t.Errorf("%v", last)
	}
	s.empty()
}

// verify checks a request as a receiver would, with the official library.
func verify(t *testing.T, r receiver.Request) {
	t.Helper()
	w, err := standardwebhooks.NewWebhookRaw(secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Verify(r.Body, r.Header); err != nil {
		t.Errorf("the signature of attempt %s: %v", r.Header.Get("X-Webhook-Attempt"), err)
	}
	if stamp := r.Header.Get("Webhook-Timestamp"); !within(stamp, r.At) {
		t.Errorf("timestamp %s of a request at %d", stamp, r.At.Unix())
	}
}

func within(stamp string, at time.Time) bool {
	n, err := strconv.ParseInt(stamp, 10, 64)
	return err == nil && at.Unix()-n >= 0 && at.Unix()-n <= 30
}

// Five attempts, none before it is due, same id and body, fresh signature, then failed. That each starts within a
// second of its due time is P6 of make bench: a machine that is busy with other tests keeps no such bound.
func TestAttemptsFollowTheSchedule(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	r.Respond(receiver.RetryAfter(http.StatusServiceUnavailable, time.Hour))
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publish(delivery(endpoint, 1))
	attempts := s.results(atLeast(5))
	requests := r.WaitFor(t, 5)
	s.empty()
	if n := r.Count(); n != 5 {
		t.Fatalf("%d requests, want 5", n)
	}
	for i, a := range attempts {
		want := dispatchv1.Outcome_OUTCOME_RETRY
		if i == 4 {
			want = dispatchv1.Outcome_OUTCOME_FAILED
		}
		if int(a.GetNumber()) != i+1 || a.GetOutcome() != want || a.GetError() != "http_5xx" ||
			a.GetResponseStatus() != 503 || a.GetRetryAfter() != "3600" {
			t.Errorf("attempt %d: %v", i+1, a)
		}
		if id := requests[i].Header.Get("X-Webhook-Id"); id != a.GetDeliveryId() {
			t.Errorf("request %d has id %s", i+1, id)
		}
		if n := requests[i].Header.Get("X-Webhook-Attempt"); n != strconv.Itoa(i+1) {
			t.Errorf("request %d says it is attempt %s", i+1, n)
		}
		verify(t, requests[i])
		if i == 4 {
			if a.GetNextAttemptAt() != nil {
				t.Error("the last attempt announces another")
			}
			break
		}
		due := a.GetEndedAt().AsTime().Add(s.cfg.Streams.Retry.Schedule[i])
		if !a.GetNextAttemptAt().AsTime().Equal(due) {
			t.Errorf("attempt %d announces the next for %s, want %s", i+1, a.GetNextAttemptAt().AsTime(), due)
		}
		if late := attempts[i+1].GetStartedAt().AsTime().Sub(due); late < 0 || late > waitTimeout {
			t.Errorf("attempt %d starts %s after it is due", i+2, late)
		}
	}
}

func TestRetryStopsAtSuccess(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	r.Respond(receiver.FailFirst(2))
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publish(delivery(endpoint, 1))
	got := s.results(ended(1))
	s.empty()
	if len(got) != 3 || got[2].GetOutcome() != dispatchv1.Outcome_OUTCOME_DELIVERED || r.Count() != 3 {
		t.Errorf("%d requests, attempts %s", r.Count(), summary(got))
	}
}

func TestRedirectIsAFailure(t *testing.T) {
	t.Parallel()
	s, r, elsewhere := newStack(t), receiver.New(t), receiver.New(t)
	r.Respond(receiver.Redirect(elsewhere.URL()))
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publish(delivery(endpoint, 1))
	got := s.results(ended(1))
	if len(got) != 5 || got[0].GetError() != "redirect" || got[0].GetResponseHeaders()["Location"] != elsewhere.URL() {
		t.Errorf("attempts %s", summary(got))
	}
	if elsewhere.Count() != 0 {
		t.Error("the redirect was followed")
	}
}

// Both keys sign until the older one's time comes; it never signs after.
func TestBothKeysSignDuringTheOverlap(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	older := []byte("the-older-key-of-the-endpoint-xx")
	with := func(until time.Time) func(*webhooksv1.Target) {
		return func(t *webhooksv1.Target) {
			t.Keys = append(t.Keys, &webhooksv1.SigningKey{Key: older, ExpiresAt: timestamppb.New(until)})
		}
	}
	s.feed.set("both", r.URL(), with(time.Now().Add(time.Hour)))
	s.feed.set("ended", r.URL(), with(time.Now().Add(-time.Second)))
	s.start()
	s.publish(delivery("both", 1), delivery("ended", 1))
	w, err := standardwebhooks.NewWebhookRaw(older)
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range r.WaitFor(t, 2) {
		verify(t, got)
		want := got.Header.Get("X-Webhook-Id") == "dlv_both_1"
		if err := w.Verify(got.Body, got.Header); (err == nil) != want {
			t.Errorf("%s: signed with the older key = %v, want %v", got.Header.Get("X-Webhook-Id"), err == nil, want)
		}
	}
}

// Deleted, inactive and re-activated endpoints end their deliveries without a request.
func TestUnavailableEndpointsEndTheirDeliveries(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set("inactive", r.URL(), func(t *webhooksv1.Target) { t.IsActive = false })
	s.feed.set("reactivated", r.URL(), func(t *webhooksv1.Target) { t.Activation = 2 })
	s.start()
	s.publish(delivery("inactive", 1), delivery("reactivated", 1), delivery("unknown", 1))
	for _, a := range s.results(atLeast(3)) {
		if a.GetOutcome() != dispatchv1.Outcome_OUTCOME_CANCELLED || a.GetError() != "endpoint_inactive" {
			t.Errorf("attempt %v", a)
		}
	}
	if r.Count() != 0 {
		t.Error("a request was made")
	}
	s.empty()
}

// A retry of an endpoint that was deleted meanwhile is cancelled, not made. The retry is due later than a dispatcher
// may take to know of a change.
func TestDeletedBetweenAttempts(t *testing.T) {
	t.Parallel()
	s, r := newStack(t, func(c *app.Config) {
		c.Streams.Retry.Schedule = retry.Schedule{2 * time.Second, 2 * time.Second, 2 * time.Second, 2 * time.Second}
	}), receiver.New(t)
	r.Respond(receiver.Always(http.StatusInternalServerError))
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publish(delivery(endpoint, 1))
	r.WaitFor(t, 1)
	s.feed.remove(endpoint)
	got := s.results(ended(1))
	s.empty()
	if last := got[len(got)-1]; last.GetOutcome() != dispatchv1.Outcome_OUTCOME_CANCELLED {
		t.Errorf("attempts %s", summary(got))
	}
	if r.Count() != 1 {
		t.Errorf("%d requests, want one before the deletion", r.Count())
	}
}

// While the feed is silent no attempt starts, nothing is counted and nothing is lost.
func TestWaitsForTheFeed(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publish(delivery(endpoint, 1))
	r.WaitFor(t, 1)
	s.feed.silence(true)
	for !strings.Contains(s.readiness(), `"degraded":{"deliveries"`) {
		streams.SleepContext(t.Context(), 10*time.Millisecond)
	}
	s.publishMany(endpoint, 50) // 1 is a duplicate
	<-time.After(300 * time.Millisecond)
	if n := r.Count(); n != 1 {
		t.Fatalf("%d requests while the feed is silent", n-1)
	}
	s.feed.silence(false)
	got := s.results(ended(50))
	s.empty()
	if len(got) != 50 || r.Count() != 50 {
		t.Errorf("%d attempts, %d requests, want 50", len(got), r.Count())
	}
}

// A message that cannot be read is removed and delays nothing.
func TestUnreadableMessagesAreRemoved(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL())
	s.start()
	for i, spoil := range []func(*dispatchv1.Delivery) []byte{
		func(*dispatchv1.Delivery) []byte { return []byte("\xff\xff no protobuf") },
		func(*dispatchv1.Delivery) []byte { return nil },
	} {
		m := message(t, delivery(endpoint, 100+i))
		m.Data = spoil(nil)
		if _, err := s.js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	bad := message(t, delivery(endpoint, 200))
	bad.Header.Set("Attempt", "soon")
	other := message(t, delivery("another", 1))
	other.Subject = "deliveries." + endpoint
	for _, m := range []int{0, 1} {
		if _, err := s.js.PublishMsg(t.Context(), []*nats.Msg{bad, other}[m]); err != nil {
			t.Fatal(err)
		}
	}
	s.publish(delivery(endpoint, 1))
	s.results(ended(1))
	s.empty()
	if r.Count() != 1 {
		t.Errorf("%d requests, want 1", r.Count())
	}
}

// An endpoint without a key is one fault in the log, however many attempts it keeps from being made and however often
// these are deferred.
func TestAnEndpointWithoutAKeyIsOneFault(t *testing.T) {
	t.Parallel()
	s := newStack(t)
	s.feed.set(endpoint, "https://receiver.example.com", func(t *webhooksv1.Target) { t.Keys = nil })
	s.start()
	s.publishMany(endpoint, 20)
	for s.published(streams.Deferred) < 100 {
		streams.SleepContext(t.Context(), 10*time.Millisecond)
	}
	if n := s.logged("endpoint_id=" + endpoint); n == 0 || n > 10 || s.logged("delivery_id=") > 0 {
		t.Errorf("%d warnings name the endpoint, %d a delivery", n, s.logged("delivery_id="))
	}
}

func TestGracefulStopFinishesAndHandsBack(t *testing.T) {
	t.Parallel()
	s := newStack(t, func(c *app.Config) {
		c.LaneCap, c.AttemptTimeout = 2, 30*time.Second // the two run until the gate opens
	})
	r := receiver.New(t)
	gate := make(chan struct{})
	r.Respond(receiver.Hold(gate, receiver.Always(200)))
	s.feed.set(endpoint, r.URL())
	stop := s.start()
	s.publishMany(endpoint, 6)
	r.WaitFor(t, 2) // two run, four wait
	stopped := make(chan struct{})
	go func() { defer close(stopped); stop() }()
	// The four that wait are handed back while the two still run, or were parked before: another dispatcher can have them.
	s.takeAndReturn(streams.Deliveries, 4)
	close(gate)
	<-stopped
	if n := len(finals(s.results(ended(2)))); n < 2 {
		t.Errorf("%d deliveries ended, want at least the two that ran", n)
	}
	r.Respond(receiver.Always(200))
	s.start() // what was handed back comes at once, not after the wait for a redelivery
	s.results(ended(6))
	s.empty()
	if r.Count() != 6 {
		t.Errorf("%d requests, want 6", r.Count())
	}
}

// The admin port reports when what attempts need is missing; metrics have no ids.
func TestAdminPort(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publish(delivery(endpoint, 1))
	s.results(ended(1))
	if said := s.readiness(); said != `{"degraded":{},"faults":{},"ready":true}`+"\n" {
		t.Errorf("it delivers, and says %s", said)
	}
	text := s.metrics()
	for _, want := range []string{
		`dispatcher_attempts_total{failure="",outcome="delivered"} 1`, "dispatcher_attempt_duration_seconds_bucket",
		`dispatcher_lanes{kind="in_flight"} 0`, `dispatcher_held{stream="RETRY_1"} 0`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not among the metrics", want)
		}
	}
	if strings.Contains(text, endpoint) {
		t.Error("a label holds an id")
	}
	s.feed.silence(true)
	for !strings.Contains(s.readiness(), `"degraded":{"deliveries"`) {
		streams.SleepContext(t.Context(), 10*time.Millisecond)
	}
}

// Long responses are reported in batches that the server takes, cut to what is kept.
func TestLongResponses(t *testing.T) {
	t.Parallel()
	s, r := newStack(t), receiver.New(t)
	r.Respond(receiver.AlwaysWith(receiver.Response{Body: bytes.Repeat([]byte("x"), 100_000)}))
	s.feed.set(endpoint, r.URL())
	s.start()
	s.publishMany(endpoint, 300)
	for _, a := range s.results(ended(300)) {
		if len(a.GetResponseBody()) != 16<<10 || !a.GetResponseTruncated() {
			t.Fatalf("%d bytes are kept, truncated = %v", len(a.GetResponseBody()), a.GetResponseTruncated())
		}
	}
}
