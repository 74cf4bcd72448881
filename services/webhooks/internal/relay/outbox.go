package relay

import (
	"context"
	"fmt"
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
// rows of events without further parts, in one transaction. It goes on when ctx ends.
func (r *Relay) storeBatch(ctx context.Context, events []webhooks.OutboxEvent) error {
	ctx, done := pgdb.Finish(ctx)
	defer done()
	var all []webhooks.Delivery
	for _, o := range events {
		all = append(all, o.Deliveries()...)
	}
	now := time.Now()
	return r.store.Deliveries.Insert(ctx, all, events, now, now.Add(r.cfg.Overdue))
}
