package procs_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/procs"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
	"github.com/partnerline/partnerline/testkit/receiver"

	// The test builds the programs. Their packages must be among its imports, or go test would use a cached result after
	// they have changed.
	_ "github.com/partnerline/partnerline/services/dispatcher/app"
	_ "github.com/partnerline/partnerline/services/partnerconnect/app"
	_ "github.com/partnerline/partnerline/services/webhooks/app"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = bin.Remove()
		os.Exit(code)
	}))
}

var bin procs.Bin

func start(t *testing.T, change func(*procs.Options)) *procs.System {
	t.Helper()
	programs, err := bin.Dir(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := procs.Options{Dir: t.TempDir(), Bin: programs}
	change(&o)
	s, err := procs.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return s
}

func publish(t *testing.T, s *procs.System, tenant string) {
	t.Helper()
	conn, err := s.Dial(s.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := structpb.NewStruct(map[string]any{"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f",
		"status": "completed"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := eventsv1.NewEventServiceClient(conn).Publish(s.Internal(t.Context()),
		&eventsv1.PublishRequest{Tenant: tenant, Type: "verification.completed", Data: data}); err != nil {
		t.Fatal(err)
	}
}

// The whole system delivers an event, as processes that know nothing but their environment, over the ways that the
// caller made; each comes back where it was.
func TestProcessesDeliverAnEvent(t *testing.T) {
	asked := map[string]int{}
	s := start(t, func(o *procs.Options) {
		o.PartnerConnects, o.RetrySchedule = 1, "100ms"
		o.Environ = map[string][]string{procs.Dispatcher: {"ATTEMPT_TIMEOUT=2s"}}
		o.Route = func(from, to string, addrs []string) ([]string, error) {
			asked[from+" to "+to] += len(addrs)
			return addrs, nil
		}
	})
	for _, way := range []string{"webhooksd to postgres", "webhooksd to natsd", "dispatcherd to natsd",
		"dispatcherd to webhooksd", "partnerconnectd to postgres", "partnerconnectd to webhooksd",
		"partnerconnectd to natsd"} {
		if asked[way] != 1 {
			t.Errorf("the way from %s was asked for with %d addresses", way, asked[way])
		}
	}
	if raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", s.Dispatchers[0].PID())); err == nil {
		for _, kv := range strings.Split(strings.TrimRight(string(raw), "\x00"), "\x00") {
			name, _, _ := strings.Cut(kv, "=")
			if name == "HOME" || name == "PATH" || strings.Contains(kv, s.Token) {
				t.Errorf("the environment holds %s", name)
			}
		}
		if !strings.Contains(string(raw), "ATTEMPT_TIMEOUT=2s") {
			t.Error("the environment lacks what the caller set")
		}
	}
	r := receiver.New(t)
	key, err := s.CreateTenant(t.Context(), "ten_procs")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.CreateEndpoint(t.Context(), key, r.URL()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.CreatePartner(t.Context(), "ptn_procs", "chn_procs", "ten_procs"); err != nil {
		t.Fatal(err)
	}
	publish(t, s, "ten_procs")
	r.WaitFor(t, 1)

	addr, pid := s.Webhooks[0].Addr("GRPC_ADDR"), s.Webhooks[0].PID()
	for _, again := range []func() error{
		func() error { s.Webhooks[0].Kill(); return s.Webhooks[0].Start(t.Context()) },
		func() error { return s.Webhooks[0].Restart(t.Context()) },
		func() error { s.NATS[0].Kill(); return s.NATS[0].Start(t.Context()) },
		func() error { return s.NATS[0].Restart(t.Context()) },
		func() error { return s.PartnerConnects[0].Restart(t.Context()) },
		func() error { return s.Dispatchers[0].Restart(t.Context()) },
	} {
		if err := again(); err != nil {
			t.Fatal(err)
		}
	}
	if s.Webhooks[0].Addr("GRPC_ADDR") != addr || s.Webhooks[0].PID() == pid {
		t.Error("the program did not come back as another process on the same address")
	}
	publish(t, s, "ten_procs")
	r.WaitFor(t, 2)
	if ends := s.UnexpectedExits(); len(ends) > 0 {
		t.Errorf("unexpected exits: %v", ends)
	}
	if err := syscall.Kill(s.Dispatchers[0].PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for len(s.UnexpectedExits()) == 0 {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal("an unexpected exit is not reported")
		}
	}
}

// Three NATS servers are a cluster that goes on without its leader.
func TestClusterSurvivesItsLeader(t *testing.T) {
	s := start(t, func(o *procs.Options) { o.NATS.Nodes, o.RetrySchedule = 3, "100ms" })
	r := receiver.New(t)
	key, err := s.CreateTenant(t.Context(), "ten_procs")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.CreateEndpoint(t.Context(), key, r.URL()); err != nil {
		t.Fatal(err)
	}
	publish(t, s, "ten_procs")
	r.WaitFor(t, 1)
	s.NATS[0].Kill()
	publish(t, s, "ten_procs")
	r.WaitFor(t, 2)
}

// What an endpoint has no room for is parked, fetched from the cluster a few at a time, and delivered as soon as there
// is room: none waits for a redelivery.
func TestParkedAttemptsOfACluster(t *testing.T) {
	const events = 600
	s := start(t, func(o *procs.Options) { o.NATS.Nodes, o.PartnerConnects = 3, -1 })
	var mu sync.Mutex
	seen, all := map[string]bool{}, make(chan struct{})
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		id := r.Header.Get("X-Webhook-Id")
		if !seen[id] {
			if seen[id] = true; len(seen) == events {
				close(all)
			}
		}
		mu.Unlock()
		time.Sleep(100 * time.Millisecond)
	}))
	t.Cleanup(receiver.Close)
	key, err := s.CreateTenant(t.Context(), "ten_procs")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.CreateEndpoint(t.Context(), key, receiver.URL); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for range events {
		publish(t, s, "ten_procs")
	}
	select {
	case <-all:
	case <-time.After(50 * time.Second): // less than the time after which the stream delivers again what is not acknowledged
		mu.Lock()
		defer mu.Unlock()
		t.Errorf("%d of %d events arrived within %s", len(seen), events, time.Since(began))
	}
}
