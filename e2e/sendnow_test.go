package e2e

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// retriesAfter is a stack whose second attempts wait for a time.
func retriesAfter(wait time.Duration) func(*stack.Options) {
	return func(o *stack.Options) { o.RetrySchedule = []time.Duration{wait, short[1], short[2], short[3]} }
}

// waiting is how many deliveries of an endpoint wait for their second attempt.
func (s *system) waiting(id string) int {
	s.t.Helper()
	health, _ := s.read(id)["health"].(map[string]any)
	n, _ := health["retrying"].(float64)
	return int(n)
}

// retriesDone waits until no message waits for a second attempt.
func (s *system) retriesDone() {
	s.t.Helper()
	nc, err := nats.Connect(s.NATSURL())
	if err != nil {
		s.t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		s.t.Fatal(err)
	}
	s.eventually("no message waits for a second attempt", func() bool {
		stream, err := js.Stream(s.t.Context(), streams.Retry(1))
		return err == nil && stream.CachedInfo().State.Msgs == 0
	})
}

// A receiver was down for the first attempts and is repaired. Its deliveries are sent at once on request, one or
// all of an endpoint, with attempt 2. The messages that waited make no attempt when their time has come. One that fails
// again goes on by the schedule.
func TestSendNow(t *testing.T) {
	t.Parallel()
	const wait = 20 * time.Second
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), retriesAfter(wait))
	r := receiver.New(t)
	const never = "9"
	var up atomic.Value
	up.Store(never) // the first attempt that succeeds
	r.Respond(func(_ int, x receiver.Request) receiver.Response {
		if x.Header.Get("X-Webhook-Attempt") < up.Load().(string) {
			return receiver.Response{Status: http.StatusServiceUnavailable}
		}
		return receiver.Response{}
	})
	id, _ := s.endpoint(r.URL())
	s.publish()
	s.eventually("it waits", func() bool { return s.waiting(id) == 1 })
	first := r.Requests()[0]
	up.Store("3")
	moved := time.Now()
	path := "/api/v1/deliveries/" + first.Header.Get("X-Webhook-Id")
	status, body := s.api("POST", path+"/resend", nil)
	d, _ := body["data"].(map[string]any)
	if status != http.StatusAccepted || d["run"] != 1.0 || d["attempt_count"] != 1.0 {
		t.Errorf("resend: %d, %v", status, body)
	}
	read := func() map[string]any {
		_, body := s.api("GET", path, nil)
		return body["data"].(map[string]any)
	}
	s.eventually("it is delivered", func() bool { return read()["status"] == "delivered" })
	if took := time.Since(moved); took >= wait {
		t.Errorf("it took %s", took)
	}
	if d := read(); d["attempt_count"] != 3.0 || len(d["attempts"].([]any)) != 3 || d["run"] != 1.0 {
		t.Errorf("delivery: %v", d)
	}

	up.Store(never)
	const n = 100
	for range n {
		s.publish()
	}
	s.eventually("all wait", func() bool { return s.waiting(id) == n })
	up.Store("2")
	status, body = s.api("POST", "/api/v1/webhooks/"+id+"/recover", map[string]any{
		"since": time.Now().Add(-time.Hour), "statuses": []string{"pending"},
	})
	if status != http.StatusAccepted {
		t.Fatalf("recover: %d, %v", status, body)
	}
	job := body["data"].(map[string]any)["id"].(string)
	s.eventually("the job is completed", func() bool {
		_, body = s.api("GET", "/api/v1/recoveries/"+job, nil)
		return body["data"].(map[string]any)["status"] == "completed"
	})
	if d := body["data"].(map[string]any); d["matched"] != d["requeued"] || d["matched"] == 0.0 {
		t.Errorf("the job says %v", d)
	}
	s.eventually("none waits", func() bool { return s.waiting(id) == 0 })
	s.retriesDone()
	attempts := map[string]int{}
	for _, x := range r.Requests() {
		attempts[x.Header.Get("X-Webhook-Id")+" "+x.Header.Get("X-Webhook-Attempt")]++
	}
	for attempt, times := range attempts {
		if times != 1 {
			t.Errorf("attempt %s was made %d times", attempt, times)
		}
	}
	if want := 3 + 2*n; len(attempts) != want {
		t.Errorf("%d attempts were made, want %d", len(attempts), want)
	}
	if e := s.read(id); e["failure_count"] != 0.0 {
		t.Errorf("the endpoint: %v", e)
	}
}

// A tenant in the portal, and support in the console, send one delivery that waits for a retry, and all of an endpoint.
func TestSendNowOnPages(t *testing.T) {
	t.Parallel()
	s := startWithConsole(t, retriesAfter(time.Hour))
	r := receiver.New(t)
	var up atomic.Bool
	r.Respond(func(int, receiver.Request) receiver.Response {
		if !up.Load() {
			return receiver.Response{Status: http.StatusServiceUnavailable}
		}
		return receiver.Response{}
	})
	id, _ := s.endpoint(r.URL())
	portal, console := s.Env.VerificationBaseURL+"/portal/", s.Env.ConsoleURL+"/webhooks/"+s.Env.TenantID+"/"+id
	browser := startBrowser(t)
	for _, c := range []struct {
		name     string
		delivery func(id string) string
		one, all func(*visitor)
	}{
		{"portal", func(id string) string { return portal + "deliveries/" + id }, func(v *visitor) {
			v.says("Send now")
			v.click(`form[action*="deliveries/"] button`)
			v.says("The delivery is being sent.")
		}, func(v *visitor) {
			v.open(portal + "endpoints/" + id)
			v.click(`section[aria-labelledby="retry"] a.button`)
			v.says("Try everything now?", r.URL(), "<strong data-waiting=\"\">1</strong>")
			v.accessible()
			v.click("main form button")
			v.says("The retries are being made")
		}},
		{"console", func(id string) string { return console + "/deliveries/" + id }, func(v *visitor) {
			v.says("Send it now")
			v.accessible()
			v.fill("reason", "the receiver works again")
			v.press("resend")
			v.says("It is being sent")
		}, func(v *visitor) {
			v.open(console)
			v.says("Try everything now")
			v.accessible()
			v.fill("everything-reason", "the receiver works again")
			v.press("everything")
			v.says("The retries are being made")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			up.Store(false)
			before := r.Count()
			s.publish()
			s.publish()
			s.eventually("both wait", func() bool { return s.waiting(id) == 2 })
			up.Store(true)
			v := newVisitor(t, browser, true)
			if c.name == "portal" {
				v.open(s.portalLink("manager"))
				v.open(portal + "?lang=en")
			} else {
				v.open(s.Env.ConsoleURL + "/?lang=en")
				v.signIn("support")
			}
			v.open(c.delivery(r.Requests()[before].Header.Get("X-Webhook-Id")))
			c.one(v)
			s.eventually("one is delivered", func() bool { return s.waiting(id) == 1 })
			c.all(v)
			s.eventually("all are delivered", func() bool { return s.waiting(id) == 0 })
			for i, x := range r.Requests()[before:] {
				if want := fmt.Sprint(1 + i/2); x.Header.Get("X-Webhook-Attempt") != want {
					t.Errorf("request %d is attempt %s, want %s", i, x.Header.Get("X-Webhook-Attempt"), want)
				}
			}
		})
	}
}
