package verification

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"time"

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
	VerificationOwner(ctx context.Context, id string) (pc.Ref, error)
	ChangeOnboarding(ctx context.Context, v pc.View, ref pc.Ref, now time.Time, by pc.AuditEntry, f func(*pc.Onboarding) error) (pc.Onboarding, error)
}

const (
	// consumerName is the durable consumer that all replicas share.
	consumerName = "partnerconnect"
	ackWait      = 30 * time.Second
	retryPause   = 500 * time.Millisecond
	handleWithin = 10 * time.Second
	maxPending   = 1000
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
	for ctx.Err() == nil {
		if err := e.consume(ctx); err != nil && ctx.Err() == nil {
			e.log.LogAttrs(ctx, slog.LevelWarn, "verification events interrupted", slog.String("cause", err.Error()))
			streams.Pause(ctx, retryPause)
		}
	}
	return nil
}

func (e *Events) consume(ctx context.Context) error {
	consumer, err := e.js.CreateOrUpdateConsumer(ctx, streams.Events, jetstream.ConsumerConfig{
		Durable: consumerName, FilterSubject: streams.EventSubject("*", "verification.>"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver: -1, MaxAckPending: maxPending,
	})
	if err != nil {
		return err
	}
	messages, err := consumer.Messages()
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, messages.Stop)
	defer stop()
	defer messages.Stop()
	for {
		m, err := messages.Next()
		if err != nil {
			return err
		}
		if err := e.handle(ctx, m.Data()); err != nil {
			e.log.LogAttrs(ctx, slog.LevelWarn, "verification event not handled", slog.String("cause", err.Error()))
			_ = m.NakWithDelay(retryPause)
			continue
		}
		_ = m.Ack() // one that is lost brings the event again, which changes nothing
	}
}

// handle moves the onboarding that a session belongs to. Sessions of others are none of ours.
func (e *Events) handle(ctx context.Context, data []byte) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handleWithin)
	defer cancel()
	var m dispatchv1.Event
	var envelope struct {
		Data struct {
			Session string `json:"verification_session_id"`
			Status  string `json:"status"`
		} `json:"data"`
	}
	if proto.Unmarshal(data, &m) != nil || json.Unmarshal(m.GetBody(), &envelope) != nil {
		e.log.LogAttrs(ctx, slog.LevelError, "verification event cannot be read")
		return nil // it never will
	}
	ref, err := e.store.VerificationOwner(ctx, envelope.Data.Session)
	if errors.Is(err, pc.ErrOnboardingNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, end := e.hops.Begin(m.GetTraceparent(), "take in "+m.GetType(), trace.SpanKindConsumer)
	defer end()
	now := e.now().UTC().Truncate(time.Millisecond)
	by := pc.AuditEntry{At: now, Actor: pc.SystemActor, Operation: "VerificationEvent", RequestID: m.GetId()}
	_, err = e.store.ChangeOnboarding(ctx, pc.View{System: true}, ref, now, by, func(o *pc.Onboarding) error {
		return o.Verified(envelope.Data.Session, envelope.Data.Status)
	})
	return err
}
