package relay

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/enqueue"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/ordered"
)

// publish publishes events and deliveries, and waits until NATS has all of them. A crash before their rows end repeats
// it; readers recognise a repeat by its message ids.
func (r *Relay) publish(
	ctx context.Context, events, deliver []webhooks.OutboxEvent, doubtful func(webhooks.OutboxEvent) bool,
) error {
	if !r.js.Conn().IsConnected() {
		return nats.ErrDisconnected
	}
	var published []jetstream.PubAckFuture
	for i := range events {
		p, err := r.publishEvent(&events[i].Event)
		if err != nil {
			return fmt.Errorf("publish: %w", err)
		}
		published = append(published, p)
	}
	var deliveries []webhooks.Delivery
	for _, o := range deliver {
		for _, d := range o.Deliveries() {
			d.Doubtful = doubtful(o)
			deliveries = append(deliveries, d)
		}
	}
	sent, err := enqueue.Publish(r.js, deliveries, nil)
	if err != nil {
		return err
	}
	return enqueue.Acknowledged(ctx, append(published, sent...))
}

// publishEvent publishes an event, which gets the trace context of the relay.
func (r *Relay) publishEvent(e *webhooks.Event) (jetstream.PubAckFuture, error) {
	traceparent, end := r.cfg.Hops.Begin(e.Traceparent, "relay "+string(e.Type), trace.SpanKindProducer)
	defer end()
	e.Traceparent = traceparent
	data, err := proto.Marshal(&dispatchv1.Event{
		Id: string(e.ID), TenantId: string(e.Scope.Tenant), Type: string(e.Type), Livemode: e.Scope.Livemode,
		CreatedAt: timestamppb.New(e.CreatedAt), Body: e.Body, EndpointId: string(e.Endpoint),
		Traceparent: e.Traceparent,
	})
	if err != nil {
		return nil, fmt.Errorf("event %s: %w", e.ID, err)
	}
	msg := nats.NewMsg(streams.EventSubject(string(e.Scope.Tenant), string(e.Type)))
	msg.Data = data
	msg.Header.Set(jetstream.MsgIDHeader, string(e.ID))
	return r.js.PublishMsgAsync(msg)
}

// storeBatch stores the deliveries of events that were sent, except those that an outcome stores, and ends the outbox
// rows of events without further parts, in one transaction. Deliveries with an order enter it, and those whose turn it
// is are sent. It goes on when ctx ends.
func (r *Relay) storeBatch(ctx context.Context, events []webhooks.OutboxEvent) error {
	ctx, done := pgdb.Finish(ctx)
	defer done()
	turns, err := Store(ctx, r.store, events, r.cfg.Overdue)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(turns, ordered.MaxSendable) {
		list, err := r.store.Ordered.Sendable(ctx, some)
		if err == nil {
			err = enqueue.Attempts(ctx, r.js, list, nil)
		}
		if err != nil { // they are stored: the sweep sends them
			r.log.WarnContext(ctx, "ordered deliveries not sent", slog.String("error", err.Error()))
			break
		}
	}
	return nil
}

// Store stores the deliveries of events that were sent, in one transaction, and returns those with an order whose turn
// it is, to be sent. overdue is how long an outcome may stay out before the sweep looks for it.
func Store(
	ctx context.Context, s *postgres.Store, events []webhooks.OutboxEvent, overdue time.Duration,
) (turns []webhooks.Turn, err error) {
	var all, inOrder []webhooks.Delivery
	unkeyed := map[webhooks.EndpointID]int{}
	for _, o := range events {
		all = append(all, o.Deliveries()...)
		inOrder = append(inOrder, o.OrderedDeliveries()...)
		for _, id := range o.Unkeyed {
			unkeyed[id]++
		}
	}
	now := time.Now()
	if len(inOrder) == 0 && len(unkeyed) == 0 {
		return nil, s.Deliveries.Insert(ctx, all, events, now, now.Add(overdue))
	}
	err = s.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Ordered.Lock(ctx, inOrder, slices.Collect(maps.Keys(unkeyed))...); err != nil {
			return err
		}
		if err := tx.Deliveries.Insert(ctx, slices.Concat(all, inOrder), events, now, now.Add(overdue)); err != nil {
			return err
		}
		if err := tx.Ordered.CountUnkeyed(ctx, unkeyed, now); err != nil {
			return err
		}
		turns, err = tx.Ordered.Enter(ctx, inOrder, now)
		return err
	})
	return turns, err
}
