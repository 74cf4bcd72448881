package consumer

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/streams"
)

// A tier consumes a stream in which every message waits for the same delay.
type tier struct {
	engine *Engine
	source *source

	mu       sync.Mutex // guards schedule
	schedule schedule
	added    chan struct{} // holds a token after an item was added
}

func newTier(e *Engine, s *source, delay time.Duration) *tier {
	return &tier{engine: e, source: s, schedule: schedule{delay: delay}, added: make(chan struct{}, 1)}
}

// run consumes until ctx ends, then returns what is not due to the stream.
func (t *tier) run(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error { t.fetch(ctx); return nil })
	g.Go(func() error { t.release(ctx); return nil })
	_ = g.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	items, delays := t.schedule.drain(time.Now())
	for i, it := range items {
		it.Return(delays[i])
	}
	return nil
}

func (t *tier) fetch(ctx context.Context) {
	for ctx.Err() == nil {
		if !t.engine.connected() {
			streams.SleepContext(ctx, idlePause)
			continue
		}
		held := t.source.Held()
		t.mu.Lock()
		n, peek, wait := t.schedule.fetch(time.Now(), held)
		t.mu.Unlock()
		if n == 0 {
			streams.SleepContext(ctx, wait)
			continue
		}
		redelivered := false
		err := t.source.fetch(ctx, n, !peek, func(m jetstream.Msg) {
			if it, again := t.engine.accept(ctx, t.source, m); it != nil {
				redelivered = redelivered || again
				t.add(it)
			}
		})
		if err != nil {
			t.engine.fetchFailed(ctx, t.source, err)
		}
		if peek && redelivered {
			t.mu.Lock()
			t.schedule.peeked = time.Time{} // there may be more redeliveries
			t.mu.Unlock()
		}
	}
}

func (t *tier) add(it *item) {
	if t.source.Name() != streams.Deferred {
		it.Share() // a retry may be moved to now until it is due
	}
	t.mu.Lock()
	t.schedule.add(it)
	t.mu.Unlock()
	select {
	case t.added <- struct{}{}:
	default:
	}
}

// release offers what is due, as far as the engine has room.
func (t *tier) release(ctx context.Context) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		now := time.Now()
		t.mu.Lock()
		wait, any := t.schedule.next(now)
		var due []*item
		if any && wait == 0 {
			due = t.schedule.due(now, t.engine.roomForTiers())
		}
		t.mu.Unlock()
		for _, it := range due {
			it.Keep()
			t.engine.offer(it)
		}
		switch {
		case len(due) > 0:
			continue
		case any && wait == 0:
			wait = idlePause // due, but the engine is full or paused
		case !any:
			wait = time.Hour
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return
		case <-t.added:
		case <-timer.C:
		}
	}
}
