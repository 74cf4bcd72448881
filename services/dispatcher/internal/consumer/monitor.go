package consumer

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

// Why no attempt starts; see Ready.
var (
	errDisconnected   = errors.New("NATS is not connected")
	errFeedStale      = errors.New("the endpoint feed of webhooks is stale")
	errResultsPending = errors.New("results are not stored")
)

// monitor pauses and resumes the lanes as NATS, feed and results allow, adjusts the throttle and drives their clock.
func (e *Engine) monitor(ctx context.Context) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	throttle := newThrottle(e.cfg.Limits.InFlight)
	reconnects := e.nc.Stats().Reconnects
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n := e.nc.Stats().Reconnects; n != reconnects {
			reconnects = n
			e.resendAcks()
		}
		reason := e.Ready(ctx)
		switch running := e.running.Load(); {
		case running && reason != nil:
			e.log.LogAttrs(ctx, slog.LevelWarn, "attempts wait", slog.String("reason", reason.Error()))
			e.running.Store(false)
			e.mu.Lock()
			e.lanes.Pause()
			e.mu.Unlock()
		case !running && reason == nil && !e.workers.closing():
			e.log.LogAttrs(ctx, slog.LevelInfo, "attempts start")
			e.running.Store(true)
			e.decide(e.lanes.Resume)
		case running:
			limit := throttle.adjust(time.Now(), processorTime())
			e.decide(func(now time.Time, out *lane.Decisions[*item]) {
				e.lanes.Throttle(limit)
				e.lanes.Tick(now, out)
			})
		}
	}
}

// resendAcks repeats the acknowledgements that a disconnect, or a crash of the server, may have lost.
func (e *Engine) resendAcks() {
	for _, s := range e.sources() {
		s.ackedSince(time.Now().Add(-s.redeliverAfter()), func(reply string) {
			_ = e.nc.Publish(reply, ackBody) // if this one is lost, too, the message is redelivered and recognised
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

// extendAckWaits keeps the server from redelivering what is in flight here.
func (e *Engine) extendAckWaits(ctx context.Context) {
	for {
		timer := time.NewTimer(max(e.fresh.redeliverAfter()/6, 10*time.Millisecond))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case now := <-timer.C:
			if !e.connected() {
				continue // it would be buffered and arrive late
			}
			for _, s := range e.sources() {
				s.extendAckWait(now)
			}
		}
	}
}
