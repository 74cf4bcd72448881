package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/receiver"
)

// arrivals are events in the order in which they arrived first, by their keys.
type arrivals struct {
	mu    sync.Mutex // guards all below
	order map[string][]string
	seen  map[string]bool
}

// note is a receiver that takes all. One that refuses some would make the test long: a retry that a killed dispatcher
// held comes back after a minute.
func (a *arrivals) note(_ int, r receiver.Request) receiver.Response {
	var event struct {
		ID   string
		Data struct{ Key string }
	}
	if err := json.Unmarshal(r.Body, &event); err != nil {
		return receiver.Response{Status: http.StatusBadRequest}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen[event.ID] {
		return receiver.Response{Status: http.StatusOK}
	}
	a.seen[event.ID] = true
	a.order[event.Data.Key] = append(a.order[event.Data.Key], event.ID)
	return receiver.Response{Status: http.StatusOK}
}

func (a *arrivals) count() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.seen)
}

// Whatever is killed, the events of a key arrive in the order of the log, and all of them do.
func TestOrderSurvivesKills(t *testing.T) {
	t.Parallel()
	defer http.DefaultClient.CloseIdleConnections()
	s, err := procs.Start(t.Context(), procs.Options{
		Dir: filepath.Join(t.TempDir(), "system"), Bin: programs(t), Webhooks: 2, Dispatchers: 2,
		RetrySchedule: "1s,1s,1s,1s", Prepare: hasten,
		Environ: map[string][]string{procs.Webhooks: {"SWEEP_EVERY=1s", "RATE_LIMIT_TEST_DELIVERIES=0"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	got := &arrivals{order: map[string][]string{}, seen: map[string]bool{}}
	r := receiver.New(t)
	r.Respond(got.note)
	key, err := s.CreateTenant(t.Context(), "ten_order")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := s.Dial(s.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := webhooksv1.NewEndpointServiceClient(conn).CreateEndpoint(procs.WithKey(t.Context(), key),
		&webhooksv1.CreateEndpointRequest{Url: r.URL(), Events: []string{"*"}, OrderBy: new("event.data.key")}); err != nil {
		t.Fatal(err)
	}
	const events, keys = 1200, 60
	var g errgroup.Group
	g.SetLimit(8)
	published := make(chan struct{})
	go func() {
		defer close(published)
		for i := range events {
			g.Go(func() error { return publishUntilAccepted(t.Context(), s, i, keys) })
		}
		err = g.Wait()
	}()
	killed := 0
	for over := false; !over; killed++ {
		list := []*procs.Program{s.Webhooks[killed%2], s.Dispatchers[rand.IntN(2)]}[killed%2:]
		list[0].Kill()
		if err := list[0].Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		select {
		case <-published:
			over = killed >= 5
		default:
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if t.Failed() {
			t.Logf("%d arrived", got.count())
		}
	}()
	eventually(t, "all have arrived", func() bool { return got.count() == events })
	t.Logf("%d kills", killed)
	positions := positionsOf(t, s)
	for key, list := range got.order {
		last := ""
		for _, id := range list {
			if last != "" && positions[id] < positions[last] {
				t.Errorf("of key %s, %s at %d arrived after %s at %d", key, id, positions[id], last, positions[last])
			}
			last = id
		}
	}
}

// hasten has NATS deliver sooner again what a program held which was killed: its keys wait for it.
func hasten(ctx context.Context, s *procs.System) error {
	nc, err := s.ConnectNATS()
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	topology := streams.DefaultConfig()
	topology.Retry.Schedule, topology.MaxBytes = slices.Repeat(retry.Schedule{time.Second}, 4), procs.StreamMaxBytes
	consumers := map[string]string{
		streams.Deliveries: streams.DispatchConsumer, streams.Results: streams.IngestConsumer,
		streams.Deferred: streams.TierConsumer,
	}
	for n := range topology.Retry.Schedule {
		consumers[streams.Retry(n+1)] = streams.TierConsumer
	}
	for stream, name := range consumers {
		c, err := topology.Durable(ctx, js, stream, name, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		config := c.CachedInfo().Config
		config.AckWait = min(config.AckWait, 5*time.Second)
		if _, err := js.UpdateConsumer(ctx, stream, config); err != nil {
			return err
		}
	}
	return nil
}

// publishUntilAccepted publishes an event at the replicas in turn.
func publishUntilAccepted(ctx context.Context, s *procs.System, i, keys int) error {
	body, err := json.Marshal(map[string]any{
		"tenant": "ten_order", "type": "verification.completed", "livemode": false,
		"idempotency_key": fmt.Sprintf("order-of-keys-%d", i),
		"data": map[string]any{
			"key": fmt.Sprint(i % keys), "status": "completed",
			"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f",
		},
	})
	if err != nil {
		return err
	}
	for n := i; ; n++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost,
			s.Webhooks[n%2].URL("ADMIN_ADDR")+"/internal/v1/events", bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+s.Token)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			answer, _ := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if resp.StatusCode < http.StatusMultipleChoices {
				return nil
			}
			if resp.StatusCode < http.StatusInternalServerError {
				return fmt.Errorf("status %d: %s", resp.StatusCode, answer)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(20 * time.Millisecond) // a program that starts needs the processors
	}
}

// positionsOf are those of all events in the log.
func positionsOf(t *testing.T, s *procs.System) map[string]int64 {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.WebhooksDatabase())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(context.Background()) }()
	rows, _ := c.Query(t.Context(), `SELECT event_id, position FROM event_log`)
	all := map[string]int64{}
	var id string
	var position int64
	if _, err := pgx.ForEachRow(rows, []any{&id, &position}, func() error { all[id] = position; return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}
