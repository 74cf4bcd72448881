package consumer

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/internal/lane"
)

// Why no attempt starts; see Ready.
var (
	errDisconnected   = errors.New("NATS is not connected")
	errFeedStale      = errors.New("the endpoint feed of webhooks is stale")
	errResultsPending = errors.New("results are not stored")
)

// A monitor keeps an Engine in step with what it depends on.
type monitor struct{ engine *Engine }

// watch pauses and resumes the lanes as NATS, feed and results allow, adjusts the throttle and drives their clock.
func (m monitor) watch(ctx context.Context) {
	timer := time.NewTimer(tick)
	defer timer.Stop()
	throttle := newThrottle(m.engine.cfg.Limits.InFlight)
	reconnects := m.engine.nc.Stats().Reconnects
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		timer.Reset(m.pause())
		if n := m.engine.nc.Stats().Reconnects; n != reconnects {
			reconnects = n
			m.engine.inflight.Reconnected(time.Now())
		}
		reason := m.engine.Ready(ctx)
		switch running := m.engine.running.Load(); {
		case running && reason != nil:
			m.engine.log.LogAttrs(ctx, slog.LevelWarn, "attempts wait", slog.String("reason", reason.Error()))
			m.engine.running.Store(false)
			m.engine.mu.Lock()
			m.engine.lanes.Pause()
			m.engine.mu.Unlock()
		case !running && reason == nil && !m.engine.workers.closing():
			m.engine.log.LogAttrs(ctx, slog.LevelInfo, "attempts start")
			m.engine.running.Store(true)
			m.engine.decide(m.engine.lanes.Resume)
		case running:
			limit := throttle.adjust(time.Now(), processorTime())
			m.engine.decide(func(now time.Time, out *lane.Decisions[*item]) {
				m.engine.lanes.Throttle(limit)
				m.engine.lanes.Tick(now, out)
			})
		}
	}
}

// pause is how long the clock rests: longer while no attempt is being made or waits.
func (m monitor) pause() time.Duration {
	m.engine.mu.Lock()
	defer m.engine.mu.Unlock()
	if s := m.engine.lanes.Stats(); s.InFlight > 0 || s.Queued > 0 {
		return tick
	}
	return idleTick
}

func (e *Engine) sources() []*source {
	all := []*source{e.fresh, e.parked.source}
	for _, t := range e.tiers {
		all = append(all, t.source)
	}
	return all
}

// extendAckWaits keeps the server from redelivering what is in flight here.
func (m monitor) extendAckWaits(ctx context.Context) {
	for {
		timer := time.NewTimer(max(min(m.engine.fresh.Wait(), streams.DispatchAckWait)/6, 10*time.Millisecond))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case now := <-timer.C:
			if !m.engine.connected() {
				continue // it would be buffered and arrive late
			}
			m.engine.inflight.Extend(now)
		}
	}
}
