package relay

import (
	"context"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	maxCostly  = 64                   // tenants whose events are in the lane at the same time
	maxQueued  = 32                   // events of each of them; the others stay in the outbox
	eventTime  = 2 * time.Millisecond // for the filters on an event; one that needs more goes to the lane
	shareBurst = 10 * time.Millisecond
	shareOf    = 20 // a tenant's filters may take a 20th of the relay's time
)

// shares is how much of its share of the relay's time each tenant has used by the filters on its events. It becomes
// available again as time passes.
type shares map[webhooks.TenantID]usage

type usage struct {
	used time.Duration
	at   time.Time
}

// left reports whether a tenant has some of its share left.
func (s shares) left(t webhooks.TenantID, now time.Time) bool { return s[t].after(now) < shareBurst }

func (u usage) after(now time.Time) time.Duration { return max(0, u.used-now.Sub(u.at)/shareOf) }

// use counts time that a tenant's filters took, and forgets tenants whose share is whole again.
func (s shares) use(t webhooks.TenantID, took time.Duration, now time.Time) {
	s[t] = usage{s[t].after(now) + took, now}
	if len(s) > maxShares {
		for other, used := range s {
			if used.after(now) == 0 {
				delete(s, other)
			}
		}
	}
}

// maxShares is how many tenants are remembered before those that need not be are forgotten.
const maxShares = 4096

// A costlyTenant has filters that took more than its share. Its next events are evaluated in the lane; the others wait
// in the outbox until these are sent, so that their order stays.
type costlyTenant struct {
	tenant webhooks.TenantID
	events []webhooks.OutboxEvent
	waits  bool // for room in the lane: all of its events are in the outbox
}

// A lane evaluates the filters of costly tenants, outside of the loop. The tenants take turns, one event each, and all
// of them together take half of a processor.
type lane struct {
	filters  *eventfilter.Cache
	tenants  chan *costlyTenant
	filtered chan filtered
}

// filtered is the next event of a tenant, with the endpoints that get it; last is whether no other is in the lane.
type filtered struct {
	tenant *costlyTenant
	event  webhooks.OutboxEvent
	last   bool
}

func newLane(filters *eventfilter.Cache) *lane {
	return &lane{filters, make(chan *costlyTenant, maxCostly), make(chan filtered)}
}

// run evaluates until ctx ends.
func (l *lane) run(ctx context.Context) {
	var turns []*costlyTenant
	for {
		if len(turns) == 0 {
			select {
			case c := <-l.tenants:
				turns = append(turns, c)
			case <-ctx.Done():
				return
			}
		}
		for len(l.tenants) > 0 {
			turns = append(turns, <-l.tenants)
		}
		c, began := turns[0], time.Now()
		event := c.events[0]
		c.events = c.events[1:]
		event.Filter(l.filters, func() bool { return true })
		took := time.Since(began)
		turns = turns[1:]
		if len(c.events) > 0 {
			turns = append(turns, c)
		}
		select {
		case l.filtered <- filtered{c, event, len(c.events) == 0}:
		case <-ctx.Done():
			return
		}
		if !streams.SleepContext(ctx, took) {
			return
		}
	}
}

// filter evaluates the filters on events that were taken and returns those that can be sent, in their order. If the
// filters of a tenant have used up its share, its first events are for the lane, which [loop.enter] gives them; the
// others stay in the outbox.
func (l *loop) filter(events []webhooks.OutboxEvent) (ready []webhooks.OutboxEvent, begun []*costlyTenant) {
	var dropped []webhooks.OutboxEvent
	for _, o := range events {
		tenant := o.Event.Scope.Tenant
		c := l.costly[tenant]
		if c == nil && l.affords(&o) {
			ready = append(ready, o)
			continue
		}
		dropped = append(dropped, o)
		if c == nil {
			c = &costlyTenant{tenant: tenant, waits: len(l.costly) >= maxCostly}
			if !c.waits {
				begun = append(begun, c)
			}
			l.costly[tenant] = c
		}
		if slices.Contains(begun, c) && len(c.events) < maxQueued {
			c.events = append(c.events, o)
		}
	}
	l.flight.drop(dropped)
	return ready, begun
}

// enter gives events of costly tenants to the lane. A tenant with an event in left, which is queued or large, is not
// costly yet: its other events are in the outbox, and come after that one.
func (l *loop) enter(begun []*costlyTenant, left []webhooks.OutboxEvent) {
	for _, c := range begun {
		if slices.ContainsFunc(left, func(o webhooks.OutboxEvent) bool { return o.Event.Scope.Tenant == c.tenant }) {
			l.dropCostly(func(other *costlyTenant) bool { return other == c || other.waits })
			continue
		}
		select {
		case l.lane.tenants <- c:
		default: // it holds tenants of shards that were given back: this one waits
			c.waits = true
		}
	}
	l.gauges.costly.Store(int64(len(l.costly)))
}

// release holds the scopes of a tenant until the next read, which finds what stayed in the outbox.
func (l *loop) release(t webhooks.TenantID) {
	l.ending = append(l.ending, webhooks.Scope{Tenant: t}, webhooks.Scope{Tenant: t, Livemode: true})
	l.unread = true
}

// affords evaluates the filters on an event if its tenant has some of its share left, and reports whether that was
// enough.
func (l *loop) affords(o *webhooks.OutboxEvent) (done bool) {
	filters := l.lane.filters
	if o.Plain() {
		return o.Filter(filters, func() bool { return true })
	}
	tenant, began := o.Event.Scope.Tenant, time.Now()
	if !l.shares.left(tenant, began) {
		return false
	}
	done = o.Filter(filters, func() bool { return time.Since(began) < eventTime })
	now := time.Now()
	l.shares.use(tenant, now.Sub(began), now)
	return done
}

// sendFiltered sends an event of the lane.
func (l *loop) sendFiltered(ctx context.Context, f filtered) error {
	if l.costly[f.tenant.tenant] != f.tenant { // its shard was given back
		if f.last {
			l.dropCostly(func(c *costlyTenant) bool { return c.waits })
		}
		return nil
	}
	if isLarge(f.event) || f.last {
		l.dropCostly(func(c *costlyTenant) bool { return c == f.tenant || c.waits })
	}
	if !l.flight.takeBack(f.event) {
		return nil
	}
	one := []webhooks.OutboxEvent{f.event}
	if isLarge(f.event) {
		l.begin(one)
		return nil
	}
	return l.send(ctx, one, one)
}

// dropCostly ends the costly state of some tenants. The rest of their events is in the outbox.
func (l *loop) dropCostly(which func(*costlyTenant) bool) {
	for t, c := range l.costly {
		if which(c) {
			delete(l.costly, t)
			l.release(t)
		}
	}
	l.gauges.costly.Store(int64(len(l.costly)))
}
