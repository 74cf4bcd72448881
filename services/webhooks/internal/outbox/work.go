package outbox

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks"
)

const (
	maxLarge = 64 // large events that are sent in parts at the same time, each of another scope
)

// work is what the relay does with the shards it holds. A large event is sent in parts, between which the events of
// other scopes are relayed; those of its own scope wait until it is done, so that their order stays.
type work struct {
	*Relay
	leases *leases
	held   []int        // shards that are worked on
	stored chan<- batch // to be sent
	large  []large
	due    time.Time // of the next part of one of these
	behind bool      // there were more than a batch when they were last read
	hashes int       // that had events then
	batch  int       // events that are read at once
	recent recent
	shares shares
	costly map[webhooks.TenantID]*queue
	lane   *lane
	pacer  *pacer

	fresh map[int]int64 // by shard: rows with a higher number have never been relayed
}

// some relays a part of a large event, if one is due, and the next events; more when there may be others.
func (w *work) some(ctx context.Context) (more bool, err error) {
	held, err := w.assigned(ctx)
	if err != nil || len(held) == 0 {
		return false, err
	}
	if _, err := w.nextPart(ctx); err != nil {
		return false, err
	}
	select { // however much there is to read
	case f := <-w.lane.filtered:
		if _, err := w.relayFiltered(ctx, f); err != nil {
			return false, err
		}
	default:
	}
	w.pacer.endOver(time.Now())
	w.limited.Store(w.pacer.limited(time.Now()))
	q := w.query(held)
	w.handover.Waiting(q.Without) // before the read, which finds what came of those that wait no more
	events, err := w.deliveries.NextEvents(ctx, q)
	if err != nil || len(events) == 0 {
		w.behind = false
		return false, err
	}
	w.behind = w.more(q, events)
	more = w.behind
	events, begun := w.filter(events)
	n := w.together(events, time.Now())
	w.enter(begun, events[n:])
	w.batch = nextBatch(w.batch, len(events), n)
	switch {
	case len(events) == 0:
		return more, nil
	case n < len(events) && n > 0:
		events, more = events[:n], true
	case n == 0 && len(w.large) == maxLarge:
		w.pacer.rest(events[0], time.Now())
		return true, nil
	case n == 0:
		return true, w.beginLarge(ctx, events[0])
	}
	w.recent.add(events, time.Now())
	return more, w.relayAll(ctx, events, true)
}

// assigned are the shards to work on. Those that another replica is to have are released first: what is stored of them has been sent, and their large
// events begin again there.
func (w *work) assigned(ctx context.Context) ([]int, error) {
	held, surplus := w.leases.current()
	if err := w.takeOver(ctx, slices.DeleteFunc(slices.Clone(held), func(s int) bool { return slices.Contains(w.held, s) })); err != nil {
		return nil, err
	}
	w.held = held
	if len(surplus) == 0 {
		return held, nil
	}
	w.large = slices.DeleteFunc(w.large, func(l large) bool { return slices.Contains(surplus, w.shardOf(l.event)) })
	w.dropCostly(func(q *queue) bool { return q.waits || w.leases.ofShards(q.tenant, surplus) })
	if err := w.unstored.flushAll(ctx); err != nil {
		return nil, err
	}
	sent := make(chan struct{})
	w.stored <- batch{sent: sent}
	select {
	case <-sent:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	w.leases.release(surplus)
	return held, nil
}

func (w *work) shardOf(o webhooks.OutboxEvent) int { return o.Event.Scope.Hash() % w.leases.shards }

// takeOver sends what a replica that ended may have stored and not sent of the shards that were its own. What was sent has the same message id, which
// makes it one message: only what is younger than the streams remember ids is sent.
func (w *work) takeOver(ctx context.Context, shards []int) error {
	if len(shards) == 0 {
		return nil
	}
	if err := w.refresh(ctx, shards); err != nil {
		return err
	}
	list, err := w.deliveries.Unsent(ctx, time.Now().Add(-streams.DedupeWindow/2), func(sc webhooks.Scope) bool {
		return slices.Contains(shards, sc.Hash()%w.leases.shards)
	})
	if err != nil {
		return fmt.Errorf("unsent: %w", err)
	}
	for part := range slices.Chunk(list, maxFanOut) {
		w.stored <- batch{deliveries: part}
	}
	return nil
}

// query is for the next events. While the rows that wait are few and all are of this replica, the first rows are the next; otherwise the first of each hash
// are, so that many rows of one delay no others.
func (w *work) query(held []int) webhooks.OutboxQuery {
	q := webhooks.OutboxQuery{
		Hashes: w.leases.hashes(held), Without: w.waiting(), Sent: w.unstored.rows(), Limit: w.batch,
	}
	if q.Hashes == nil && (w.behind || len(q.Without) > 0) {
		for h := range webhooks.Hashes {
			q.Hashes = append(q.Hashes, h)
		}
	}
	q.Each = min(w.batch, max(2*w.batch/max(w.hashes, 1), 1))
	return q
}

// nextBatch is how many events are read next. Of events with many endpoints only the first ones are relayed, and the
// others, whose endpoints were read for nothing, are read again.
func nextBatch(batch, read, relayed int) int {
	if relayed < read {
		return min(max(2*relayed, minBatch), batchSize)
	}
	return min(2*batch, batchSize)
}

// more reports whether a query may not have found all that waits, and notes of how many hashes there are events.
func (w *work) more(q webhooks.OutboxQuery, events []webhooks.OutboxEvent) bool {
	found := map[int]int{}
	for i := range events {
		found[events[i].Event.Scope.Hash()]++
	}
	w.hashes = len(found)
	more := len(events) == q.Limit
	for _, n := range found {
		more = more || q.Hashes != nil && n == q.Each
	}
	return more
}

// waiting are the scopes whose next events wait: for a large event, for events of their tenant in the lane, or until
// the scope may have more deliveries.
func (w *work) waiting() []webhooks.Scope {
	list := slices.Collect(maps.Keys(w.pacer.over))
	for t := range w.costly {
		list = append(list, webhooks.Scope{Tenant: t}, webhooks.Scope{Tenant: t, Livemode: true})
	}
	for _, l := range w.large {
		list = append(list, l.event.Event.Scope)
	}
	return list
}

// together is how many of the events, from the first on, are relayed at once; 0 when the first is large.
func (w *work) together(events []webhooks.OutboxEvent, now time.Time) int {
	return w.pacer.keeping(events[:whole(events, maxFanOut)], now)
}

// whole is how many of the events, from the first on, are relayed at once: up to a large one, and up to a sum of
// deliveries by weight, however many the first one has.
func whole(events []webhooks.OutboxEvent, most int) int {
	sum := 0
	for i, o := range events {
		if sum += o.TotalWeight(); isLarge(o) || sum > most && i > 0 {
			return i
		}
	}
	return len(events)
}

// begin publishes events to EVENTS without waiting for the acknowledgements. A crash before their rows end repeats it,
// which the message id lets readers recognise.
func (w *work) begin(events []webhooks.OutboxEvent) ([]jetstream.PubAckFuture, error) {
	if !w.js.Conn().IsConnected() {
		return nil, nats.ErrDisconnected
	}
	published := make([]jetstream.PubAckFuture, len(events))
	for i := range events {
		e := &events[i].Event
		traceparent, end := w.hops.Begin(e.Traceparent, "relay "+string(e.Type), trace.SpanKindProducer)
		e.Traceparent = traceparent
		msg, err := message(events[i])
		if err == nil {
			published[i], err = w.js.PublishMsgAsync(msg)
		}
		end()
		if err != nil {
			return nil, fmt.Errorf("publish: %w", err)
		}
	}
	return published, nil
}

// fanOut stores deliveries, which ends the rows of their events, and has them sent.
func (w *work) fanOut(ctx context.Context, events []webhooks.OutboxEvent) error {
	now := time.Now()
	deliveries, err := w.deliveries.FanOut(ctx, events, now)
	if err != nil {
		return fmt.Errorf("fan out: %w", err)
	}
	for i := range deliveries { // a relay that ended may have sent them before
		deliveries[i].Doubtful = now.Sub(deliveries[i].EventAt) > streams.DedupeWindow/2
	}
	w.stored <- batch{deliveries: deliveries}
	return nil
}
