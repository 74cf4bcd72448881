package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/e2e/adversary"
	"github.com/partnerline/partnerline/e2e/chaos/oracle"
	"github.com/partnerline/partnerline/e2e/chaos/wire"
	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/sdk/go/verify"
)

// schedule is the retry schedule of the requirements on another scale; five attempts.
var schedule = retry.Schedule{300 * time.Millisecond, 600 * time.Millisecond, time.Second, 2 * time.Second}

const (
	attempts = 5 // of a delivery: one more than the schedule has delays
	replicas = 2 // of each program
	// What is refused all the time: deactivates is over the 50 failures after which an endpoint is deactivated, counted
	// below.
	deactivates = 60
	counted     = 20
)

// A world is the system under test with everything around it that a run needs.
type world struct {
	settings
	sys           *procs.System
	oracle        *oracle.Oracle
	sink          *sink
	load          *load
	partnerClient *partnerClient
	rng           *rand.Rand // of the faults; used by one goroutine
	out           io.Writer

	merchants *merchants

	nc        *nats.Conn
	js        jetstream.JetStream
	db        *pgxpool.Pool // of webhooks
	partnerDB *pgxpool.Pool // of partnerconnect

	mu    sync.Mutex               // guards lines
	lines map[string][]*wire.Proxy // by the way's name: "dispatcherd>natsd"

	tenantKey       string // an API key
	ordered         string // a tenant whose endpoints get the events of a key in order
	doomed, refused string // endpoints: one that is deactivated, one that only counts
	doomedTenant    string
	refusedTenant   string
	loudKey         string // an API key of loudTenant
	report          report
}

// newWorld starts the system. The caller closes it.
func newWorld(ctx context.Context, s settings, out io.Writer) (_ *world, err error) {
	w := &world{
		settings: s, out: out, oracle: oracle.New(), rng: rand.New(rand.NewPCG(s.Seed, 0)), //nolint:gosec // the run shall be repeatable
		lines:  map[string][]*wire.Proxy{},
		report: report{Seed: s.Seed, Rate: s.Rate, Nodes: s.Nodes, Windows: map[string]*tally{}},
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if w.sink, err = newSink(w.oracle); err != nil {
		return nil, err
	}
	w.sys, err = procs.Start(ctx, procs.Options{
		Dir: filepath.Join(s.Dir, "system"), Bin: s.Bin, Durable: true, Webhooks: replicas, Dispatchers: replicas,
		PartnerConnects: replicas,
		NATS:            procs.NATSOptions{Nodes: s.Nodes}, RetrySchedule: schedule.String(), Grace: 10 * time.Second,
		Route: w.route, Prepare: w.prepare,
		Environ: map[string][]string{
			procs.Webhooks: {
				"SWEEP_EVERY=1s", "OVERDUE_AFTER=" + s.overdueAfter().String(),
				// Receivers here have no TLS, so all is in test mode.
				fmt.Sprint("RATE_LIMIT_TEST_DELIVERIES=", adversary.LiveDeliveriesAMinute),
				"RECOVERY_RATE=2000", // the default takes minutes for what one fault recovers
			},
			procs.Dispatcher: {"ATTEMPT_TIMEOUT=5s"},
			// All merchants are of one address.
			procs.PartnerConnect: {"RATE_LIMIT_PAGES=0", "RATE_LIMIT_PAGES_LINK=0", "RATE_LIMIT_PAGES_DEVICE=0"},
		},
	})
	if err != nil {
		return nil, err
	}
	if w.db, err = pgxpool.New(ctx, w.sys.WebhooksDatabase()); err != nil {
		return nil, err
	}
	if w.partnerDB, err = pgxpool.New(ctx, w.sys.PartnerConnectDatabase()); err != nil {
		return nil, err
	}
	w.load = newLoad(w.sys, w.oracle, s.Seed, s.Rate)
	if err := w.populate(ctx); err != nil {
		return nil, fmt.Errorf("tenants: %w", err)
	}
	if w.partnerClient, err = newPartnerClient(ctx, w); err != nil {
		return nil, fmt.Errorf("partner: %w", err)
	}
	if w.merchants, err = newMerchants(ctx, w); err != nil {
		return nil, err
	}
	return w, nil
}

// route puts a line of our own between each program and what it calls.
func (w *world) route(from, to string, addrs []string) ([]string, error) {
	var out []string
	var list []*wire.Proxy
	groups := [][]string{addrs} // any replica is as good as another
	if to == procs.NATS {
		groups = nil // to distinguish the nodes of a cluster
		for _, a := range addrs {
			groups = append(groups, []string{a})
		}
	}
	for _, g := range groups {
		p, err := wire.Listen(g...)
		if err != nil {
			return nil, err
		}
		out, list = append(out, p.Addr()), append(list, p)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lines[from+">"+to] = list
	return out, nil
}

// receivers is the name of the line between dispatchers and receivers.
const receivers = procs.Dispatcher + ">receivers"

// ways are the lines whose names begin or end so.
func (w *world) ways(match func(name string) bool) []*wire.Proxy {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []*wire.Proxy
	for name, list := range w.lines {
		if match(name) {
			all = append(all, list...)
		}
	}
	return all
}

// prepare connects to NATS and has the redelivery come sooner, if the run is too short for what the programs ask for.
func (w *world) prepare(ctx context.Context, sys *procs.System) (err error) {
	if w.nc, err = sys.ConnectNATS(); err != nil {
		return err
	}
	if w.js, err = jetstream.New(w.nc); err != nil {
		return err
	}
	return w.hasten(ctx)
}

// topology is that of the programs.
func (w *world) topology() streams.Config {
	c := streams.DefaultConfig()
	c.Retry.Schedule, c.MaxBytes = schedule, procs.StreamMaxBytes
	if w.Nodes > 1 {
		c.Replicas = 3
	}
	return c
}

// consumers are the durable consumers by their streams.
func (w *world) consumers() map[string]string {
	all := map[string]string{
		streams.Deliveries: streams.DispatchConsumer,
		streams.Deferred:   streams.TierConsumer, streams.Results: streams.IngestConsumer,
	}
	for n := range schedule {
		all[streams.Retry(n+1)] = streams.TierConsumer
	}
	return all
}

// hasten creates the streams before the programs do, with a shorter AckWait.
func (w *world) hasten(ctx context.Context) error {
	if w.AckWait == 0 {
		return nil
	}
	for stream, name := range w.consumers() {
		c, err := w.topology().Durable(ctx, w.js, stream, name, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		config := c.CachedInfo().Config
		config.AckWait = min(config.AckWait, w.AckWait)
		if _, err := w.js.UpdateConsumer(ctx, stream, config); err != nil {
			return err
		}
	}
	return nil
}

// populate makes the tenants and their endpoints. Their URLs lead through a line of our own, too.
func (w *world) populate(ctx context.Context) error {
	line, err := wire.Listen(w.sink.ln.Addr().String())
	if err != nil {
		return err
	}
	w.mu.Lock()
	w.lines[receivers] = []*wire.Proxy{line}
	w.mu.Unlock()
	var targets []target
	for i, manners := range [][]manner{
		{steady}, {flaky}, {steady}, {flaky}, {steady, stubborn}, {steady}, {steady, flaky}, {refusing}, {refusing},
	} {
		tenant := fmt.Sprintf("ten_chaos%d", i)
		key, err := w.sys.CreateTenant(ctx, tenant)
		if err != nil {
			return err
		}
		w.tenantKey = key
		for _, m := range manners {
			id, secret, err := w.sys.CreateEndpoint(ctx, key, fmt.Sprintf("http://%s/%d", line.Addr(), len(targets)))
			if err != nil {
				return err
			}
			verifier, err := verify.New(secret)
			if err != nil {
				return err
			}
			ordered := i == orderedTenant
			if ordered {
				if err := w.order(ctx, key, id); err != nil {
					return err
				}
				w.ordered = tenant
			}
			targets = append(targets, target{id, tenant, m, ordered, verifier})
		}
		if manners[0] != refusing {
			w.load.tenants = append(w.load.tenants, tenant)
			continue
		}
		if w.doomed == "" {
			w.doomed, w.doomedTenant = targets[len(targets)-1].id, tenant
		} else {
			w.refused, w.refusedTenant = targets[len(targets)-1].id, tenant
		}
	}
	for _, t := range targets {
		w.oracle.Subscribe(oracle.Endpoint{ID: t.id, Tenant: t.tenant, Ends: t.id == w.doomed, Ordered: t.ordered})
	}
	w.sink.targets.Store(&targets)
	w.loudKey, err = w.sys.CreateTenant(ctx, loudTenant)
	return err
}

// orderedTenant is which of the tenants has endpoints with an order.
const orderedTenant = 6

// order lets an endpoint get the events of a key in order.
func (w *world) order(ctx context.Context, key, endpoint string) error {
	conn, err := w.sys.Dial(w.sys.Webhooks[0].Addr("GRPC_ADDR"))
	if err != nil {
		return err
	}
	client := webhooksv1.NewEndpointServiceClient(conn)
	_, err = client.UpdateEndpoint(procs.WithKey(ctx, key), &webhooksv1.UpdateEndpointRequest{
		Id: endpoint, Changes: &webhooksv1.EndpointChanges{OrderBy: new(orderBy)},
	})
	return err
}

// close ends everything, and reports what did not end well.
func (w *world) close() error {
	w.heal()
	if w.nc != nil {
		w.nc.Close()
	}
	if w.db != nil {
		w.db.Close()
	}
	if w.partnerDB != nil {
		w.partnerDB.Close()
	}
	if w.partnerClient != nil {
		w.partnerClient.close()
	}
	var err error
	if w.sys != nil {
		err = w.sys.Close(context.Background())
	}
	if w.sink != nil {
		w.sink.close()
	}
	for _, line := range w.ways(func(string) bool { return true }) {
		line.Close()
	}
	return err
}

// heal ends all trouble that a fault may have left behind.
func (w *world) heal() {
	for _, line := range w.ways(func(string) bool { return true }) {
		line.Set(wire.Trouble{})
	}
	if w.sink != nil {
		w.sink.slow.Store(0)
	}
	if w.sys != nil {
		for _, p := range w.sys.Programs() {
			if p != nil {
				p.Resume()
			}
		}
	}
}

// revive starts all that is down.
func (w *world) revive(ctx context.Context) error {
	var errs []error
	select {
	case <-w.sys.Postgres.Done():
		errs = append(errs, w.sys.Postgres.Restart(ctx))
	default:
	}
	for _, list := range [][]*procs.Program{w.sys.NATS, w.sys.Webhooks, w.sys.Dispatchers, w.sys.PartnerConnects} {
		results := make([]error, len(list))
		var wg sync.WaitGroup
		for i, p := range list {
			if !p.Running() {
				wg.Go(func() { results[i] = p.Start(ctx) })
			}
		}
		wg.Wait()
		errs = append(errs, results...)
	}
	return errors.Join(errs...)
}

// say prints a line of the run's story.
func (w *world) say(format string, args ...any) {
	fmt.Fprintf(w.out, "%s  "+format+"\n",
		append([]any{time.Since(w.report.Started).Round(100 * time.Millisecond)}, args...)...)
}
