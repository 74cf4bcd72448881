// Package enqueue puts deliveries that are stored on the stream to the dispatchers. Publishing one twice within the
// window of the stream stores it once there.
package enqueue

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// ackTimeout is how long Acknowledged waits without any acknowledgement before the messages are published again, under
// the same ids. A server that fails takes its acknowledgements with it, and everything behind them waits; a stream
// that is merely slow acknowledges something.
const ackTimeout = 2 * time.Second

// Queue takes first attempts of deliveries.
type Queue struct{ js jetstream.JetStream }

// NewQueue returns a queue.
func NewQueue(js jetstream.JetStream) Queue { return Queue{js} }

// Enqueue publishes the first attempt of each delivery.
func (q Queue) Enqueue(ctx context.Context, list []webhooks.Delivery) error {
	return Attempts(ctx, q.js, list, nil)
}

// Attempts publishes an attempt of each delivery and waits for the acknowledgements. attempts holds the number of the
// attempt to make for each; nil means the first.
func Attempts(ctx context.Context, js jetstream.JetStream, deliveries []webhooks.Delivery, attempts []int) error {
	published, err := Publish(js, deliveries, attempts)
	if err != nil {
		return err
	}
	return Acknowledged(ctx, published)
}

// Publish is Attempts without the wait.
func Publish(js jetstream.JetStream, deliveries []webhooks.Delivery, attempts []int) ([]jetstream.PubAckFuture, error) {
	futures := make([]jetstream.PubAckFuture, len(deliveries))
	for i, d := range deliveries {
		attempt := 1
		if attempts != nil {
			attempt = attempts[i]
		}
		msg, err := message(d, attempt)
		if err != nil {
			return nil, err
		}
		if futures[i], err = js.PublishMsgAsync(msg); err != nil {
			return nil, fmt.Errorf("publish delivery: %w", err)
		}
	}
	return futures, nil
}

// Acknowledged waits until the stream holds all that was published.
func Acknowledged(ctx context.Context, published []jetstream.PubAckFuture) error {
	timeout := time.NewTimer(ackTimeout)
	defer timeout.Stop()
	for _, p := range published {
		timeout.Reset(ackTimeout)
		select {
		case <-p.Ok():
		case err := <-p.Err():
			return fmt.Errorf("publish: %w", err)
		case <-timeout.C:
			return errors.New("publish: no acknowledgement in time")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func message(d webhooks.Delivery, attempt int) (*nats.Msg, error) {
	data, err := proto.Marshal(&dispatchv1.Delivery{
		Id: string(d.ID), EndpointId: string(d.Endpoint), TenantId: string(d.Scope.Tenant), EventId: string(d.Event),
		EventType: string(d.EventType), EventCreatedAt: timestamppb.New(d.EventAt), Run: int32(d.Run),
		Body: d.Body, Traceparent: d.Traceparent, Activation: int32(d.Activation), Check: d.Check,
		MovedAttempt: int32(d.Moved),
	})
	if err != nil {
		return nil, fmt.Errorf("delivery %s: %w", d.ID, err)
	}
	msg := nats.NewMsg(streams.DeliverySubject(string(d.Endpoint)))
	msg.Data = data
	msg.Header.Set(jetstream.MsgIDHeader, streams.DeliveryMsgID(string(d.ID), d.Run, attempt))
	if d.Returned {
		msg.Header.Set(jetstream.MsgIDHeader, streams.ReturnedMsgID(string(d.ID), d.Run, attempt, rand.Text()))
	}
	msg.Header.Set(streams.HeaderWebhookID, string(d.ID))
	msg.Header.Set(streams.HeaderAttempt, strconv.Itoa(attempt))
	if d.Doubtful {
		msg.Header.Set(streams.HeaderDoubtful, "1")
	}
	return msg, nil
}
