package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/e2e/proctime"
	"github.com/partnerline/partnerline/internal/streams"
	eventsv1 "github.com/partnerline/partnerline/proto/gen/events/v1"
)

const (
	tenants = 50 // with an endpoint each
	callers = 64
	busyFor = 10 * time.Second
	calls   = 100 // one after the other, for the times of transactions and batches
	batch   = 100 // publications of a call, the most that one may have
	settle  = time.Minute
)

// A bench is a running system with its receiver.
type bench struct {
	sys     *procs.System
	client  eventsv1.EventServiceClient
	http    *http.Client
	db      *pgx.Conn
	arrived atomic.Int64
	fields  *structpb.Struct
}

// measureTo measures the costs of an event on a system of its own, each program a process, and writes them.
func measureTo(ctx context.Context, out io.Writer, file string) (err error) {
	dir, err := os.MkdirTemp("", "partnerline-scaling-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // Postgres runs as another user below it
		return err
	}
	if err := procs.Build(ctx, filepath.Join(dir, "bin")); err != nil {
		return err
	}
	sys, err := procs.Start(ctx, procs.Options{Dir: filepath.Join(dir, "system"), Bin: filepath.Join(dir, "bin"),
		Durable: true, PartnerConnects: -1})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sys.Close(context.WithoutCancel(ctx))) }()
	b, end, err := newBench(ctx, sys)
	if err != nil {
		return err
	}
	defer end()
	c, err := b.measure(ctx)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "written to %s\n\n", file)
	return os.WriteFile(file, append(text, '\n'), 0o600)
}

func newBench(ctx context.Context, sys *procs.System) (b *bench, end func(), err error) {
	b = &bench{sys: sys, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: callers}}}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	receiver := &http.Server{ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			b.arrived.Add(1)
		})}
	go func() { _ = receiver.Serve(ln) }() // ends with Close
	end = func() { _ = receiver.Close(); b.http.CloseIdleConnections() }
	conn, err := sys.Dial(sys.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		return nil, end, err
	}
	b.client = eventsv1.NewEventServiceClient(conn)
	if b.db, err = pgx.Connect(ctx, sys.WebhooksDatabase()); err != nil {
		return nil, end, err
	}
	closeReceiver := end
	end = func() { closeReceiver(); _ = b.db.Close(context.WithoutCancel(ctx)) }
	b.fields, err = structpb.NewStruct(map[string]any{
		"verification_session_id": "0192f0c4-7b1a-7c3d-9e5f-0a1b2c3d4e5f", "status": "completed",
		"previous_status": "processing", "kind": "identity",
		"attempt": 1, "sequence": 4, "reason_codes": []any{}, "occurred_at": "2026-11-20T10:15:30.101Z",
	})
	for i := 0; i < tenants && err == nil; i++ {
		var key string
		if key, err = sys.CreateTenant(ctx, tenant(i)); err == nil {
			_, _, err = sys.CreateEndpoint(ctx, key, "http://"+ln.Addr().String())
		}
	}
	return b, end, err
}

func tenant(i int) string { return fmt.Sprintf("ten_scaling%d", i%tenants) }

func (b *bench) measure(ctx context.Context) (c Costs, err error) {
	if _, err := b.saturate(ctx, 2*time.Second); err != nil { // warm
		return c, err
	}
	if c, err = b.saturated(ctx); err != nil {
		return c, err
	}
	one, err := b.batches(ctx, 1)
	if err != nil {
		return c, err
	}
	many, err := b.batches(ctx, batch)
	if err != nil {
		return c, err
	}
	c.PublishMS, c.PublishEachUS = line(one.publish, many.publish)
	c.RelayMS, c.RelayEachUS = line(one.relay, many.relay)
	c.Machine = fmt.Sprintf("%s/%s, %d processors, which the load and the receiver share, %s", runtime.GOOS,
		runtime.GOARCH, runtime.NumCPU(), time.Now().UTC().Format(time.DateOnly))
	return c, nil
}

// line is what a call takes at least, in ms, and each event of it, in us, by the times of calls with one and with batch
// events.
func line(one, many time.Duration) (onceMS, eachUS float64) {
	each := max(0, many-one) / (batch - 1)
	return float64(max(0, one-each)) / float64(time.Millisecond), float64(each) / float64(time.Microsecond)
}

// saturated measures processor time, WAL and disk of an event while as many are published as the machine takes.
func (b *bench) saturated(ctx context.Context) (c Costs, err error) {
	before, err := b.usage(ctx)
	if err != nil {
		return c, err
	}
	n, err := b.saturate(ctx, busyFor)
	if err != nil {
		return c, err
	}
	after, err := b.usage(ctx)
	if err != nil {
		return c, err
	}
	each := func(name string) float64 { return (after[name] - before[name]) / float64(n) }
	return Costs{
		Webhooks: each(procs.Webhooks), Postgres: each(procs.Postgres), NATS: each(procs.NATS),
		Dispatcher: each(procs.Dispatcher),
		WALBytes:   each("wal"), DiskBytes: each("disk"),
	}, nil
}

// usage is the processor time of each part until now, in us, and the bytes of WAL and database.
func (b *bench) usage(ctx context.Context) (map[string]float64, error) {
	u := map[string]float64{}
	for name, list := range map[string][]*procs.Program{procs.Webhooks: b.sys.Webhooks, procs.NATS: b.sys.NATS,
		procs.Dispatcher: b.sys.Dispatchers} {
		for _, p := range list {
			read, err := proctime.Read(p.PID())
			if err != nil {
				return nil, err
			}
			u[name] += float64(read.CPU.Microseconds())
		}
	}
	var backend int
	var wal, disk float64
	if err := b.db.QueryRow(ctx, `SELECT pg_backend_pid(), pg_current_wal_insert_lsn() - '0/0'::pg_lsn, `+
		`pg_database_size(current_database())`).Scan(&backend, &wal, &disk); err != nil {
		return nil, err
	}
	own, err := proctime.Read(backend)
	if err != nil {
		return nil, err
	}
	family, err := proctime.Family(own.Parent)
	u[procs.Postgres], u["wal"], u["disk"] = float64(family.Microseconds()), wal, disk
	return u, err
}

// saturate publishes one event a call, over JSON, from many callers for a while, and waits until all have arrived and
// their outcomes are stored.
func (b *bench) saturate(ctx context.Context, lasts time.Duration) (n int64, err error) {
	b.arrived.Store(0)
	var g errgroup.Group
	var published atomic.Int64
	end := time.Now().Add(lasts)
	for i := range callers {
		g.Go(func() error {
			for k := i; time.Now().Before(end); k++ {
				if err := b.publish(ctx, tenant(k)); err != nil {
					return err
				}
				published.Add(1)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	n = published.Load()
	for deadline := time.Now().Add(settle); ; {
		var pending int64
		if err := b.db.QueryRow(ctx,
			`SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM deliveries WHERE status = 'pending')`).
			Scan(&pending); err != nil {
			return 0, err
		}
		if b.arrived.Load() >= n && pending == 0 {
			return n, nil
		}
		if time.Now().After(deadline) || !streams.SleepContext(ctx, 100*time.Millisecond) {
			return 0, fmt.Errorf("%d of %d events arrived, %d are pending", b.arrived.Load(), n, pending)
		}
	}
}

func (b *bench) publish(ctx context.Context, tenant string) error {
	text, err := json.Marshal(map[string]any{"tenant": tenant, "type": "verification.completed", "livemode": false,
		"data": b.fields.AsMap()})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.sys.Webhooks[0].URL("ADMIN_ADDR")+"/internal/v1/events",
		bytes.NewReader(text))
	if err != nil {
		return err
	}
	req.Header = http.Header{"Authorization": {"Bearer " + b.sys.Token}, "Content-Type": {"application/json"}}
	resp, err := b.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("publish: status %d", resp.StatusCode)
	}
	return nil
}

// times are the medians of calls, one after the other: until a call is answered, which is its transaction and little
// more, and from then until the last of its deliveries is in the stream to the dispatchers.
type times struct{ publish, relay time.Duration }

func (b *bench) batches(ctx context.Context, n int) (t times, err error) {
	nc, err := b.sys.ConnectNATS()
	if err != nil {
		return t, err
	}
	defer nc.Close()
	var mu sync.Mutex // guards left and last
	left, done := 0, make(chan time.Time, 1)
	sub, err := nc.Subscribe(streams.DeliverySubject("*"), func(*nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		if left--; left == 0 {
			done <- time.Now()
		}
	})
	if err != nil {
		return t, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := nc.Flush(); err != nil {
		return t, err
	}
	req := &eventsv1.PublishBatchRequest{}
	for i := range n {
		req.Events = append(req.Events,
			&eventsv1.PublishRequest{Tenant: tenant(i), Type: "verification.completed", Data: b.fields})
	}
	var publish, relay []time.Duration
	for range calls {
		mu.Lock()
		left = n
		mu.Unlock()
		began := time.Now()
		if _, err := b.client.PublishBatch(b.sys.Internal(ctx), req); err != nil {
			return t, err
		}
		answered := time.Now()
		select {
		case last := <-done:
			publish, relay = append(publish, answered.Sub(began)), append(relay, max(0, last.Sub(answered)))
		case <-time.After(settle):
			return t, errors.New("deliveries did not come into the stream")
		}
		streams.SleepContext(ctx, 20*time.Millisecond) // so that a batch is alone
	}
	slices.Sort(publish)
	slices.Sort(relay)
	return times{publish[calls/2], relay[calls/2]}, nil
}
