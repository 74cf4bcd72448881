package eventstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

var template = pgtest.Template{Name: "webhooks", Migrate: func(ctx context.Context, url string) error {
	_, err := postgres.Schema.Migrate(ctx, url)
	return err
}}

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// statements counts what is sent to the database.
type statements struct{ atomic.Int64 }

func (s *statements) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	s.Add(1)
	return ctx
}

func (s *statements) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// harness is a hub on a database of its own.
type harness struct {
	t     *testing.T
	hub   *Hub
	store *postgres.Store
	count *statements
	stop  chan struct{}
}

func newHarness(t *testing.T, limits Limits) *harness {
	t.Helper()
	url := envconfig.Secret(template.New(t))
	h := &harness{t: t, count: &statements{}, stop: make(chan struct{})}
	open := func(tune ...func(*pgxpool.Config)) *pgxpool.Pool {
		pool, err := pgdb.Open(t.Context(), pgdb.Config{URL: url, MaxConns: 8}, tune...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		return pool
	}
	h.store = postgres.NewStore(open(), nil)
	pool := open(func(c *pgxpool.Config) { c.ConnConfig.Tracer = h.count })
	store := postgres.NewStore(pool, nil)
	h.hub = NewHub(pool, usecase.NewEventLog(store, 720*time.Hour), usecase.NewTenants(store), limits, h.stop,
		slog.New(slog.NewTextHandler(t.Output(), nil)))
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.hub.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return h
}

func (h *harness) exec(sql string, args ...any) {
	h.t.Helper()
	if _, err := h.store.Pool().Exec(h.t.Context(), sql, args...); err != nil {
		h.t.Fatal(err)
	}
}

// key makes a tenant with a key, and returns the reader that has it.
func (h *harness) key(tenant string) Reader {
	h.t.Helper()
	h.exec(`INSERT INTO tenants (id, name, created_at) VALUES ($1, $1, now())`, tenant)
	h.exec(`INSERT INTO api_keys (id, tenant_id, livemode, hash, prefix, created_at) VALUES ($1, $1, false, `+
		`sha256($1::text::bytea), '', now())`, tenant)
	return Reader{Key: tenant, Filter: webhooks.LogFilter{Scope: webhooks.Scope{Tenant: webhooks.TenantID(tenant)}}}
}

// log puts n events of a tenant into the log, and returns their ids.
func (h *harness) log(tenant string, n int) (list []webhooks.EventID) {
	h.t.Helper()
	var events []webhooks.Event
	for range n {
		e, err := webhooks.NewEvent(webhooks.Scope{Tenant: webhooks.TenantID(tenant)},
			webhooks.VerificationCompleted, []byte(`{}`))
		if err != nil {
			h.t.Fatal(err)
		}
		events, list = append(events, e), append(list, e.ID)
	}
	if err := h.store.Events.Insert(h.t.Context(), events...); err != nil {
		h.t.Fatal(err)
	}
	h.exec(`DELETE FROM outbox`) // as the relay does when deliveries are stored
	return list
}

func TestSlowReaderResumes(t *testing.T) {
	h := newHarness(t, Limits{PerKey: 1, Heartbeat: time.Minute, Buffered: 20, Bytes: 1 << 20})
	r := h.key("ten_a")
	opened, accepted := make(chan struct{}, 1), make(chan struct{})
	var got []webhooks.EventID
	send := func(id webhooks.EventID, envelope []byte) error {
		if envelope == nil {
			opened <- struct{}{}
			return nil
		}
		<-accepted
		got = append(got, id)
		return nil
	}
	ended := make(chan error, 1)
	go func() { ended <- h.hub.Serve(t.Context(), r, send) }()
	<-opened
	h.joined(1)
	want := h.log("ten_a", 1)
	want = append(want, h.log("ten_a", 100)...)
	h.sent(want[len(want)-1])
	close(accepted)
	if err := <-ended; !errors.Is(err, webhooks.ErrSlowReader) {
		t.Fatalf("ended with %v", err)
	}
	if len(got) == 0 || len(got) == len(want) {
		t.Fatalf("%d events before the end", len(got))
	}
	r.After = got[len(got)-1]
	enough := errors.New("enough")
	err := h.hub.Serve(t.Context(), r, func(id webhooks.EventID, envelope []byte) error {
		if envelope != nil {
			got = append(got, id)
		}
		if len(got) == len(want) {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || !slices.Equal(got, want) {
		t.Errorf("%v; %d events of %d, or not in order", err, len(got), len(want))
	}
}

// joined waits until so many streams follow the log.
func (h *harness) joined(n int) {
	h.t.Helper()
	h.until(func() bool {
		h.hub.mu.Lock()
		defer h.hub.mu.Unlock()
		sum := 0
		for _, list := range h.hub.joined {
			sum += len(list)
		}
		return sum == n
	})
}

// sent waits until the hub has handed an event to its streams.
func (h *harness) sent(id webhooks.EventID) {
	h.t.Helper()
	start, err := h.store.EventLog.Position(h.t.Context(), webhooks.Scope{Tenant: "ten_a"}, id)
	if err != nil {
		h.t.Fatal(err)
	}
	h.until(func() bool {
		h.hub.mu.Lock()
		defer h.hub.mu.Unlock()
		return h.hub.head >= start
	})
}

// until waits for what has no notification.
func (h *harness) until(ok func() bool) {
	h.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-h.t.Context().Done():
			h.t.Fatal("did not come true")
		}
	}
}

// The log is read once, however many streams there are, and not at all for tenants without one.
func TestAThousandStreamsReadTheLogOnce(t *testing.T) {
	const streams, tenants = 1000, 20
	h := newHarness(t, Limits{PerKey: streams / tenants, Heartbeat: time.Minute, Buffered: 100, Bytes: 1 << 20})
	ctx, cancel := context.WithCancel(t.Context())
	got, ended := make(chan webhooks.EventID, streams), make(chan error, streams)
	for n := range tenants {
		r := h.key(fmt.Sprintf("ten_%d", n))
		for range streams / tenants {
			go func() {
				ended <- h.hub.Serve(ctx, r, func(id webhooks.EventID, envelope []byte) error {
					if envelope != nil {
						got <- id
					}
					return nil
				})
			}()
		}
	}
	h.joined(streams)
	statements, began := h.count.Load(), time.Now()
	ids := h.log("ten_7", 3)
	for range 3 * streams / tenants {
		if id := <-got; !slices.Contains(ids, id) {
			t.Errorf("got %s", id)
		}
	}
	// Two a second poll the log, one checks the keys; an event is read by two.
	if n, most := h.count.Load()-statements, int64(12+4*time.Since(began).Seconds()); n > most {
		t.Errorf("%d statements for 3 events and %d streams, want at most %d", n, streams, most)
	}
	cancel()
	for range streams {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	}
	h.joined(0)
}
