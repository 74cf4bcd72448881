package e2e

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"

	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// inbox is what a receiver keeps that deduplicates: the event of each delivery id that it took.
type inbox struct {
	mu    sync.Mutex // guards both
	taken map[string]string
	again int // how often something came that was there
}

// take notes a request that is answered 200.
func (b *inbox) take(t *testing.T, x receiver.Request) {
	var envelope struct{ ID string }
	if err := json.Unmarshal(x.Body, &envelope); err != nil {
		t.Errorf("body %s: %v", x.Body, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	id := x.Header.Get("X-Webhook-Id")
	have, seen := b.taken[id]
	if b.taken[id] = envelope.ID; seen {
		b.again++
		if have != envelope.ID {
			t.Errorf("delivery %s is of event %s and of %s", id, have, envelope.ID)
		}
	}
}

// events returns how often each event was taken, by its deliveries.
func (b *inbox) events() map[string]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	count := map[string]int{}
	for _, event := range b.taken {
		count[event]++
	}
	return count
}

// An endpoint that was down for longer than its whole schedule, so that it was deactivated, gets every event once it is
// active again: those that failed, those that were cancelled, those that came meanwhile. Each is taken once by a
// receiver that deduplicates. Another endpoint gets all events as they come.
func TestEndpointBackFromALongOutage(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir(), cluster.Server(t).URL("postgres"))
	conn, err := grpc.NewClient(s.Env.VerificationGRPC, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	boxes := map[string]*inbox{"/down": {taken: map[string]string{}}, "/well": {taken: map[string]string{}}}
	var up sync.Map // path: answers 200
	up.Store("/down", true)
	up.Store("/well", true)
	r := receiver.New(t)
	r.Respond(func(_ int, x receiver.Request) receiver.Response {
		if yes, _ := up.Load(x.Path); yes != true {
			return receiver.Response{Status: http.StatusBadGateway}
		}
		boxes[x.Path].take(t, x)
		return receiver.Response{}
	})
	down, _ := s.endpoint(r.URL() + "/down")
	s.endpoint(r.URL() + "/well")
	_, err = webhooksv1.NewOperatorServiceClient(conn).SetAutomaticRecovery(
		metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.Env.InternalToken),
		&webhooksv1.SetAutomaticRecoveryRequest{Id: down, Window: durationpb.New(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	sent := map[string]bool{}
	publish := func(n int) {
		t.Helper()
		for range n {
			sent[s.publish()] = true
		}
	}
	// received waits until a path has the events that were sent from some time on, and nothing is pending.
	received := func(path string) {
		t.Helper()
		s.eventually("all events at "+path, func() bool { return len(boxes[path].events()) >= len(sent) })
	}

	publish(10)
	received("/down")
	up.Store("/down", false)
	publish(80) // 50 fail and deactivate it; the others are cancelled on their way
	s.eventually("deactivated", func() bool { return s.read(down)["disabled_at"] != nil })
	publish(100)
	received("/well")
	if n := len(boxes["/down"].events()); n != 10 {
		t.Fatalf("%d events arrived at an endpoint that was down, want 10", n)
	}

	up.Store("/down", true)
	if status, body := s.api("PATCH", "/api/v1/webhooks/"+down,
		map[string]any{"is_active": true}); status != http.StatusOK {
		t.Fatalf("status %d: %v", status, body)
	}
	publish(10) // and life goes on
	received("/down")
	received("/well")
	s.eventually("nothing is pending", func() bool { return s.read(down)["health"].(map[string]any)["pending"] == 0.0 })
	for path, box := range boxes {
		t.Run(path, func(t *testing.T) {
			for event, n := range box.events() {
				if n != 1 || !sent[event] {
					t.Errorf("event %s was taken %d times, sent %t", event, n, sent[event])
				}
			}
			t.Logf("%s: %d events taken, %d repeats dropped", strings.TrimPrefix(path, "/"), len(box.events()), box.again)
		})
	}
	if e := s.read(down); e["is_active"] != true || e["failure_count"] != 0.0 {
		t.Errorf("endpoint %v", e)
	}
}
