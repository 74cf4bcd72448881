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
	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
	"github.com/partnerline/partnerline/services/dispatcher/internal/sender"
	"github.com/partnerline/partnerline/services/dispatcher/internal/targets"
)

const (
	fetchSize = 512
	// idlePause is the pause between checks for work or room.
	idlePause = 2 * time.Millisecond
	failPause = 200 * time.Millisecond
	// tick is how often connection, feed, results and slow attempts are checked.
	tick     = 25 * time.Millisecond
	idleTick = 100 * time.Millisecond // the same, while there is none
	// storeGrace is how long shutdown waits for results to be stored after the last attempt.
	storeGrace = 5 * time.Second
)

// Config says how an Engine works.
type Config struct {
	Schedule   retry.Schedule
	DeferDelay time.Duration  // how long the stream DEFERRED delays an attempt that could not be made
	Limits     lane.Limits    // of attempts in flight and waiting
	Topology   streams.Config // created at start and when streams have vanished
	Grace      time.Duration  // longest time running attempts may take after Run's context ended
}

// Dependencies are what an Engine works with.
type Dependencies struct {
	NATS      *nats.Conn             // reconnects without limit
	NotStored func(*nats.Msg, error) // is called for each message that NATS did not store, and that is published again
	Targets   *targets.Cache
	Checker   *inflight.Checker
	Sender    *sender.Sender
	Meter     metric.Meter
	Tracer    trace.Tracer // nil: no spans, and traceparents pass through unchanged
	Log       *slog.Logger
}

// An Engine makes deliveries.
type Engine struct {
	cfg     Config
	nc      *nats.Conn
	js      jetstream.JetStream
	log     *slog.Logger
	targets *targets.Cache
	sender  *sender.Sender
	tracer  trace.Tracer
	metrics *metrics
	shapes  shapes

	out      *publisher
	results  *reporter
	fresh    *source
	parked   *parked
	tiers    []*tier
	inflight *inflight.Set
	room     *room

	running   atomic.Bool  // attempts may start
	fromTiers atomic.Int64 // items from tiers in the lanes
	parking   atomic.Int64 // items being stored in PARKED, or given back

	mu    sync.Mutex // guards lanes
	lanes *lane.Table[*item]

	intake  context.Context //nolint:containedctx // of Run, which sets it and work before anything uses them
	work    context.Context //nolint:containedctx // of attempts: outlives intake by the grace
	workers workers
	fetches group // of parked items
}

// New returns an Engine.
func New(cfg Config, d Dependencies) (*Engine, error) {
	e := &Engine{
		cfg: cfg, nc: d.NATS, log: d.Log, targets: d.Targets, sender: d.Sender, tracer: d.Tracer,
		lanes: lane.New[*item](cfg.Limits), room: newRoom(),
	}
	var err error
	if e.out, err = newPublisher(d.NATS, d.NotStored, d.Log); err != nil {
		return nil, err
	}
	e.js = e.out.js
	e.results = newReporter(e.out, e.stored)
	e.inflight = inflight.NewSet(e.nc, d.Checker, e.log)
	soon := streams.DispatchAckWait
	e.fresh = newSource(
		e.inflight.Stream(streams.Deliveries, soon, soon), e.js, cfg.Topology, streams.DispatchConsumer, e.log)
	e.parked = newParked(e, e.inflight.Stream(streams.Parked, time.Minute, soon))
	addTier := func(stream string, delay time.Duration) {
		s := e.inflight.Stream(stream, time.Minute, 0)
		e.tiers = append(e.tiers, newTier(e, newSource(s, e.js, cfg.Topology, streams.TierConsumer, e.log), delay))
	}
	addTier(streams.Deferred, cfg.DeferDelay)
	for n, delay := range cfg.Schedule {
		addTier(streams.Retry(n+1), delay)
	}
	e.workers.run = e.attempt
	e.metrics, err = newMetrics(d.Meter, e)
	return e, err
}

// Ready reports why no attempt starts, or nil.
func (e *Engine) Ready(context.Context) error {
	switch {
	case !e.connected():
		return errDisconnected
	case !e.targets.Fresh():
		return errFeedStale
	case e.results.full():
		return errResultsPending
	}
	return nil
}

// Room reports which streams are nearly full, or nil.
func (e *Engine) Room(context.Context) error { return e.room.check() }

func (e *Engine) connected() bool { return e.nc.IsConnected() }

// Run makes deliveries until ctx ends, then shuts down gracefully: it fetches nothing more, returns what waits to its
// stream, lets attempts end within the grace and stores their results.
func (e *Engine) Run(ctx context.Context) error {
	work, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	e.intake, e.work = ctx, work
	e.parked.DoubtUntil(time.Now()) // no consumer remembers what was acknowledged of it
	e.mu.Lock()
	e.lanes.Pause() // until monitor has checked
	e.mu.Unlock()

	// The monitors outlive the intake.
	var monitors errgroup.Group
	monitorCtx, stopMonitors := context.WithCancel(work)
	m := monitor{e}
	monitors.Go(func() error { m.watch(monitorCtx); return nil })
	monitors.Go(func() error { m.extendAckWaits(monitorCtx); return nil })
	monitors.Go(func() error { return e.inflight.Run(monitorCtx) })

	var intake errgroup.Group
	intake.Go(func() error { e.pull(ctx); return nil })
	intake.Go(func() error { e.parked.watch(ctx); return nil })
	for _, t := range e.tiers {
		intake.Go(func() error { return t.run(ctx) })
	}
	_ = intake.Wait()
	e.stop(abort)
	stopMonitors()
	return monitors.Wait()
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
		it.Return(0)
	}
	e.workers.close()
	e.results.flush()
	storing, cancel := context.WithTimeout(context.Background(), storeGrace)
	defer cancel()
	if err := e.out.drain(storing); err != nil {
		e.log.Warn("stopped before all results were stored; their attempts will be repeated",
			slog.Int64("results", e.results.count.Load()))
	}
	_ = e.nc.FlushTimeout(time.Second) // acknowledgements; a lost one costs a redelivery
}

// pull fetches first attempts, no more than there is room for.
func (e *Engine) pull(ctx context.Context) {
	atLeast := min(fetchSize/8, max(e.cfg.Limits.Queue/8, 1)) // less is not worth a fetch
	for ctx.Err() == nil {
		n := 0
		if e.mayFetch() {
			e.mu.Lock()
			n = min(e.lanes.Room(), fetchSize)
			e.mu.Unlock()
		}
		if n < atLeast {
			streams.SleepContext(ctx, idlePause)
			continue
		}
		err := e.fresh.fetch(ctx, n, true, func(m jetstream.Msg) {
			if it, _ := e.accept(ctx, e.fresh, m); it != nil {
				e.offer(it)
			}
		})
		if err != nil {
			e.fetchFailed(ctx, e.fresh, err)
		}
	}
}

// accept reads a message and tracks it. It returns nil for one that is not to be processed.
func (e *Engine) accept(ctx context.Context, s *source, m jetstream.Msg) (it *item, redelivered bool) {
	it, err := newItem(s, m, time.Now())
	if it == nil {
		e.log.LogAttrs(ctx, slog.LevelError, "message of no stream", slog.String("error", err.Error()))
		return nil, false
	}
	meta, _ := m.Metadata() // newItem has parsed it
	if s != e.parked.source {
		s.pending.Store(meta.NumPending)
	}
	switch {
	case !s.Hold(it.Message):
		return nil, false
	case err != nil:
		e.poison(it, err)
		return nil, false
	case ctx.Err() != nil: // it arrived during shutdown
		it.Return(0)
		return nil, false
	}
	return it, it.IsRedelivered()
}

func (e *Engine) fetchFailed(ctx context.Context, s *source, err error) {
	if ctx.Err() == nil && e.connected() {
		e.log.LogAttrs(ctx, slog.LevelWarn, "fetch failed",
			slog.String("stream", s.Name()), slog.String("error", err.Error()))
	}
	streams.SleepContext(ctx, failPause)
}

// poison removes a message that cannot be read, so that it is not redelivered without end.
func (e *Engine) poison(it *item, err error) {
	e.metrics.poison(it.Stream())
	e.log.Error("poison message", slog.String("stream", it.Stream()), slog.Uint64("sequence", it.Sequence()),
		slog.String("error", err.Error()))
	it.Remove("cannot be read")
}

// mayFetch reports whether attempts may be fetched that the lanes may have to park: attempts may start, and not too
// many are being parked.
func (e *Engine) mayFetch() bool {
	return e.running.Load() && e.parking.Load() < parkedAtOnce
}

// offer passes an item to its lane. It never waits for an endpoint.
func (e *Engine) offer(it *item) {
	fetched := it.source == e.parked.source
	if e.isFromTier(it) {
		e.fromTiers.Add(1)
	}
	e.decide(func(now time.Time, out *lane.Decisions[*item]) {
		e.lanes.Offer(now, it.Endpoint, it, fetched, out)
	})
}

func (e *Engine) isFromTier(it *item) bool {
	return it.source != e.fresh && it.source != e.parked.source
}

// roomForTiers is how many due items of a tier may enter the lanes. Tiers may use half of the capacity, so that a burst
// of retries leaves the other half to first attempts.
func (e *Engine) roomForTiers() int {
	if !e.mayFetch() {
		return 0
	}
	share := (e.cfg.Limits.InFlight + e.cfg.Limits.Queue) / 2
	return min(max(share-int(e.fromTiers.Load()), 0), tierBatch)
}

var decisionsPool = sync.Pool{New: func() any { return new(lane.Decisions[*item]) }}

// decide calls the lanes with the lock held and executes their decisions without it.
func (e *Engine) decide(on func(now time.Time, out *lane.Decisions[*item])) {
	if next := e.decideForWorker(on); next != nil {
		e.workers.start(next)
	}
}

// decideForWorker is decide for a worker: it returns one of the slots that were granted, for the worker to continue
// with.
func (e *Engine) decideForWorker(on func(now time.Time, out *lane.Decisions[*item])) *slot {
	out := decisionsPool.Get().(*lane.Decisions[*item])
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
		e.parked.park(it)
	}
	for _, f := range out.Fetch {
		e.fetches.run(func() { e.parked.execute(f) })
	}
	clear(out.Start)
	clear(out.Park)
	out.Start, out.Park, out.Fetch = out.Start[:0], out.Park[:0], out.Fetch[:0]
	decisionsPool.Put(out)
	return first
}

// leftLanes counts an item out of the lanes.
func (e *Engine) leftLanes(it *item) {
	if e.isFromTier(it) {
		e.fromTiers.Add(-1)
	}
}

// stored counts what of an item is stored, and acknowledges the message when all is.
func (e *Engine) stored(it *item) {
	if it.unstored.Add(-1) == 0 {
		it.Ack()
	}
}
