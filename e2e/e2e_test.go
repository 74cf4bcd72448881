package e2e

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/testkit/apicall"
	"github.com/partnerline/partnerline/testkit/contract"
	"github.com/partnerline/partnerline/testkit/pgtest"
	"github.com/partnerline/partnerline/testkit/receiver"
	"github.com/partnerline/partnerline/testkit/wait"
)

func TestMain(m *testing.M) {
	code := contract.Wrap(pgtest.Wrap(ofPackage.Wrap(m))).Run()
	least := leastExchanges[testing.Short()]
	if n := contract.Distinct(); flag.Lookup("test.run").Value.String() == "" && n < least {
		fmt.Fprintf(os.Stderr, "%d distinct exchanges were checked against the documents, want %d\n", n, least)
		code = max(code, 1)
	}
	_ = errors.Join(closeBrowser(), bin.Remove(), cluster.Discard())
	os.Exit(code)
}

// cluster is Postgres with the databases of the programs.
var cluster = pgtest.Cluster{Prepare: stack.Migrate}

// leastExchanges is how many different exchanges all tests of the package must have had checked, by whether they are
// all or those of -short.
var leastExchanges = map[bool]int{false: 5000, true: 1500}

// long skips a test with -short: make test-all runs it.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
}

var bin procs.Bin

// programs is the folder of the programs, for tests that run them as processes.
func programs(t *testing.T) string {
	t.Helper()
	dir, err := bin.Dir(context.WithoutCancel(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// short is the retry schedule of the requirements on another scale.
var short = []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 300 * time.Millisecond,
	400 * time.Millisecond}

// system is a running stack, as its users see it.
type system struct {
	*stack.Stack
	t *testing.T
}

func start(t *testing.T, dir, database string, change ...func(*stack.Options)) *system {
	t.Helper()
	o := stack.Options{Dir: dir, DatabaseURL: database, RetrySchedule: short}
	for _, c := range change {
		c(&o)
	}
	s, err := stack.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, s) })
	return &system{s, t}
}

func stop(t testing.TB, s *stack.Stack) {
	t.Helper()
	http.DefaultClient.CloseIdleConnections()
	if err := s.Stop(context.Background()); err != nil {
		t.Errorf("stop: %v", err)
	}
}

// api calls the verification API and returns the status and the body.
func (s *system) api(method, path string, body any) (int, map[string]any) {
	s.t.Helper()
	a := apicall.Call(s.t, method, s.Env.VerificationBaseURL+path, s.Env.VerificationAPIKey, body)
	return a.Status, a.Body
}

func (s *system) endpoint(url string) (id, secret string) {
	s.t.Helper()
	status, body := s.api("POST", "/api/v1/webhooks", map[string]any{"url": url, "events": []string{"*"}})
	if status != http.StatusCreated {
		s.t.Fatalf("status %d: %v", status, body)
	}
	return body["data"].(map[string]any)["id"].(string), body["meta"].(map[string]any)["secret"].(string)
}

func (s *system) read(id string) map[string]any {
	s.t.Helper()
	_, body := s.api("GET", "/api/v1/webhooks/"+id, nil)
	return body["data"].(map[string]any)
}

// send asks for n test events to an endpoint.
func (s *system) send(id string, n int) {
	s.t.Helper()
	for range n {
		if status, body := s.api("POST", "/api/v1/webhooks/"+id+"/test", nil); status != http.StatusAccepted {
			s.t.Fatalf("status %d: %v", status, body)
		}
	}
}

// publish publishes an event as an internal system does and returns its id.
func (s *system) publish() string {
	s.t.Helper()
	a := apicall.Call(s.t, "POST", s.Env.AdminURL+"/internal/v1/events", s.Env.InternalToken, map[string]any{
		"tenant": s.Env.TenantID, "type": "verification.completed", "livemode": false,
		"data": map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed"},
	})
	return a.Want(s.t, http.StatusAccepted).Body["event_id"].(string)
}

// eventually polls the API, which has no notification, until ok.
func (s *system) eventually(what string, ok func() bool) {
	s.t.Helper()
	eventually(s.t, what, ok)
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	wait.Until(t, what, ok)
}

func TestMainJobAndSecondRun(t *testing.T) {
	t.Parallel()
	dir, database := t.TempDir(), pgtest.Server(t).URL("postgres") // empty
	first := start(t, dir, database)
	steps := 0
	if err := walk.Run(t.Context(), first.Env, func(step, detail string) { steps++; t.Log(step, detail) }); err != nil {
		t.Fatal(err)
	}
	if steps != 17 {
		t.Errorf("%d steps were reported", steps)
	}
	id, _ := first.endpoint("http://127.0.0.1:9/")
	keys := first.Env.Keys
	stop(t, first.Stack)

	second := start(t, dir, database)
	if second.Env.Keys != keys {
		t.Error("the second run has other keys")
	}
	if got := second.read(id); got["url"] != "http://127.0.0.1:9/" {
		t.Errorf("the endpoint of the first run: %v", got)
	}
}

func TestFiveAttemptsThenFailedAndFiftyDeactivate(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	r := receiver.New(t)
	r.Respond(receiver.Always(http.StatusServiceUnavailable))
	id, secret := s.endpoint(r.URL())
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	s.send(id, 1)
	s.eventually("the delivery failed", func() bool { return s.read(id)["failure_count"] == 1.0 })
	got := r.Requests()
	if len(got) != 5 {
		t.Fatalf("%d requests, want 5", len(got))
	}
	for i, x := range got {
		if x.Header.Get("X-Webhook-Id") != got[0].Header.Get("X-Webhook-Id") ||
			x.Header.Get("X-Webhook-Attempt") != strconv.Itoa(i+1) || string(x.Body) != string(got[0].Body) {
			t.Errorf("attempt %d: %v", i+1, x.Header)
		}
		if err := verifier.Verify(x.Body, x.Header); err != nil {
			t.Errorf("attempt %d: %v", i+1, err)
		}
		if i > 0 {
			if gap := x.At.Sub(got[i-1].At); gap < short[i-1] || gap > short[i-1]+30*time.Second {
				t.Errorf("attempt %d came %s after the one before, want %s", i+1, gap, short[i-1])
			}
		}
	}
	_, delivery := s.api("GET", "/api/v1/deliveries/"+got[0].Header.Get("X-Webhook-Id"), nil)
	if d := delivery["data"].(map[string]any); d["status"] != "failed" || d["attempt_count"] != 5.0 ||
		len(d["attempts"].([]any)) != 5 || d["reason"] != "http_5xx" {
		t.Errorf("delivery: %v", d)
	}

	s.send(id, 49)
	s.eventually("deactivated", func() bool { return s.read(id)["is_active"] == false })
	e := s.read(id)
	if e["failure_count"] != 50.0 || e["disabled_at"] == nil {
		t.Errorf("endpoint: %v", e)
	}
	if status, _ := s.api("POST", "/api/v1/webhooks/"+id+"/test", nil); status != http.StatusConflict {
		t.Errorf("a test of a deactivated endpoint: %d", status)
	}
	if n := r.Count(); n != 250 {
		t.Errorf("%d requests, want 250", n)
	}
	if _, body := s.api("PATCH", "/api/v1/webhooks/"+id,
		map[string]any{"is_active": true}); body["data"].(map[string]any)["failure_count"] != 0.0 {
		t.Errorf("after re-activation: %v", body)
	}
	r.Respond(receiver.Always(http.StatusNoContent))
	s.send(id, 1)
	s.eventually("delivered again", func() bool { return s.read(id)["last_success_at"] != nil })
}

// After DELETE was answered no attempt starts, pending retries included. The promise is a second. The test allows what
// a busy machine may take, which ends before the last retry is due.
func TestDeleteStopsDeliveries(t *testing.T) {
	t.Parallel()
	const allowed = 5 * time.Second
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) {
		o.RetrySchedule = []time.Duration{300 * time.Millisecond, 300 * time.Millisecond, 300 * time.Millisecond, 2 * allowed}
	})
	r := receiver.New(t)
	r.Respond(receiver.Always(http.StatusInternalServerError))
	id, _ := s.endpoint(r.URL())
	other, _ := s.endpoint(r.URL() + "/other")
	s.send(id, 20)
	r.WaitFor(t, 25) // some retries are under way
	if status, _ := s.api("DELETE", "/api/v1/webhooks/"+id, nil); status != http.StatusNoContent {
		t.Fatalf("status %d", status)
	}
	answered := time.Now()
	// The other endpoint's schedule outlasts the retries that the deleted one had coming.
	s.send(other, 1)
	s.eventually("the other delivery failed", func() bool { return s.read(other)["failure_count"] == 1.0 })
	for _, x := range r.Requests() {
		if x.Path != "/other" && x.At.After(answered.Add(allowed)) {
			t.Errorf("attempt %s of %s started %s after the answer", x.Header.Get("X-Webhook-Attempt"),
				x.Header.Get("X-Webhook-Id"), x.At.Sub(answered))
		}
	}
}

// redeliverAfter has NATS deliver sooner again what a dispatcher that died held. It closes the connection.
func redeliverAfter(t *testing.T, nc *nats.Conn, wait time.Duration) {
	t.Helper()
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	c, err := streams.DefaultConfig().Durable(t.Context(), js, streams.Deliveries, streams.DispatchConsumer,
		slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	config := c.CachedInfo().Config
	config.AckWait = wait
	if _, err := js.UpdateConsumer(t.Context(), streams.Deliveries, config); err != nil {
		t.Fatal(err)
	}
}

// runDispatcher starts a dispatcher as a process of its own, with settings, which ends with the test.
func (s *system) runDispatcher(environ ...string) *exec.Cmd {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), filepath.Join(programs(s.t), procs.Dispatcher), "serve")
	cmd.Env = append(append(os.Environ(), s.DispatcherEnviron()...), environ...)
	cmd.Stderr = s.t.Output()
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd
}

// A dispatcher that is killed with 1,000 deliveries under way loses none of them.
func TestKilledDispatcherLosesNothing(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"), func(o *stack.Options) { o.NoDispatcher = true })
	r := receiver.New(t)
	gate := make(chan struct{})
	r.Respond(receiver.Hold(gate, receiver.Always(http.StatusOK)))
	id, _ := s.endpoint(r.URL())
	s.send(id, 1000)

	first := s.runDispatcher()
	r.WaitFor(t, 4) // attempts run, the rest is fetched or waits
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.Wait()
	close(gate)
	s.runDispatcher()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	ids := map[string]int{}
	seen := 0
	for len(ids) < 1000 {
		// What the first one held comes back when its time to answer is over.
		got, err := r.Wait(ctx, seen+1)
		if err != nil {
			t.Fatalf("%d of 1000 deliveries arrived: %v", len(ids), err)
		}
		for _, x := range got[seen:] {
			ids[x.Header.Get("X-Webhook-Id")]++
		}
		seen = len(got)
	}
	s.eventually("nothing is pending", func() bool { return s.read(id)["health"].(map[string]any)["pending"] == 0.0 })
	t.Logf("1000 deliveries arrived in %d requests", seen)
}
