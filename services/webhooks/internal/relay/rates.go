package relay

import (
	"maps"
	"slices"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Rates bound how many deliveries of new events a tenant gets in a minute, by mode, and spread them over it. The zero
// value is no limit. A scope is relayed by one replica at a time, so the others need not know its count.
type Rates struct {
	Test, Live int // deliveries a minute; 0: no limit
	// Limited is called when events of a scope are sent that have waited for longer than limitedAfter.
	Limited func(sc webhooks.Scope, now time.Time)
	// Ahead is called once a second for each scope that has been ahead of its rate for so long. Neither function blocks.
	Ahead func(sc webhooks.Scope, rate int, now time.Time)
}

func (r Rates) of(sc webhooks.Scope) int {
	if sc.Livemode {
		return r.Live
	}
	return r.Test
}

// between is the time between two deliveries of a scope on average; 0: any.
func (r Rates) between(sc webhooks.Scope) time.Duration {
	n := r.of(sc)
	if n == 0 {
		return 0
	}
	return time.Minute / time.Duration(n)
}

const (
	// burst is how far ahead of its rate a scope may be.
	burst = time.Second / 10
	// limitedAfter is how long each event of a scope has waited for its rate before that is reported.
	limitedAfter = 10 * time.Second
	reportEvery  = time.Second
)

// A spending maps each scope to the time at which its past deliveries fit its rate. Times that have passed are
// forgotten.
type spending map[webhooks.Scope]spent

type spent struct {
	since time.Time // when the last event was relayed that had not waited for the rate
	until time.Time // when the deliveries fit the rate
}

// maxSpending is how many scopes are remembered before those that need not be are forgotten.
const maxSpending = 4096

// spend counts the deliveries of an event, one in a while.
func (s spending) spend(o webhooks.OutboxEvent, each time.Duration, now time.Time) {
	sc := o.Event.Scope
	past := s[sc]
	if !o.Event.CreatedAt.Before(s.due(sc)) {
		past.since = now
	}
	if past.until.Before(now) {
		past.until = now
	}
	past.until = past.until.Add(time.Duration(o.Count()) * each)
	s[sc] = past
	if len(s) > maxSpending {
		maps.DeleteFunc(s, func(_ webhooks.Scope, other spent) bool { return !other.until.After(now) })
	}
}

// due is when a scope may have deliveries again.
func (s spending) due(sc webhooks.Scope) time.Time { return s[sc].until.Add(-burst) }

// A pacer knows which scopes are ahead of their rate.
type pacer struct {
	rates  Rates
	spent  spending
	over   map[webhooks.Scope]time.Time // whose events wait, until when
	rested time.Time                    // when a large event was last without room

	reported time.Time
	limited  int64 // scopes at that time
}

func newPacer(r Rates) *pacer {
	return &pacer{rates: r, spent: spending{}, over: map[webhooks.Scope]time.Time{}}
}

// keeping is how many of the first events are relayed together: up to one whose scope is ahead of its rate once those
// before it are relayed.
func (p *pacer) keeping(events []webhooks.OutboxEvent, now time.Time) int {
	ahead := map[webhooks.Scope]time.Duration{} // of the rate
	for i, o := range events {
		sc := o.Event.Scope
		each := p.rates.between(sc)
		if each == 0 || o.Count() == 0 {
			continue
		}
		past, ok := ahead[sc]
		if !ok {
			past = max(p.spent[sc].until.Sub(now), 0)
		}
		if past > burst && i > 0 {
			return i
		}
		ahead[sc] = past + time.Duration(o.Count())*each
	}
	return len(events)
}

// count counts deliveries of events, or of parts of them, that are sent. One event may exceed the rate of its scope;
// later events wait, in their order, until the rate is kept again. While parts of an event follow, the event holds the
// scope.
func (p *pacer) count(events []webhooks.OutboxEvent, now time.Time) {
	for _, o := range events {
		if each := p.rates.between(o.Event.Scope); each > 0 && o.Count() > 0 {
			p.spent.spend(o, each, now)
		}
		if !o.Continues {
			p.wait(o, now)
		}
	}
}

// wait holds back the events behind one if its scope is ahead of its rate.
func (p *pacer) wait(o webhooks.OutboxEvent, now time.Time) {
	sc := o.Event.Scope
	due := p.spent.due(sc)
	if !due.After(now) {
		return
	}
	p.over[sc] = due
	if p.isLimited(sc, now) {
		p.rates.Limited(sc, now)
	}
}

// rest lets a large event wait when there is no room for it: one of the others may be done then.
func (p *pacer) rest(o webhooks.OutboxEvent, now time.Time) {
	p.rested = now
	p.over[o.Event.Scope] = now.Add(poll)
}

// ended delays a scope after its large event: large events that found no room are tried first.
func (p *pacer) ended(o webhooks.OutboxEvent, now time.Time) {
	if until := p.rested.Add(poll); until.After(now) && until.After(p.over[o.Event.Scope]) {
		p.over[o.Event.Scope] = until
	}
}

// isLimited reports whether events of a scope have waited for its rate for long.
func (p *pacer) isLimited(sc webhooks.Scope, now time.Time) bool {
	past := p.spent[sc]
	return past.until.After(now) && now.Sub(past.since) > limitedAfter
}

// report reports the scopes that wait and are limited, once in reportEvery, and how many there are.
func (p *pacer) report(now time.Time) int64 {
	if now.Sub(p.reported) < reportEvery {
		return p.limited
	}
	p.reported, p.limited = now, 0
	for sc := range p.over {
		if p.isLimited(sc, now) {
			p.limited++
			p.rates.Ahead(sc, p.rates.of(sc), now)
		}
	}
	return p.limited
}

// waiting are the scopes whose events wait.
func (p *pacer) waiting() []webhooks.Scope { return slices.Collect(maps.Keys(p.over)) }

// ends reports whether the wait of a scope is over.
func (p *pacer) ends(now time.Time) bool {
	for _, until := range p.over {
		if !until.After(now) {
			return true
		}
	}
	return false
}

// end ends the waits that are over.
func (p *pacer) end(now time.Time) {
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
