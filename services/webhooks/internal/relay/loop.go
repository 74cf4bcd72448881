package relay

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	readSize  = 500
	maxFanOut = 1000 // deliveries of a turn, by weight: more would delay other tenants
	minRead   = 8
	// maxTurns is how many batches of the queue are sent before a read that is wanted: it then finds few of their rows.
	maxTurns = 8
)

// A world is what the loop does outside of this program.
type world struct {
	// read returns the next events of the outbox, those of a scope in the order of their commits.
	read func(context.Context, webhooks.OutboxQuery) ([]webhooks.OutboxEvent, error)
	// lastRow returns the highest number of a row.
	lastRow func(context.Context) (int64, error)
	// publish stores events in EVENTS, and the deliveries of events, or of parts of them, in DELIVERIES. doubtful are
	// those that may have been sent before.
	publish func(
		ctx context.Context, events, deliver []webhooks.OutboxEvent, doubtful func(webhooks.OutboxEvent) bool,
	) error
}

// loop sends the events of the shards that this replica holds. One goroutine runs it.
type loop struct {
	world  world
	wake   <-chan struct{} // has a value when other programs may have stored events
	flight *flight
	leases *leases
	pacer  *pacer
	pace   pace // of large events
	lane   *lane
	gauges *gauges

	most   int              // events of one read, and of one turn
	size   int              // events of the next read
	sent   int              // events since the last read
	held   []int            // shards that are sent
	doubts map[int]int64    // by shard: rows up to this one may have been sent by the replica before
	unread bool             // the outbox may have events that are not queued
	turns  int              // batches sent since unread was set
	hashes int              // how many had events at the last read
	ending []webhooks.Scope // held until the next read
	shares shares
	costly map[webhooks.TenantID]*costlyTenant
	large  []large
	due    time.Time // of the next part of one of these
}

func newLoop(w world, f *flight, l *leases, c Config, g *gauges, filters *eventfilter.Cache) *loop {
	return &loop{
		world: w, wake: l.wake, flight: f, leases: l, pacer: newPacer(c.Rates), pace: newPace(c.LargeRate),
		lane: newLane(filters), gauges: g, most: readSize, size: readSize, unread: true,
		doubts: map[int]int64{}, shares: shares{}, costly: map[webhooks.TenantID]*costlyTenant{},
	}
}

// step does what is due: a part of a large event, an event of the lane, a batch of the queue, or a read. It reports
// whether there may be more to do now.
func (l *loop) step(ctx context.Context) (more bool, err error) {
	if err := l.assign(ctx); err != nil || len(l.held) == 0 {
		return false, err
	}
	if err := l.nextPart(ctx); err != nil {
		return false, err
	}
	select { // however much is queued
	case f := <-l.lane.filtered:
		if err := l.sendFiltered(ctx, f); err != nil {
			return false, err
		}
	default:
	}
	select { // also while the queue is never empty
	case <-l.wake:
		l.unread = true
	default:
	}
	now := time.Now()
	l.unread = l.unread || l.pacer.ends(now)
	l.gauges.limited.Store(l.pacer.report(now))
	l.flight.hold(l.waiting())
	status := l.flight.status()
	l.unread = l.unread || status.missed
	switch {
	case !status.empty && l.turns < maxTurns:
		if l.unread {
			l.turns++
		}
		return true, l.sendNext(ctx)
	case l.unread:
		return true, l.read(ctx)
	}
	return false, nil
}

// assign follows the leases. Shards that another replica is to have are released once everything of them is stored, so
// that it finds only what was not sent.
func (l *loop) assign(ctx context.Context) error {
	held, surplus := l.leases.current()
	if len(surplus) == 0 && slices.Equal(held, l.held) {
		return nil
	}
	added := slices.DeleteFunc(slices.Clone(held), func(s int) bool { return slices.Contains(l.held, s) })
	if len(added) > 0 {
		last, err := l.world.lastRow(ctx)
		if err != nil {
			return fmt.Errorf("last row: %w", err)
		}
		for _, s := range added {
			l.doubts[s] = last
		}
	}
	l.held, l.unread = held, true
	l.flight.keep(l.holds) // those that are added begin with the next read
	if len(surplus) == 0 {
		return nil
	}
	l.large = slices.DeleteFunc(l.large, func(x large) bool { return slices.Contains(surplus, l.shardOf(x.event)) })
	l.dropCostly(func(c *costlyTenant) bool { return c.waits || l.leases.ofShards(c.tenant, surplus) })
	if err := l.flight.flush(ctx, time.Now()); err != nil {
		return err
	}
	l.leases.release(surplus)
	return nil
}

func (l *loop) shardOf(o webhooks.OutboxEvent) int { return o.Event.Scope.Hash() % l.leases.shards }

// read queues the next events of the outbox. Only a read may queue events again of a scope or a shard that was left to
// the outbox: those that wait there come first.
func (l *loop) read(ctx context.Context) error {
	l.ending, l.turns = nil, 0
	l.pacer.end(time.Now())
	l.flight.hold(l.waiting())
	dropped := l.flight.reading(l.holds)
	l.size, l.sent = nextRead(l.size, l.sent, dropped, l.most), 0
	q := l.query()
	events, err := l.world.read(ctx, q)
	if err != nil {
		return err
	}
	found := map[int]int{}
	for i := range events {
		found[events[i].Event.Scope.Hash()]++
	}
	l.hashes, l.unread = len(found), len(events) == q.Limit
	for _, n := range found {
		l.unread = l.unread || q.Hashes != nil && n == q.Each
	}
	l.flight.found(events, !l.unread)
	return nil
}

func (l *loop) holds(hash int) bool { return slices.Contains(l.held, hash%l.leases.shards) }

// nextRead is how many events are read next: few, while most of those that were read are dropped, to be read again.
func nextRead(size, sent, dropped, most int) int {
	if dropped > 0 {
		return min(max(2*sent, minRead), most)
	}
	return min(2*size, most)
}

// query is for the next events. While few rows wait and all are of this replica, the first rows are the next;
// otherwise the first of each hash are, so that many rows of one tenant do not delay others.
func (l *loop) query() webhooks.OutboxQuery {
	q := webhooks.OutboxQuery{
		Hashes: l.leases.hashes(l.held), Without: l.waiting(), Sent: l.flight.sentRows(false), Limit: l.size,
	}
	if q.Hashes == nil && (!l.flight.status().open || len(q.Without) > 0) {
		for h := range webhooks.Hashes {
			q.Hashes = append(q.Hashes, h)
		}
	}
	q.Each = min(l.size, max(2*l.size/max(l.hashes, 1), 1))
	return q
}

// waiting are the scopes whose events stay in the outbox: behind a large event, behind events in the lane, or until the
// scope may have more deliveries.
func (l *loop) waiting() []webhooks.Scope {
	list := append(l.pacer.waiting(), l.ending...)
	for t := range l.costly {
		list = append(list, webhooks.Scope{Tenant: t}, webhooks.Scope{Tenant: t, Livemode: true})
	}
	for _, x := range l.large {
		list = append(list, x.event.Event.Scope)
	}
	return list
}

// sendNext sends one batch of the queue. The rest returns to its head, with its filters evaluated.
func (l *loop) sendNext(ctx context.Context) error {
	events, costly := l.filter(l.flight.take(l.most))
	n := l.together(events, time.Now())
	left := events[n:]
	rest := left
	if n == 0 && len(events) > 0 {
		rest = l.begin(events)
	}
	l.flight.putBack(rest)
	l.enter(costly, left)
	if len(costly) > 0 { // before an event of the lane is sent: a late call may have handed it over
		l.flight.hold(l.waiting())
	}
	if n == 0 {
		return nil
	}
	return l.send(ctx, events[:n], events[:n])
}

// together is how many of the first events are sent in one batch; 0 if the first is large.
func (l *loop) together(events []webhooks.OutboxEvent, now time.Time) int {
	return l.pacer.keeping(events[:whole(events, maxFanOut)], now)
}

// whole is how many of the first events come before a large one and weigh no more than most together. The first may
// weigh more.
func whole(events []webhooks.OutboxEvent, most int) int {
	sum := 0
	for i, o := range events {
		if sum += o.TotalWeight(); isLarge(o) || sum > most && i > 0 {
			return i
		}
	}
	return len(events)
}

// send publishes events, and the deliveries of events or of parts of them. These are stored later.
func (l *loop) send(ctx context.Context, events, deliver []webhooks.OutboxEvent) error {
	if err := l.flight.awaitRoom(ctx); err != nil {
		return err
	}
	doubtful := func(o webhooks.OutboxEvent) bool { return o.Seq <= l.doubts[l.shardOf(o)] }
	if err := l.world.publish(ctx, events, deliver, doubtful); err != nil {
		return err
	}
	now := time.Now()
	l.pacer.count(deliver, now)
	l.flight.sent(deliver, now)
	l.sent += len(deliver)
	return nil
}

// divide divides events by a condition.
func divide(
	events []webhooks.OutboxEvent, which func(webhooks.OutboxEvent) bool,
) (those, others []webhooks.OutboxEvent) {
	for _, o := range events {
		if which(o) {
			those = append(those, o)
		} else {
			others = append(others, o)
		}
	}
	return those, others
}
