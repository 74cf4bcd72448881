package consumer

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

const (
	fetchSize = 512
	// idlePause is between looks at whether there is work or room again.
	idlePause = 2 * time.Millisecond
	failPause = 200 * time.Millisecond
	// tick is how often the state of the world is looked at: connection, feed, results, slow attempts.
	tick = 25 * time.Millisecond
	// storeGrace is how long a stop waits for results to be stored after the last attempt.
	storeGrace = 5 * time.Second
)

// Sender makes an attempt.
type Sender interface {
	Send(context.Context, dispatcher.Request) dispatcher.Result
}

// Targets knows endpoints. Kept answers from memory, if what is there may be trusted; Get looks up, and waits while
// nothing may be trusted.
type Targets interface {
	Kept(endpoint string, activation int) (*dispatcher.Target, bool)
	Get(ctx context.Context, endpoint string, activation int) (*dispatcher.Target, error)
	Fresh() bool
}

// Config is what an Engine is to do.
type Config struct {
	Schedule   retry.Schedule
	DeferDelay time.Duration  // how long the stream DEFERRED holds an attempt that could not be made
	Limits     lane.Limits    // of attempts in flight and waiting
	Topology   streams.Config // ensured at start and when streams have vanished
	Grace      time.Duration  // longest time running attempts may take after Run's context ended
}

// An Engine makes deliveries.
type Engine struct {
	cfg     Config
	nc      *nats.Conn
	js      jetstream.JetStream
	log     *slog.Logger
	targets Targets
	sender  Sender
	tracer  trace.Tracer // nil: none, and traceparents pass through unchanged
	metrics *metrics

	out     *publisher
	results *reporter
	fresh   *source
	parked  *parked
	tiers   []*tier

	running  atomic.Bool  // attempts may start
	returned atomic.Int64 // items of tiers among the lanes
	parking  atomic.Int64 // items on their way into the stream PARKED

	mu    sync.Mutex // guards lanes
	lanes *lane.Table[*item]

	intake  context.Context //nolint:containedctx // Run's; set by Run before anything uses it, as is work
	work    context.Context //nolint:containedctx // of attempts: outlives Run's by the grace
	workers workers
	fetches group // of parked items
}

// New returns an Engine on a connection that reconnects for ever.
func New(cfg Config, nc *nats.Conn, targets Targets, sender Sender, meter metric.Meter, tracer trace.Tracer, log *slog.Logger) (*Engine, error) {
	e := &Engine{cfg: cfg, nc: nc, log: log, targets: targets, sender: sender, tracer: tracer, lanes: lane.New[*item](cfg.Limits)}
	var err error
	if e.out, err = newPublisher(nc, log); err != nil {
		return nil, err
	}
	e.js = e.out.js
	e.results = newReporter(e.out, e.stored)
	e.fresh = newSource(e.js, cfg.Topology, streams.Deliveries, streams.DispatchConsumer)
	e.parked = newParked(e.js, cfg.Topology)
	e.tiers = append(e.tiers, newTier(e, newSource(e.js, cfg.Topology, streams.Deferred, streams.TierConsumer), cfg.DeferDelay))
	for n, delay := range cfg.Schedule {
		e.tiers = append(e.tiers, newTier(e, newSource(e.js, cfg.Topology, streams.Retry(n+1), streams.TierConsumer), delay))
	}
	e.workers.run = e.attempt
	e.metrics, err = newMetrics(meter, e)
	return e, err
}

// Ready reports why no attempt starts, or nil.
func (e *Engine) Ready(context.Context) error {
	switch {
	case !e.connected():
		return errDisconnected
	case !e.targets.Fresh():
		return errUninformed
	case e.results.full():
		return errUnreported
	}
	return nil
}

func (e *Engine) connected() bool { return e.nc.IsConnected() }

// Run works until ctx ends, then stops gracefully: it takes nothing more, hands back what waits, lets attempts end
// within the grace and stores their results.
func (e *Engine) Run(ctx context.Context) error {
	work, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	e.intake, e.work = ctx, work
	e.mu.Lock()
	e.lanes.Pause() // until the first look at the world
	e.mu.Unlock()

	// What looks after the work outlives the intake.
	var care errgroup.Group
	careCtx, stopCare := context.WithCancel(work)
	care.Go(func() error { e.observe(careCtx); return nil })
	care.Go(func() error { e.keepAlive(careCtx); return nil })

	var intake errgroup.Group
	intake.Go(func() error { e.pull(ctx); return nil })
	intake.Go(func() error { e.findParked(ctx); return nil })
	for _, t := range e.tiers {
		intake.Go(func() error { return t.run(ctx) })
	}
	_ = intake.Wait()
	e.stop(abort)
	stopCare()
	return care.Wait()
}

func (e *Engine) stop(abort context.CancelFunc) {
	grace := time.AfterFunc(e.cfg.Grace, abort)
	defer grace.Stop()
	e.mu.Lock()
	e.lanes.Pause()
	e.mu.Unlock()
	e.fetches.close()
	e.mu.Lock()
	waiting := e.lanes.Drain()
	e.mu.Unlock()
	for _, it := range waiting {
		it.source.handBack(it, 0)
	}
	e.workers.close()
	e.results.flush()
	storing, cancel := context.WithTimeout(context.Background(), storeGrace)
	defer cancel()
	if err := e.out.drain(storing); err != nil {
		e.log.Warn("stopped before all results were stored; their attempts will be repeated", slog.Int64("results", e.results.count.Load()))
	}
	_ = e.nc.FlushTimeout(time.Second) // acknowledgements; lost ones cost a redelivery
}

// pull feeds first attempts, no more than there is room for.
func (e *Engine) pull(ctx context.Context) {
	for ctx.Err() == nil {
		n := 0
		if e.mayTakeOn() {
			e.mu.Lock()
			n = min(e.lanes.Room(), fetchSize)
			e.mu.Unlock()
		}
		if n < min(fetchSize/8, e.cfg.Limits.Queue) {
			streams.SleepContext(ctx, idlePause)
			continue
		}
		err := e.fresh.fetch(ctx, n, true, func(m jetstream.Msg) {
			if it, _ := e.take(ctx, e.fresh, m); it != nil {
				e.offer(it)
			}
		})
		if err != nil {
			e.fetchFailed(ctx, e.fresh, err)
		}
	}
}

// take reads a message and takes it into custody. It returns nil for what is not to be worked on.
func (e *Engine) take(ctx context.Context, s *source, m jetstream.Msg) (it *item, redelivered bool) {
	it, err := read(s, m, time.Now())
	if it == nil {
		e.log.LogAttrs(ctx, slog.LevelError, "message of no stream", slog.String("error", err.Error()))
		return nil, false
	}
	meta, _ := m.Metadata() // read has read it
	if s != e.parked.source {
		s.note(meta.NumPending)
	}
	switch {
	case !s.hold(it):
		return nil, false
	case err != nil:
		e.poison(it, err)
		return nil, false
	case ctx.Err() != nil: // it came while we were stopping
		s.handBack(it, 0)
		return nil, false
	}
	return it, meta.NumDelivered > 1
}

func (e *Engine) fetchFailed(ctx context.Context, s *source, err error) {
	if ctx.Err() == nil && e.connected() {
		e.log.LogAttrs(ctx, slog.LevelWarn, "fetch failed", slog.String("stream", s.stream), slog.String("error", err.Error()))
	}
	streams.SleepContext(ctx, failPause)
}

// poison removes a message that no attempt can be made of; it must not come again for ever.
func (e *Engine) poison(it *item, err error) {
	e.metrics.poison(it.source.stream)
	e.log.Error("poison message", slog.String("stream", it.source.stream), slog.Uint64("sequence", it.sequence), slog.String("error", err.Error()))
	it.source.term(it, "cannot be read")
}

// mayTakeOn reports whether anything may be fetched that the lanes may have to park: attempts may start, and what is being
// parked does not pile up.
func (e *Engine) mayTakeOn() bool {
	return e.running.Load() && e.parking.Load() < parkedAtOnce
}

// offer gives an item to its lane. It never waits for an endpoint.
func (e *Engine) offer(it *item) {
	fetched := it.source == e.parked.source
	if e.ofTier(it) {
		e.returned.Add(1)
	}
	e.decide(func(now time.Time, out *lane.Moves[*item]) {
		e.lanes.Offer(now, it.endpoint, it, fetched, out)
	})
}

func (e *Engine) ofTier(it *item) bool { return it.source != e.fresh && it.source != e.parked.source }

// roomForReturned is how many due items of a tier may enter the lanes. They have half of all places, so that a herd of
// them leaves the other half to first attempts.
func (e *Engine) roomForReturned() int {
	if !e.mayTakeOn() {
		return 0
	}
	share := (e.cfg.Limits.InFlight + e.cfg.Limits.Queue) / 2
	return min(max(share-int(e.returned.Load()), 0), tierBatch)
}

var movesPool = sync.Pool{New: func() any { return new(lane.Moves[*item]) }}

// decide lets the lanes decide under the lock and acts without it.
func (e *Engine) decide(on func(now time.Time, out *lane.Moves[*item])) {
	if next := e.decideKeeping(on); next != nil {
		e.workers.start(next)
	}
}

// decideKeeping is decide for a worker: it returns one of the slots that were given, for the worker to go on with.
func (e *Engine) decideKeeping(on func(now time.Time, out *lane.Moves[*item])) *slot {
	out := movesPool.Get().(*lane.Moves[*item])
	e.mu.Lock()
	on(time.Now(), out)
	e.mu.Unlock()
	var first *slot
	for i, s := range out.Start {
		if i == 0 {
			first = s
		} else {
			e.workers.start(s)
		}
	}
	for _, it := range out.Park {
		e.park(it)
	}
	for _, f := range out.Fetch {
		e.fetches.run(func() { e.fetchParked(f) })
	}
	clear(out.Start)
	clear(out.Park)
	out.Start, out.Park, out.Fetch = out.Start[:0], out.Park[:0], out.Fetch[:0]
	movesPool.Put(out)
	return first
}

// leave notes that an item left the lanes.
func (e *Engine) leave(it *item) {
	if e.ofTier(it) {
		e.returned.Add(-1)
	}
}

// stored counts what of an item is stored; when all is, the message is done.
func (e *Engine) stored(it *item) {
	if it.toStore.Add(-1) == 0 {
		it.source.finish(it)
	}
}
