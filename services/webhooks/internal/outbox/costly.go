package outbox

import (
	"context"
	"maps"
	"slices"
	"time"

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

// use counts time that a tenant's filters took. What has become available again is forgotten.
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

// A queue holds the next events of a tenant whose filters took more than its share. Its other events wait in the
// outbox until the queue is empty, so that their order stays.
type queue struct {
	tenant webhooks.TenantID
	events []webhooks.OutboxEvent
	waits  bool // for room in the lane: all of its events are in the outbox
}

// A lane evaluates the filters of tenants that used up their share, outside of the relay. The tenants take turns, one
// event each, and all of them together take half of a processor.
type lane struct {
	filter   func(*webhooks.OutboxEvent)
	queues   chan *queue
	filtered chan filtered
}

// filtered is the next event of a queue; last is whether the queue is empty then.
type filtered struct {
	queue *queue
	event webhooks.OutboxEvent
	last  bool
}

func newLane(filter func(*webhooks.OutboxEvent)) *lane {
	return &lane{filter, make(chan *queue, maxCostly), make(chan filtered)}
}

// run evaluates until ctx ends.
func (l *lane) run(ctx context.Context) {
	var turns []*queue
	for {
		if len(turns) == 0 {
			select {
			case q := <-l.queues:
				turns = append(turns, q)
			case <-ctx.Done():
				return
			}
		}
		for len(l.queues) > 0 {
			turns = append(turns, <-l.queues)
		}
		q, began := turns[0], time.Now()
		event := q.events[0]
		q.events = q.events[1:]
		l.filter(&event)
		took := time.Since(began)
		turns = turns[1:]
		if len(q.events) > 0 {
			turns = append(turns, q)
		}
		select {
		case l.filtered <- filtered{q, event, len(q.events) == 0}:
		case <-ctx.Done():
			return
		}
		if !streams.SleepContext(ctx, took) {
			return
		}
	}
}

// filter evaluates the filters on events and returns those that can be relayed now, in their order. Events of a tenant
// whose filters have used up its share are not among them: the first ones are in a queue for the lane, which
// [work.enter] lets in once it is known what is relayed, and the later ones stay in the outbox.
func (w *work) filter(events []webhooks.OutboxEvent) (ready []webhooks.OutboxEvent, begun []*queue) {
	for _, o := range events {
		tenant := o.Event.Scope.Tenant
		q := w.costly[tenant]
		if q == nil && w.affords(&o) {
			ready = append(ready, o)
			continue
		}
		if q == nil {
			q = &queue{tenant: tenant, waits: len(w.costly) >= maxCostly}
			if !q.waits {
				begun = append(begun, q)
			}
			w.costly[tenant] = q
		}
		if slices.Contains(begun, q) && len(q.events) < maxQueued {
			q.events = append(q.events, o)
		}
	}
	return ready, begun
}

// enter lets queues into the lane. Those of tenants of which something ready is not relayed yet are dropped: what they
// hold is in the outbox, and comes after that.
func (w *work) enter(begun []*queue, unrelayed []webhooks.OutboxEvent) {
	for _, q := range begun {
		if slices.ContainsFunc(unrelayed, func(o webhooks.OutboxEvent) bool { return o.Event.Scope.Tenant == q.tenant }) {
			delete(w.costly, q.tenant)
			continue
		}
		select {
		case w.lane.queues <- q:
		default: // the channel holds queues of shards that were given back: this one waits
			q.waits = true
		}
	}
	w.costlyTenants.Store(int64(len(w.costly)))
}

// affords evaluates the filters on an event if its tenant has some of its share left, and reports whether that was
// enough.
func (w *work) affords(o *webhooks.OutboxEvent) (done bool) {
	if o.Filters == nil {
		w.deliveries.FilterAll(o)
		return true
	}
	tenant, began := o.Event.Scope.Tenant, time.Now()
	if !w.shares.left(tenant, began) {
		return false
	}
	done = w.deliveries.FilterEvent(o, began.Add(eventTime))
	now := time.Now()
	w.shares.use(tenant, now.Sub(began), now)
	return done
}

// relayFiltered relays an event of the lane. It reports whether the events of its tenant are to be read from the
// outbox.
func (w *work) relayFiltered(ctx context.Context, f filtered) (read bool, err error) {
	if w.costly[f.queue.tenant] != f.queue { // its shard was given back
		if f.last {
			w.dropCostly(func(q *queue) bool { return q.waits })
		}
		return f.last, nil
	}
	large := isLarge(f.event)
	if large || f.last {
		w.dropCostly(func(q *queue) bool { return q == f.queue || q.waits })
	}
	if large { // those behind it wait until it is stored
		if len(w.large) == maxLarge {
			return true, nil // it is read again, until there is room
		}
		return true, w.beginLarge(ctx, f.event)
	}
	events := []webhooks.OutboxEvent{f.event}
	w.recent.add(events, time.Now())
	return f.last, w.relayAll(ctx, events, true)
}

// dropCostly ends some queues. What is left of their events is in the outbox.
func (w *work) dropCostly(which func(*queue) bool) {
	maps.DeleteFunc(w.costly, func(_ webhooks.TenantID, q *queue) bool { return which(q) })
	w.costlyTenants.Store(int64(len(w.costly)))
}

// ofShards reports whether events of a tenant are in some shards.
func (l *leases) ofShards(t webhooks.TenantID, shards []int) bool {
	for _, livemode := range []bool{false, true} {
		if slices.Contains(shards, webhooks.Scope{Tenant: t, Livemode: livemode}.Hash()%l.shards) {
			return true
		}
	}
	return false
}
