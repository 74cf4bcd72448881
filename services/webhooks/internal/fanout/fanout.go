// Package fanout turns events of the stream EVENTS into deliveries: rows in Postgres first, then messages for the
// dispatcher, then the acknowledgement. Each step is idempotent, so a crash between two of them repeats and loses
// nothing.
package fanout

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

const (
	batchSize  = 500
	ackTimeout = 10 * time.Second
)

// Fanout consumes events and produces deliveries.
type Fanout struct {
	store    *postgres.Store
	js       jetstream.JetStream
	topology streams.Config
	overdue  time.Duration
	log      *slog.Logger
}

// New returns a fan-out; overdueAfter is how long the first outcome may stay out before the sweep looks for the message.
func New(s *postgres.Store, js jetstream.JetStream, topology streams.Config, overdueAfter time.Duration, log *slog.Logger) *Fanout {
	return &Fanout{s, js, topology, overdueAfter, log}
}

// Run works until ctx ends.
func (f *Fanout) Run(ctx context.Context) error {
	return streams.Batches{
		JetStream: f.js, Topology: f.topology, Stream: streams.Events, Consumer: streams.FanoutConsumer,
		Size: batchSize, Log: f.log, Handle: f.handle,
	}.Run(ctx)
}

// handle fans a batch out; when it fails, nothing of the batch is acknowledged.
func (f *Fanout) handle(ctx context.Context, msgs []jetstream.Msg) error {
	events, from := make([]postgres.OutboxEvent, 0, len(msgs)), make([]jetstream.Msg, 0, len(msgs))
	for _, m := range msgs {
		o, err := decode(m.Data())
		if err != nil {
			f.poison(ctx, m, err)
			continue
		}
		events, from = append(events, o), append(from, m)
	}
	if len(events) == 0 {
		return nil
	}
	now := time.Now()
	deliveries, err := f.store.FanOut(ctx, events, now, now.Add(f.overdue))
	if pgdb.Refused(err) {
		deliveries, err = f.oneByOne(ctx, events, from, now)
	}
	if err != nil {
		return fmt.Errorf("store deliveries: %w", err)
	}
	if err := Send(ctx, f.js, deliveries, nil); err != nil {
		return err
	}
	for _, m := range msgs {
		_ = m.Ack()
	}
	return nil
}

// oneByOne stores the deliveries of each event by itself, and removes those events that Postgres refuses: they would hold up
// all others for ever.
func (f *Fanout) oneByOne(ctx context.Context, events []postgres.OutboxEvent, from []jetstream.Msg, now time.Time) ([]webhooks.Delivery, error) {
	var all []webhooks.Delivery
	for i := range events {
		deliveries, err := f.store.FanOut(ctx, events[i:i+1], now, now.Add(f.overdue))
		switch {
		case pgdb.Refused(err):
			f.poison(ctx, from[i], err)
		case err != nil:
			return nil, err // what was stored before is found untried, and sent, when the batch comes again
		}
		all = append(all, deliveries...)
	}
	return all, nil
}

// poison removes a message that nothing can be made of.
func (f *Fanout) poison(ctx context.Context, m jetstream.Msg, err error) {
	f.log.ErrorContext(ctx, "poison event", slog.String("subject", m.Subject()), slog.String("error", err.Error()))
	_ = m.TermWithReason("cannot be read")
}

// Sender sends first attempts of deliveries that are stored already.
type Sender struct{ js jetstream.JetStream }

// NewSender returns a sender.
func NewSender(js jetstream.JetStream) Sender { return Sender{js} }

// Send publishes the first attempt of each.
func (s Sender) Send(ctx context.Context, list []webhooks.Delivery) error {
	return Send(ctx, s.js, list, nil)
}

// Send publishes deliveries to the dispatcher and waits for the acknowledgements. attempts holds the number of the
// attempt to make for each; nil means the first. Publishing one a second time within the window of the stream stores
// it once.
func Send(ctx context.Context, js jetstream.JetStream, deliveries []webhooks.Delivery, attempts []int) error {
	futures := make([]jetstream.PubAckFuture, len(deliveries))
	for i, d := range deliveries {
		attempt := 1
		if attempts != nil {
			attempt = attempts[i]
		}
		msg, err := message(d, attempt)
		if err != nil {
			return err
		}
		if futures[i], err = js.PublishMsgAsync(msg); err != nil {
			return fmt.Errorf("publish delivery: %w", err)
		}
	}
	timeout := time.NewTimer(ackTimeout)
	defer timeout.Stop()
	for _, p := range futures {
		select {
		case <-p.Ok():
		case err := <-p.Err():
			return fmt.Errorf("publish delivery: %w", err)
		case <-timeout.C:
			return errors.New("publish delivery: no acknowledgement in time")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func message(d webhooks.Delivery, attempt int) (*nats.Msg, error) {
	data, err := proto.Marshal(&dispatchv1.Delivery{
		Id: string(d.ID), EndpointId: string(d.Endpoint), TenantId: string(d.Scope.Tenant), EventId: string(d.Event),
		EventType: string(d.EventKind), EventCreatedAt: timestamppb.New(d.EventAt), Run: int32(d.Run),
		Body: d.Body, Traceparent: d.Traceparent, Activation: int32(d.Activation),
	})
	if err != nil {
		return nil, fmt.Errorf("delivery %s: %w", d.ID, err)
	}
	msg := nats.NewMsg(streams.DeliverySubject(string(d.Endpoint)))
	msg.Data = data
	msg.Header.Set(jetstream.MsgIDHeader, streams.DeliveryMsgID(string(d.ID), d.Run, attempt))
	msg.Header.Set(streams.HeaderWebhookID, string(d.ID))
	msg.Header.Set(streams.HeaderAttempt, strconv.Itoa(attempt))
	return msg, nil
}

func decode(data []byte) (postgres.OutboxEvent, error) {
	var m dispatchv1.Event
	if err := proto.Unmarshal(data, &m); err != nil {
		return postgres.OutboxEvent{}, err
	}
	if m.GetId() == "" || m.GetTenantId() == "" || !m.GetCreatedAt().IsValid() {
		return postgres.OutboxEvent{}, errors.New("id, tenant or time is missing")
	}
	return postgres.OutboxEvent{Seq: m.GetOutboxSeq(), Event: webhooks.Event{
		ID: webhooks.EventID(m.GetId()), Scope: webhooks.Scope{Tenant: webhooks.TenantID(m.GetTenantId()), Livemode: m.GetLivemode()},
		Kind: webhooks.EventKind(m.GetType()), CreatedAt: m.GetCreatedAt().AsTime(), Endpoint: webhooks.EndpointID(m.GetEndpointId()),
		Body: m.GetBody(), Traceparent: m.GetTraceparent(),
	}}, nil
}
