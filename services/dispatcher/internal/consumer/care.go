package consumer

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

// Why no attempt starts.
var (
	errDisconnected = errors.New("NATS is not connected")
	errUninformed   = errors.New("the endpoint feed of webhooks is silent")
	errUnreported   = errors.New("results are not stored")
)

// observe stops and resumes the lanes by the state of the world, and shows them the time.
func (e *Engine) observe(ctx context.Context) {
	beat := time.NewTicker(tick)
	defer beat.Stop()
	throttle := newThrottle(e.cfg.Limits.InFlight)
	reconnects := e.nc.Stats().Reconnects
	for {
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
		if n := e.nc.Stats().Reconnects; n != reconnects {
			reconnects = n
			e.acknowledgeAgain()
		}
		why := e.Ready(ctx)
		switch running := e.running.Load(); {
		case running && why != nil:
			e.log.LogAttrs(ctx, slog.LevelWarn, "attempts wait", slog.String("reason", why.Error()))
			e.running.Store(false)
			e.mu.Lock()
			e.lanes.Pause()
			e.mu.Unlock()
		case !running && why == nil && !e.workers.closing():
			e.log.LogAttrs(ctx, slog.LevelInfo, "attempts start")
			e.running.Store(true)
			e.decide(e.lanes.Resume)
		case running:
			limit := throttle.adjust(time.Now(), processorTime())
			e.decide(func(now time.Time, out *lane.Moves[*item]) {
				e.lanes.Throttle(limit)
				e.lanes.Tick(now, out)
			})
		}
	}
}

// acknowledgeAgain repeats the acknowledgements that a broken connection, or a server that died, may have lost.
func (e *Engine) acknowledgeAgain() {
	for _, s := range e.sources() {
		s.acknowledged(time.Now().Add(-s.redeliverAfter()), func(reply string) {
			_ = e.nc.Publish(reply, ackBody) // lost once more: the message comes again and is recognised
		})
	}
}

var ackBody = []byte("+ACK")

func (e *Engine) sources() []*source {
	all := []*source{e.fresh, e.parked.source}
	for _, t := range e.tiers {
		all = append(all, t.source)
	}
	return all
}

// keepAlive tells the server what we still have, long before it would deliver it to another.
func (e *Engine) keepAlive(ctx context.Context) {
	for {
		timer := time.NewTimer(max(e.fresh.redeliverAfter()/6, 10*time.Millisecond))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case now := <-timer.C:
			if !e.connected() {
				continue // it would go into a buffer and be late
			}
			for _, s := range e.sources() {
				s.touch(now)
			}
		}
	}
}
