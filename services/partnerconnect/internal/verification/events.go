package verification

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Onboardings are moved by the outcome of their sessions.
type Onboardings interface {
	VerificationOwners(ctx context.Context, ids []string) (map[string]pc.Ref, error)
	ChangeOnboarding(ctx context.Context, v pc.View, ref pc.Ref, now time.Time, by pc.AuditEntry, f func(*pc.Onboarding) error) (pc.Onboarding, error)
}

const (
	// consumerName is the durable consumer that all replicas share.
	consumerName = "partnerconnect"
	ackWait      = 30 * time.Second
	retryPause   = 500 * time.Millisecond
	handleWithin = 10 * time.Second
	maxPending   = 1000
	batchSize    = 256
	// linger lets one look-up serve the events of all tenants of a moment: nearly all sessions are others'.
	linger = 100 * time.Millisecond
)

// Events hears of sessions.
type Events struct {
	js    jetstream.JetStream
	store Onboardings
	hops  *telemetry.Hops
	log   *slog.Logger
	now   func() time.Time
}

// NewEvents returns a listener; Run does its work.
func NewEvents(js jetstream.JetStream, store Onboardings, hops *telemetry.Hops, log *slog.Logger, now func() time.Time) *Events {
	return &Events{js, store, hops, log, now}
}

// Run handles events until ctx ends; trouble is waited out. An event that cannot be handled now comes again.
func (e *Events) Run(ctx context.Context) error {
	return streams.Batches{
		JetStream: e.js, Find: e.consumer, Size: batchSize, Linger: linger, Log: e.log.With(slog.String("stream", streams.Events)), Handle: e.handle,
	}.Run(ctx)
}

func (e *Events) consumer(ctx context.Context) (jetstream.Consumer, error) {
	return e.js.CreateOrUpdateConsumer(ctx, streams.Events, jetstream.ConsumerConfig{
		Durable: consumerName, FilterSubject: streams.EventSubject("*", "verification.>"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver: -1, MaxAckPending: maxPending,
	})
}

// An outcome is what an event says of a session.
type outcome struct {
	msg             jetstream.Msg
	event           dispatchv1.Event
	session, status string
}

// handle moves the onboardings that sessions belong to. Sessions of others are none of ours.
func (e *Events) handle(ctx context.Context, msgs []jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handleWithin)
	defer cancel()
	outcomes, sessions := make([]*outcome, 0, len(msgs)), make([]string, 0, len(msgs))
	for _, m := range msgs {
		o, err := read(m)
		if err != nil {
			e.log.LogAttrs(ctx, slog.LevelError, "verification event cannot be read", slog.String("cause", err.Error()))
			_ = m.TermWithReason("cannot be read")
			continue
		}
		outcomes = append(outcomes, o)
		if uuid.Validate(o.session) == nil { // as all of ours; any other text, the database may not even take
			sessions = append(sessions, o.session)
		}
	}
	owners, err := e.store.VerificationOwners(ctx, sessions)
	if err != nil {
		return err
	}
	for _, o := range outcomes {
		if ref, ours := owners[o.session]; ours {
			if err := e.move(ctx, ref, o); err != nil {
				e.log.LogAttrs(ctx, slog.LevelWarn, "verification event not handled", slog.String("cause", err.Error()))
				_ = o.msg.NakWithDelay(retryPause)
				continue
			}
		}
		_ = o.msg.Ack() // one that is lost brings the event again, which changes nothing
	}
	return nil
}

func read(m jetstream.Msg) (*outcome, error) {
	o := &outcome{msg: m}
	var envelope struct {
		Data struct {
			Session string `json:"verification_session_id"`
			Status  string `json:"status"`
		} `json:"data"`
	}
	if err := proto.Unmarshal(m.Data(), &o.event); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(o.event.GetBody(), &envelope); err != nil {
		return nil, err
	}
	o.session, o.status = envelope.Data.Session, envelope.Data.Status
	return o, nil
}

func (e *Events) move(ctx context.Context, ref pc.Ref, o *outcome) error {
	_, end := e.hops.Begin(o.event.GetTraceparent(), "take in "+o.event.GetType(), trace.SpanKindConsumer)
	defer end()
	now := e.now().UTC().Truncate(time.Millisecond)
	by := pc.AuditEntry{At: now, Actor: pc.SystemActor, Operation: "VerificationEvent", RequestID: o.event.GetId()}
	_, err := e.store.ChangeOnboarding(ctx, pc.View{System: true}, ref, now, by, func(ob *pc.Onboarding) error {
		return ob.Verified(o.session, o.status)
	})
	return err
}
