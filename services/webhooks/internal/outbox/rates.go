package outbox

import (
	"maps"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Rates bound how many deliveries of new events a tenant gets in a minute, by mode, and spread them over it. The zero
// value is no limit. A scope is relayed by one replica at a time, so the others need not know its count.
type Rates struct {
	test, live rate
	limited    func(webhooks.Scope, time.Time)
}

type rate struct {
	each   time.Duration      // between two deliveries on average; 0: no limit
	minute *ratelimit.Limiter // says when those of a minute are nearly used up: a scope that keeps its rate has no more
}

// NewRates returns rates of so many deliveries a minute; 0 is no limit. limited is called when a scope has had nearly
// those of a minute; it does not block.
func NewRates(test, live int, limited func(webhooks.Scope, time.Time)) Rates {
	return Rates{newRate(test), newRate(live), limited}
}

func newRate(n int) rate {
	if n == 0 {
		return rate{}
	}
	nearly := max(n*9/10, 1)
	return rate{time.Minute / time.Duration(n), ratelimit.New(ratelimit.PerMinute(ratelimit.Deliveries, nearly))}
}

func (r Rates) of(sc webhooks.Scope) rate {
	if sc.Livemode {
		return r.live
	}
	return r.test
}

// burst is how far ahead of its rate a scope may be.
const burst = time.Second / 10

// atOnce is the most deliveries of an event, by weight, that are not sent in parts.
func (r Rates) atOnce(sc webhooks.Scope) int {
	if each := r.of(sc).each; each > 0 {
		return min(maxPart, int(burst/each))
	}
	return maxPart
}

// A spending is when each scope will have kept its rate, with the deliveries it has had. What lies behind is forgotten.
type spending map[webhooks.Scope]time.Time

// maxSpending is how many scopes are remembered before those that need not be are forgotten.
const maxSpending = 4096

// spend counts n deliveries, one in a while.
func (s spending) spend(sc webhooks.Scope, n int, each time.Duration, now time.Time) {
	from := now
	if s[sc].After(now) {
		from = s[sc]
	}
	s[sc] = from.Add(time.Duration(n) * each)
	if len(s) > maxSpending {
		maps.DeleteFunc(s, func(_ webhooks.Scope, until time.Time) bool { return !until.After(now) })
	}
}

// due is when a scope may have deliveries again.
func (s spending) due(sc webhooks.Scope) time.Time { return s[sc].Add(-burst) }

// A pacer knows which scopes are ahead of their rate.
type pacer struct {
	rates Rates
	spent spending
	over  map[webhooks.Scope]time.Time // whose events wait, until when
}

func newPacer(r Rates) *pacer { return &pacer{r, spending{}, map[webhooks.Scope]time.Time{}} }

// count counts the deliveries of events that are relayed. What is relayed together may be more than a scope may have;
// what follows waits, in its order, until the rate is kept.
func (p *pacer) count(events []webhooks.OutboxEvent, now time.Time) {
	for _, o := range events {
		p.spend(o, now)
		p.wait(o, now)
	}
}

// spend counts the deliveries of an event, or of a part of one.
func (p *pacer) spend(o webhooks.OutboxEvent, now time.Time) {
	sc := o.Event.Scope
	r := p.rates.of(sc)
	if r.each == 0 || len(o.Endpoints) == 0 {
		return
	}
	p.spent.spend(sc, len(o.Endpoints), r.each, now)
	taken := r.minute.TakeAll(string(sc.Tenant), now, len(o.Endpoints), ratelimit.Deliveries)
	if violated, _ := ratelimit.Violated(taken); len(violated) > 0 {
		p.rates.limited(sc, now)
	}
}

// wait lets what is behind an event wait if its scope is ahead of its rate.
func (p *pacer) wait(o webhooks.OutboxEvent, now time.Time) {
	if due := p.spent.due(o.Event.Scope); due.After(now) {
		p.over[o.Event.Scope] = due
	}
}

// isOver reports whether the events of a scope wait because it is ahead of its rate.
func (p *pacer) isOver(o webhooks.OutboxEvent) bool {
	_, over := p.over[o.Event.Scope]
	return over
}

// endOver ends the wait of scopes that keep their rate. It comes before a read, which finds what waits before anything
// that is handed over.
func (p *pacer) endOver(now time.Time) {
	maps.DeleteFunc(p.over, func(_ webhooks.Scope, until time.Time) bool { return !until.After(now) })
}

// overEnds has a value when the wait of a scope ends.
func (p *pacer) overEnds(timer *time.Timer) <-chan time.Time {
	if len(p.over) == 0 {
		return nil
	}
	timer.Reset(time.Until(slices.MinFunc(slices.Collect(maps.Values(p.over)), time.Time.Compare)))
	return timer.C
}

// turn returns large events with the one in front whose turn it is, the first whose scope keeps its rate, and when that
// is: now, or later when no scope keeps its rate.
func (p *pacer) turn(list []large, now time.Time) ([]large, time.Time) {
	var next int
	var turn time.Time
	for i, l := range list {
		due := p.spent.due(l.event.Event.Scope)
		if due.Before(now) {
			due = now
		}
		if i == 0 || due.Before(turn) {
			next, turn = i, due
		}
	}
	return slices.Concat(list[next:], list[:next]), turn
}
