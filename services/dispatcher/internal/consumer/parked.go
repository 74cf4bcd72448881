package consumer

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

const (
	// findEvery is the pause between two looks at which endpoints have something parked: by us before a restart, or by another
	// dispatcher that has ended since. What we park ourselves the lanes know.
	findEvery = 500 * time.Millisecond
	// findShare bounds the looks' share of the time when very many endpoints have something parked.
	findShare = 20
	// parkedAtOnce is how many attempts may be on their way into the stream before nothing more is fetched that might follow.
	parkedAtOnce = 4096
	// consumersAtOnce is how many endpoints' parked attempts we fetch at a time. The server looks at all consumers of the stream
	// at each acknowledgement.
	consumersAtOnce = 1024
)

var errConsumers = errors.New("too many endpoints have parked attempts fetched at a time")

// parked is the stream of attempts that their lanes had no room for. Each endpoint has a subject and, while its attempts are
// fetched, a consumer, so that the backlog of one is never in the way of another.
type parked struct {
	*source

	mu        sync.Mutex // guards all below
	consumers map[string]usedConsumer
	warned    time.Time
}

type usedConsumer struct {
	jetstream.Consumer
	used time.Time
}

func newParked(js jetstream.JetStream, topology streams.Config) *parked {
	return &parked{source: newSource(js, topology, streams.Parked, ""), consumers: map[string]usedConsumer{}}
}

// fetch hands up to n parked messages of an endpoint to each, waiting for them a little. It returns how many came, and how
// many more there were then.
func (p *parked) fetch(ctx context.Context, endpoint string, n int, ackWait time.Duration, each func(jetstream.Msg)) (got, left int, err error) {
	consumer, err := p.find(ctx, endpoint, ackWait)
	if err != nil {
		return 0, 0, err
	}
	batch, err := consumer.Fetch(n, jetstream.FetchMaxWait(fetchWait), jetstream.FetchMaxBytes(fetchBytes))
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
	if err != nil { // the next fetch looks whether stream and consumer are still there
		p.mu.Lock()
		delete(p.consumers, endpoint)
		p.mu.Unlock()
	}
	return got, left, err
}

// find gets hold of an endpoint's consumer, making what is missing.
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
	consumer, err := p.topology.ParkedConsumer(ctx, p.js, endpoint, ackWait)
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

// room reports whether one more consumer may be in use, forgetting those that are not any more. The caller holds mu.
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

// loud reports whether a failure is to be logged: one line a second says as much as one for each endpoint.
func (p *parked) loud() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.warned) < time.Second {
		return false
	}
	p.warned = time.Now()
	return true
}

// fetchParked does what the lanes asked for.
func (e *Engine) fetchParked(f lane.Fetch) {
	ctx := e.intake
	got, left, err := e.parked.fetch(ctx, f.Endpoint, f.N, e.fresh.redeliverAfter(), func(m jetstream.Msg) {
		if it, _ := e.take(ctx, e.parked.source, m); it != nil {
			e.offer(it)
		}
	})
	if err != nil {
		if ctx.Err() == nil && e.connected() && e.parked.loud() {
			e.log.LogAttrs(ctx, slog.LevelWarn, "fetch failed", slog.String("stream", streams.Parked), slog.String("error", err.Error()))
		}
		streams.SleepContext(ctx, failPause)
	}
	e.decide(func(now time.Time, out *lane.Moves[*item]) { e.lanes.Fetched(now, f.Endpoint, got, left, err, out) })
}

// findParked shows the lanes what is parked that they do not know of.
func (e *Engine) findParked(ctx context.Context) {
	for ctx.Err() == nil {
		began := time.Now()
		if e.running.Load() {
			if err := e.lookForParked(ctx); err != nil && ctx.Err() == nil && e.connected() && e.parked.loud() {
				e.log.LogAttrs(ctx, slog.LevelWarn, "parked attempts not found", slog.String("error", err.Error()))
			}
		}
		streams.SleepContext(ctx, max(findEvery, findShare*time.Since(began)))
	}
}

func (e *Engine) lookForParked(ctx context.Context) error {
	stream, err := e.js.Stream(ctx, streams.Parked)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return streams.Ensure(ctx, e.js, e.cfg.Topology)
	}
	if err != nil {
		return err
	}
	e.parked.note(stream.CachedInfo().State.Msgs)
	if stream.CachedInfo().State.Msgs == 0 {
		return nil
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(streams.ParkedSubject("*")))
	if err != nil {
		return err
	}
	held := e.parked.heldOf()
	for subject, n := range info.State.Subjects {
		endpoint := streams.ParkedEndpoint(subject)
		if n := int(n) - held[endpoint]; n > 0 {
			e.decide(func(now time.Time, out *lane.Moves[*item]) { e.lanes.Found(now, endpoint, n, out) })
		}
	}
	return nil
}

// park stores an attempt that its lane has no room for, until the lane asks for it. Nothing is counted.
func (e *Engine) park(it *item) {
	e.leave(it)
	if it.source == e.parked.source {
		it.source.handBack(it, 0) // it goes back to where it was, before what was parked after it
		e.isParked(it.endpoint)
		return
	}
	e.parking.Add(1)
	endpoint := it.endpoint
	e.move(it, streams.ParkedSubject(endpoint), func() {
		e.parking.Add(-1)
		e.isParked(endpoint)
	})
}

func (e *Engine) isParked(endpoint string) {
	e.decide(func(now time.Time, out *lane.Moves[*item]) { e.lanes.Parked(now, endpoint, out) })
}

// move stores an attempt elsewhere with the number that it has, and calls moved when it is stored or can never be.
func (e *Engine) move(it *item, subject string, moved func()) {
	id, run, err := it.name()
	if err != nil {
		e.poison(it, err)
		moved()
		return
	}
	e.metrics.deferred()
	it.toStore.Store(1)
	k := it.deferrals + 1
	e.out.publish(it.copyTo(subject, streams.DeferredMsgID(id, run, it.attempt, k), it.attempt, k), func() {
		e.stored(it)
		moved()
	})
}
