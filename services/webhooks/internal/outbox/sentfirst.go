package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
)

// relayAll publishes events, and sends and stores their deliveries. Those of most events are sent first: the transaction that records the first
// outcome of a delivery stores it, and the others are stored afterwards. What is sent and lost with the program is sent again by the relay that
// reads the rows, with the same message ids. read is whether the events were read, and not handed over.
func (w *work) relayAll(ctx context.Context, events []webhooks.OutboxEvent, read bool) error {
	if err := w.unstored.room(ctx); err != nil {
		return err
	}
	published, err := w.begin(events)
	if err != nil {
		return err
	}
	w.pacer.count(events, time.Now())
	first, after := w.split(events)
	if err := w.sendFirst(ctx, first, published, read); err != nil || len(after) == 0 {
		return err
	}
	if err := w.unstored.flush(ctx, after); err != nil {
		return err
	}
	return w.fanOut(ctx, after)
}

// sendFirst sends the deliveries of events, or of parts of them, which are stored later. It waits until these and what was published with them are acknowledged.
func (w *work) sendFirst(ctx context.Context, events []webhooks.OutboxEvent, published []jetstream.PubAckFuture, read bool) error {
	var deliveries []webhooks.Delivery
	for _, o := range events {
		deliveries = append(deliveries, o.Deliveries()...)
	}
	sent, err := enqueue.Publish(w.js, deliveries, nil)
	if err != nil {
		return err
	}
	if err := enqueue.Acknowledged(ctx, append(published, sent...)); err != nil {
		return err
	}
	w.unstored.add(events, read, time.Now())
	return nil
}

// split divides events into those whose deliveries are sent first, and those whose deliveries are stored first: what may have been sent by another relay
// before, so that what has had its attempt is not sent again, and what is checked before each attempt, which needs the rows. Events of a tenant
// behind such a one are stored behind it: positions in the log are in the order of the events.
func (w *work) split(events []webhooks.OutboxEvent) (first, after []webhooks.OutboxEvent) {
	waits := map[webhooks.Scope]bool{}
	for _, o := range events {
		sc := o.Event.Scope
		if waits[sc] || len(o.Event.Permissions) > 0 || o.Seq <= w.fresh[w.shardOf(o)] {
			waits[sc] = true
			after = append(after, o)
		} else {
			first = append(first, o)
		}
	}
	return first, after
}

// refresh notes which rows may have been relayed before, by another relay, when shards are taken over: those that are there.
func (w *work) refresh(ctx context.Context, shards []int) error {
	last, err := w.deliveries.LastRow(ctx)
	if err != nil {
		return fmt.Errorf("last row: %w", err)
	}
	for _, s := range shards {
		w.fresh[s] = last
	}
	return nil
}
