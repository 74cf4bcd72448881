package rollout

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
	// The test builds the programs: without these imports, go test would return a cached result after a change of them.
	_ "github.com/partnerline/partnerline/services/dispatcher/app"
	_ "github.com/partnerline/partnerline/services/partnerconnect/app"
	_ "github.com/partnerline/partnerline/services/webhooks/app"
	"github.com/partnerline/partnerline/testkit/cluster"
	"github.com/partnerline/partnerline/testkit/wait"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	dnsCache = 30 * time.Second // how long a resolver of a cluster keeps an answer
	leaves   = 5 * time.Second  // from when a replica gets no new connections to its SIGTERM, as in deploy/
	notices  = time.Second      // from the death of a replica to when it gets no new connections
	settles  = 5 * time.Second  // before and after
	every    = 20 * time.Millisecond
	// longestGap is how long nothing may arrive while replicas are replaced.
	longestGap = 1500 * time.Millisecond
	// dead is how long a client may take silent connections for ones that work: each is pinged after 10 s, and the one
	// that replaces it may lead to the machine that is gone, too.
	dead = 30 * time.Second
)

// A rollout of webhooksd, and the death of a replica, stop neither deliveries nor the relay of partners' events; a
// machine that vanishes does so for seconds. Programs find it behind one address, whose name is in a cache.
func TestRolloutOfWebhooks(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-all runs it")
	}
	headless := os.Getenv("ROLLOUT_HEADLESS") != "" // a name with an address for each replica, for comparison
	s := start(t, headless)
	settled := time.Now()
	s.load(t)
	time.Sleep(settles)

	began := time.Now()
	s.ready(2, 3)
	time.Sleep(leaves)
	for _, i := range []int{0, 1} {
		if err := s.sys.Webhooks[i].Stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	time.Sleep(settles)
	if headless {
		time.Sleep(dnsCache)
	}
	s.report(t, "rollout", began, longestGap)

	began = time.Now()
	s.sys.Webhooks[2].Kill()
	time.Sleep(notices)
	s.ready(3)
	time.Sleep(settles)
	s.report(t, "kill -9", began, longestGap)

	if err := s.sys.Webhooks[2].Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.ready(2, 3)
	time.Sleep(settles)
	began = time.Now()
	vanishing := s.sys.Webhooks[2].Addr("GRPC_ADDR")
	if other := s.sys.Webhooks[3].Addr("GRPC_ADDR"); s.service.Connections(other) > s.service.Connections(vanishing) {
		vanishing = other
	}
	s.service.Vanish(vanishing)
	time.Sleep(dead + settles)
	s.report(t, "a machine vanishes", began, dead)
	t.Logf("%d deliveries, %d relayed, in %s", s.deliveries.count(), s.relayed.count(),
		time.Since(settled).Round(time.Second))
}

// A system has four replicas of webhooksd, of which two are ready: the others are those that replace them.
type system struct {
	sys      *procs.System
	headless bool
	port     string
	names    *cluster.Names
	service  *cluster.Service   // in front of all
	each     []*cluster.Service // in front of one, at an address of its own
	http     *http.Client

	deliveries, relayed arrivals
	urls                [2]string
	failed              atomic.Int64
}

func start(t *testing.T, headless bool) *system {
	t.Helper()
	s := &system{headless: headless, http: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{}}}
	t.Cleanup(s.http.CloseIdleConnections)
	for i, a := range []*arrivals{&s.deliveries, &s.relayed} {
		receiver := httptest.NewServer(a)
		t.Cleanup(receiver.Close)
		s.urls[i] = receiver.URL
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	if err := procs.Build(t.Context(), bin); err != nil {
		t.Fatal(err)
	}
	var err error
	s.sys, err = procs.Start(t.Context(), procs.Options{
		Dir: filepath.Join(dir, "system"), Bin: bin, Webhooks: 4, Dispatchers: 1, PartnerConnects: 1,
		Environ: map[string][]string{procs.Webhooks: {"SHUTDOWN_LINGER=1s"}}, // the default
		Route: func(from, to string, addrs []string) ([]string, error) {
			if to != procs.Webhooks {
				return addrs, nil
			}
			return s.route(t, addrs)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.sys.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	return s
}

// route makes, once, the name by which programs find webhooksd.
func (s *system) route(t *testing.T, addrs []string) ([]string, error) {
	if s.names != nil {
		return []string{s.name()}, nil
	}
	var err error
	if s.service, err = cluster.Serve("127.0.0.1:0", addrs[:2]...); err != nil {
		return nil, err
	}
	t.Cleanup(s.service.Close)
	_, s.port, err = net.SplitHostPort(s.service.Addr())
	if err != nil {
		return nil, err
	}
	for i, a := range addrs {
		one, err := cluster.Serve(address(i)+":"+s.port, a)
		if err != nil {
			return nil, err
		}
		t.Cleanup(one.Close)
		s.each = append(s.each, one)
	}
	if s.names, err = cluster.ServeNames(dnsCache); err != nil {
		return nil, err
	}
	t.Cleanup(s.names.Close)
	if s.headless {
		s.names.Set(address(0), address(1))
	} else {
		s.names.Set("127.0.0.1")
	}
	return []string{s.name()}, nil
}

func (s *system) name() string {
	return fmt.Sprintf("dns://%s/webhooks.test.:%s", s.names.Addr(), s.port)
}

// address is that of a replica.
func address(i int) string { return fmt.Sprintf("127.0.1.%d", i+1) }

// ready makes these replicas, and no others, those that clients are to find.
func (s *system) ready(replicas ...int) {
	var behind, named []string
	for _, i := range replicas {
		behind, named = append(behind, s.sys.Webhooks[i].Addr("GRPC_ADDR")), append(named, address(i))
	}
	s.service.Ready(behind...)
	if s.headless {
		s.names.Set(named...)
	}
}

// load publishes events and creates drafts, whose events are relayed, at a constant rate until the test ends.
func (s *system) load(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	key, err := s.sys.CreateTenant(ctx, "ten_rollout")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.sys.CreateEndpoint(ctx, key, s.urls[0]); err != nil {
		t.Fatal(err)
	}
	partner, err := s.sys.CreatePartner(ctx, "ptn_rollout", "chn_rollout", "ten_merchants")
	if err != nil {
		t.Fatal(err)
	}
	connect := s.sys.PartnerConnects[0].URL("HTTP_ADDR")
	endpoint := map[string]any{"url": s.urls[1], "events": []string{"*"}}
	if err := s.post(ctx, connect+"/webhooks", partner, endpoint); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	ctx, stop := context.WithCancel(ctx)
	t.Cleanup(func() { stop(); all.Wait() })
	run := func(call func(n int) error) {
		all.Go(func() {
			for n := 0; streams.SleepContext(ctx, every); n++ {
				if err := call(n); err != nil && ctx.Err() == nil && s.failed.Add(1) == 1 {
					t.Errorf("a call fails: %v", err)
				}
			}
		})
	}
	// The last replica is ready in the end, and never leaves.
	events := s.sys.Webhooks[3].URL("ADMIN_ADDR") + "/internal/v1/events"
	run(func(n int) error {
		return s.post(ctx, events, s.sys.Token, map[string]any{
			"tenant": "ten_rollout", "type": "verification.completed", "livemode": false, "data": verification,
			"idempotency_key": fmt.Sprintf("rollout-%d", n),
		})
	})
	run(func(n int) error {
		return s.post(ctx, connect+"/onboarding", partner,
			map[string]any{"partner_external_ref": fmt.Sprintf("rollout-%d", n), "applicant_type": "company"})
	})
	wait.Until(t, "deliveries and relayed events arrive", func() bool {
		return s.deliveries.count() > 0 && s.relayed.count() > 0
	})
}

func (s *system) post(ctx context.Context, url, key string, body any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	said, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s: %s", resp.Status, said)
	}
	return err
}

// report fails the test where nothing arrived for longer than allowed since a time.
func (s *system) report(t *testing.T, what string, since time.Time, most time.Duration) {
	t.Helper()
	for name, a := range map[string]*arrivals{"deliveries": &s.deliveries, "relayed events": &s.relayed} {
		gap := a.longestGap(since)
		t.Logf("%s: longest gap of %s %s", what, name, gap.Round(time.Millisecond))
		if gap > most && !s.headless {
			t.Errorf("%s: no %s for %s, want at most %s", what, name, gap, most)
		}
	}
}

// verification is the data of a published event.
var verification = map[string]any{
	"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed",
	"previous_status": "processing", "kind": "identity", "attempt": 1, "sequence": 4, "reason_codes": []any{},
	"occurred_at": "2026-11-20T10:15:30.101Z",
}

// arrivals are the times of requests.
type arrivals struct {
	mu sync.Mutex // guards at
	at []time.Time
}

// ServeHTTP implements http.Handler.
func (a *arrivals) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at = append(a.at, time.Now())
}

func (a *arrivals) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.at)
}

// longestGap is the longest time without a request from a time on until now.
func (a *arrivals) longestGap(since time.Time) (longest time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, at := range append(a.at, time.Now()) {
		if at.Before(since) {
			continue
		}
		longest, since = max(longest, at.Sub(since)), at
	}
	return longest
}
