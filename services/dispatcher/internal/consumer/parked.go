package consumer

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

const (
	// checkEvery is the pause between two checks which endpoints have parked attempts: parked by this dispatcher before a
	// restart, or by another one that has ended since. The lanes know what this process parks.
	checkEvery = 500 * time.Millisecond
	// checkShare bounds the share of time that the checks take when very many endpoints have parked attempts, until they
	// are checkLatest apart: what has left a stream since the last one counts until the next.
	checkShare  = 20
	checkLatest = 10 * time.Second
	// parkedAtOnce is how many attempts may be on their way into the stream before fetching stops.
	parkedAtOnce = 4096
	// consumersAtOnce is from how many endpoints' consumers parked attempts are fetched at a time. The server visits all
	// consumers of the stream at each acknowledgement.
	consumersAtOnce = 1024
	// makeTimeout is how long the server is asked to make a consumer, and for the state of the stream.
	makeTimeout = 2 * time.Second
)

var errConsumers = errors.New("too many consumers of parked attempts at a time")

// parked is the stream of attempts for which their lanes had no room. Each endpoint has a subject and, while its
// attempts are fetched, a consumer, so that the backlog of one never blocks another.
type parked struct {
	*source
	engine *Engine

	mu        sync.Mutex // guards all below
	consumers map[string]usedConsumer
	warnedAt  time.Time
}

type usedConsumer struct {
	jetstream.Consumer
	used time.Time
}

func newParked(e *Engine, s *inflight.Stream) *parked {
	return &parked{
		engine: e, source: newSource(s, e.js, e.cfg.Topology, "", e.log), consumers: map[string]usedConsumer{},
	}
}

// fetch calls each with up to n parked messages of an endpoint, waiting a little for them. It returns how many there
// were and how many are left.
func (p *parked) fetch(
	ctx context.Context, endpoint string, n int, ackWait time.Duration, each func(jetstream.Msg),
) (got, left int, err error) {
	consumer, err := p.find(ctx, endpoint, ackWait)
	if err != nil {
		return 0, 0, err
	}
	batch, err := consumer.Fetch(n, jetstream.FetchMaxWait(fetchWait))
	if err == nil {
		for msg := range batch.Messages() {
			if meta, err := msg.Metadata(); err == nil {
				left = int(meta.NumPending)
			}
			got++
			each(msg)
		}
		err = batch.Error()
	}
	if err != nil { // the next fetch checks whether stream and consumer still exist
		p.mu.Lock()
		delete(p.consumers, endpoint)
		p.mu.Unlock()
	}
	return got, left, err
}

// find looks an endpoint's consumer up and creates what is missing.
func (p *parked) find(ctx context.Context, endpoint string, ackWait time.Duration) (jetstream.Consumer, error) {
	now := time.Now()
	p.mu.Lock()
	known, ok := p.consumers[endpoint]
	full := !ok && !p.room(now)
	if ok && now.Sub(known.used) < streams.ParkedIdle/2 {
		p.consumers[endpoint] = usedConsumer{known.Consumer, now}
		p.mu.Unlock()
		return known, nil
	}
	p.mu.Unlock()
	if full {
		return nil, errConsumers
	}
	looking, cancel := context.WithTimeout(ctx, makeTimeout)
	defer cancel()
	consumer, err := p.topology.ParkedConsumer(looking, p.js, endpoint, ackWait)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		if err = streams.Ensure(ctx, p.js, p.topology); err == nil {
			consumer, err = p.topology.ParkedConsumer(ctx, p.js, endpoint, ackWait)
		}
	}
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.consumers[endpoint] = usedConsumer{consumer, now}
	return consumer, nil
}

// room reports whether one more consumer may be used, after removing idle ones. The caller holds mu.
func (p *parked) room(now time.Time) bool {
	if len(p.consumers) < consumersAtOnce {
		return true
	}
	for endpoint, c := range p.consumers {
		if now.Sub(c.used) > streams.ParkedIdle {
			delete(p.consumers, endpoint)
		}
	}
	return len(p.consumers) < consumersAtOnce
}

// shouldWarn limits warnings to one a second; there may be a failure for each endpoint.
func (p *parked) shouldWarn() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.warnedAt) < time.Second {
		return false
	}
	p.warnedAt = time.Now()
	return true
}

// execute executes a Fetch of the lanes.
func (p *parked) execute(f lane.Fetch) {
	e := p.engine
	ctx := e.intake
	got, left, err := p.fetch(ctx, f.Endpoint, f.N, e.fresh.Wait(), func(m jetstream.Msg) {
		if it, _ := e.accept(ctx, p.source, m); it != nil {
			e.offer(it)
		}
	})
	if err != nil {
		if ctx.Err() == nil && e.connected() && p.shouldWarn() {
			e.log.LogAttrs(ctx, slog.LevelWarn, "fetch failed", slog.String("stream", streams.Parked),
				slog.String("error", err.Error()))
		}
		streams.SleepContext(ctx, failPause)
	}
	e.decide(func(now time.Time, out *lane.Decisions[*item]) { e.lanes.Fetched(now, f.Endpoint, got, left, err, out) })
}

// watch asks the server how full the streams are in which attempts wait, and reports parked attempts to the lanes that
// they do not know of.
func (p *parked) watch(ctx context.Context) {
	e := p.engine
	for ctx.Err() == nil {
		began := time.Now()
		for _, s := range e.sources()[1:] { // all but first attempts, which webhooks stores
			if err := p.check(ctx, s); err != nil && ctx.Err() == nil && e.connected() && p.shouldWarn() {
				e.log.LogAttrs(ctx, slog.LevelWarn, "check of a stream failed",
					slog.String("stream", s.Name()), slog.String("error", err.Error()))
			}
		}
		streams.SleepContext(ctx, min(max(checkEvery, checkShare*time.Since(began)), checkLatest))
	}
}

func (p *parked) check(ctx context.Context, s *source) error {
	e := p.engine
	asking, cancel := context.WithTimeout(ctx, makeTimeout)
	defer cancel()
	e.room.ask(s.Name())
	stream, err := e.js.Stream(asking, s.Name())
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return streams.Ensure(ctx, e.js, e.cfg.Topology)
	}
	if err != nil {
		return err
	}
	info := stream.CachedInfo()
	if info.State.Msgs > 0 {
		counted, err := stream.Info(asking, jetstream.WithSubjectFilter(">"))
		if err != nil {
			e.room.said(info)
			return err
		}
		info = counted
	}
	e.room.said(info)
	if s != p.source {
		return nil
	}
	p.pending.Store(info.State.Msgs)
	if !e.running.Load() {
		return nil
	}
	held := p.HeldByEndpoint()
	for subject, n := range info.State.Subjects {
		endpoint := streams.Endpoint(subject)
		if n := int(n) - held[endpoint]; n > 0 {
			e.decide(func(now time.Time, out *lane.Decisions[*item]) { e.lanes.Found(now, endpoint, n, out) })
		}
	}
	return nil
}

// park stores an attempt for which its lane has no room, until the lane fetches it. It does not count as an attempt.
func (p *parked) park(it *item) {
	e := p.engine
	e.leftLanes(it)
	if it.source == p.source {
		it.Return(0) // it keeps its position, before what was parked after it
		p.report(it.Endpoint, true)
		return
	}
	e.parking.Add(1)
	endpoint := it.Endpoint
	mover{e}.move(it, streams.Parked, streams.ParkedSubject(endpoint), func(kept bool) {
		e.parking.Add(-1)
		p.report(endpoint, kept)
	})
}

// report reports to the lanes whether an attempt that was to be parked is in the stream.
func (p *parked) report(endpoint string, kept bool) {
	e := p.engine
	e.decide(func(now time.Time, out *lane.Decisions[*item]) { e.lanes.Parked(now, endpoint, kept, out) })
}
