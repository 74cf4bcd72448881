package outbox

import (
	"maps"
	"time"

	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Rates bound how many deliveries of new events a tenant gets in a minute, by mode. The zero value is no limit. A scope
// is relayed by one replica at a time, so the others need not know its count.
type Rates struct {
	test, live *ratelimit.Limiter
	limited    func(webhooks.Scope, time.Time)
}

// NewRates returns rates of so many deliveries a minute; 0 is no limit. limited is called when events of a scope begin to
// wait; it does not block.
func NewRates(test, live int, limited func(webhooks.Scope, time.Time)) Rates {
	limiter := func(n int) *ratelimit.Limiter {
		return ratelimit.New(ratelimit.PerMinute(ratelimit.Deliveries, n))
	}
	return Rates{limiter(test), limiter(live), limited}
}

// take counts deliveries of a scope. When they are more than it may have, it returns until when the events behind them
// wait.
func (r Rates) take(sc webhooks.Scope, n int, now time.Time) (until time.Time, over bool) {
	limiter := r.test
	if sc.Livemode {
		limiter = r.live
	}
	if limiter == nil {
		return now, false
	}
	violated, wait := ratelimit.Violated(limiter.TakeAll(string(sc.Tenant), now, n, ratelimit.Deliveries))
	return now.Add(wait), len(violated) > 0
}

// count counts the deliveries of events that were relayed. What is over the rate of their scope is as much as was relayed
// together; what follows waits in the outbox, in its order, until the minute has passed.
func (w *work) count(events []webhooks.OutboxEvent, now time.Time) {
	deliveries := map[webhooks.Scope]int{}
	for _, o := range events {
		deliveries[o.Event.Scope] += len(o.Endpoints)
	}
	for sc, n := range deliveries {
		if until, over := w.rates.take(sc, n, now); over {
			w.over[sc] = until
			w.rates.limited(sc, now)
		}
	}
	w.limited.Store(int64(len(w.over)))
}

// isOver reports whether the events of a scope wait because it has had its deliveries of the minute.
func (w *work) isOver(o webhooks.OutboxEvent) bool {
	_, over := w.over[o.Event.Scope]
	return over
}

// endOver ends the wait of scopes whose minute has passed. It comes before a read, which finds what waits before anything
// that is handed over.
func (w *work) endOver(now time.Time) {
	maps.DeleteFunc(w.over, func(_ webhooks.Scope, until time.Time) bool { return !until.After(now) })
	w.limited.Store(int64(len(w.over)))
}
