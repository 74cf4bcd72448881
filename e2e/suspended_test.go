//go:build unix

package e2e

import (
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// A dispatcher that is suspended in the middle of requests, for longer than its messages wait for it, causes no second
// request: another one gets them, asks, and leaves them. What waited in its lanes it does not start before it has
// asked, either.
func TestASuspendedDispatcherCausesNoSecondRequest(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) { o.NoDispatcher = true })
	nc, err := nats.Connect(s.NATSURL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	announced, err := nc.SubscribeSync(streams.DispatchersSubject)
	if err != nil {
		t.Fatal(err)
	}
	r := receiver.New(t)
	gate := make(chan struct{})
	r.Respond(receiver.Hold(gate, receiver.Always(http.StatusOK)))
	id, _ := s.endpoint(r.URL())
	const long = "ATTEMPT_TIMEOUT=30s" // the receiver answers once the first one was suspended and goes on
	first := s.runDispatcher(long)
	const n = 40 // more than there are at once: some wait
	s.send(id, n)
	r.WaitFor(t, 8)
	s.runDispatcher(long)
	for seen := map[string]int{}; len(seen) < 2 || seen[leastOf(seen)] < 3; { // they know each other
		m, err := announced.NextMsg(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		seen[string(m.Data)]++
	}
	if err := first.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	stopped := time.Now()
	s.eventually("the other one was given its messages, and left or parked them", func() bool {
		c, err := js.Consumer(t.Context(), streams.Deliveries, streams.DispatchConsumer)
		return err == nil && (c.CachedInfo().NumRedelivered > 0 || c.CachedInfo().NumAckPending == 0) &&
			time.Since(stopped) > 3*streams.DispatchAckWait
	})
	if err := first.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	close(gate)
	s.eventually("nothing is pending", func() bool { return s.read(id)["health"].(map[string]any)["pending"] == 0.0 })
	times := map[string]int{}
	for _, x := range r.Requests() {
		times[x.Header.Get("X-Webhook-Id")]++
	}
	for id, count := range times {
		if count > 1 {
			t.Errorf("%s arrived %d times", id, count)
		}
	}
	if len(times) != n {
		t.Errorf("%d of %d deliveries arrived", len(times), n)
	}
}

// leastOf is the key of the lowest count.
func leastOf(counts map[string]int) (least string) {
	for key, n := range counts {
		if least == "" || n < counts[least] {
			least = key
		}
	}
	return least
}
