package outbox

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
)

const (
	partSize  = 64  // deliveries of an event that are stored at once while events of others wait
	partAlone = 500 // and while none do
	maxLarge  = 64  // events that are stored in parts at the same time, each of another tenant
)

// work is what the relay does while it has the lock. An event with more than partAlone endpoints is stored in parts, between which the events of
// other tenants are relayed; those of its own tenant wait until it is done, so that their order stays.
type work struct {
	*Relay
	stored chan<- []webhooks.Delivery // to be sent
	large  []large
	alone  bool // no events of other tenants waited when they were last read
}

// A large event is stored up to one of its endpoints. After a crash it begins again: what is stored twice is recognised.
type large struct {
	event webhooks.OutboxEvent
	upTo  int
}

// some stores a part of each large event and the deliveries of the next events; more when there may be others.
func (w *work) some(ctx context.Context) (more bool, err error) {
	if err := w.nextParts(ctx); err != nil {
		return false, err
	}
	events, err := w.deliveries.NextEvents(ctx, w.tenants(), batchSize)
	w.alone = len(events) == 0
	if err != nil || len(events) == 0 {
		return len(w.large) > 0, err
	}
	more = len(events) == batchSize || len(w.large) > 0
	switch n := whole(events, partAlone, maxFanOut); {
	case n < len(events) && n > 0:
		events, more = events[:n], true
	case n == 0 && len(w.large) == maxLarge:
		return true, nil // it waits until one of the others is done
	case n == 0:
		if err := w.publish(ctx, events[:1]); err != nil {
			return false, err
		}
		w.large = append(w.large, large{event: events[0]})
		return true, nil
	}
	if err := w.publish(ctx, events); err != nil {
		return false, err
	}
	return more, w.fanOut(ctx, events)
}

// tenants are those of the large events.
func (w *work) tenants() []webhooks.TenantID {
	list := make([]webhooks.TenantID, len(w.large))
	for i, l := range w.large {
		list[i] = l.event.Event.Scope.Tenant
	}
	return list
}

// whole is how many of the events, from the first on, are stored at once: up to one that has more deliveries than a part, and up to a sum of
// deliveries, however many the first one has.
func whole(events []webhooks.OutboxEvent, part, most int) int {
	sum := 0
	for i, o := range events {
		sum += len(o.Endpoints)
		if len(o.Endpoints) > part || sum > most && i > 0 {
			return i
		}
	}
	return len(events)
}

// nextParts stores the next part of each large event.
func (w *work) nextParts(ctx context.Context) error {
	size := partSize
	if w.alone {
		size = partAlone
	}
	for i := range w.large {
		l := &w.large[i]
		to := min(l.upTo+size, len(l.event.Endpoints))
		if err := w.fanOut(ctx, []webhooks.OutboxEvent{l.event.Part(l.upTo, to)}); err != nil {
			return err
		}
		l.upTo = to
	}
	w.large = slices.DeleteFunc(w.large, func(l large) bool { return l.upTo == len(l.event.Endpoints) })
	return nil
}

// publish publishes events to EVENTS. A crash before their rows end repeats it, which the message id lets readers recognise.
func (w *work) publish(ctx context.Context, events []webhooks.OutboxEvent) error {
	if !w.js.Conn().IsConnected() {
		return nats.ErrDisconnected
	}
	published := make([]jetstream.PubAckFuture, len(events))
	for i := range events {
		e := &events[i].Event
		traceparent, end := w.hops.Begin(e.Traceparent, "relay "+string(e.Type), trace.SpanKindProducer)
		defer end() // once they are published
		e.Traceparent = traceparent
		msg, err := message(events[i])
		if err != nil {
			return err
		}
		if published[i], err = w.js.PublishMsgAsync(msg); err != nil {
			return fmt.Errorf("publish: %w", err)
		}
	}
	return enqueue.Acknowledged(ctx, published)
}

// fanOut stores deliveries, which ends the rows of their events, and has them sent.
func (w *work) fanOut(ctx context.Context, events []webhooks.OutboxEvent) error {
	deliveries, err := w.deliveries.FanOut(ctx, events, time.Now())
	if err != nil {
		return fmt.Errorf("fan out: %w", err)
	}
	w.stored <- deliveries
	return nil
}
