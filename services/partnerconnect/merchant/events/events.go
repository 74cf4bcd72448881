package events

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/internal/telemetry"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

const (
	// consumerName is the durable consumer that all replicas share.
	consumerName = "partnerconnect"
	ackWait      = 30 * time.Second
	retryPause   = 500 * time.Millisecond
	awayPause    = 5 * time.Second // while the verification service does not answer
	handleWithin = 10 * time.Second
	maxPending   = 1000
	batchSize    = 256
	// linger lets one look-up serve the events of several moments and all tenants: nearly all sessions belong to
	// others.
	linger = 100 * time.Millisecond
)

// Events moves onboardings as soon as something happens to their sessions. An event says only that something happened;
// the verification service is asked what. The reconciliation makes up for events that are lost.
type Events struct {
	js            jetstream.JetStream
	verifications *usecase.Verifications
	hops          *telemetry.Hops
	log           *slog.Logger
	now           func() time.Time
}

// NewEvents returns a listener; Run does its work.
func NewEvents(
	js jetstream.JetStream, verifications *usecase.Verifications, hops *telemetry.Hops, log *slog.Logger,
	now func() time.Time,
) *Events {
	return &Events{js, verifications, hops, log, now}
}

// Run handles events until ctx ends; trouble is waited out. An event that cannot be handled now comes again.
func (e *Events) Run(ctx context.Context) error {
	return streams.Batches{
		JetStream: e.js, Find: e.consumer, Size: batchSize, Linger: linger,
		Log: e.log.With(slog.String("stream", streams.Events)), Handle: e.handle,
	}.Run(ctx)
}

func (e *Events) consumer(ctx context.Context) (jetstream.Consumer, error) {
	return e.js.CreateOrUpdateConsumer(ctx, streams.Events, jetstream.ConsumerConfig{
		Durable: consumerName, FilterSubject: streams.EventSubject("*", "verification.>"),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver: -1, MaxAckPending: maxPending,
	})
}

// A notice is an event that something happened to a session.
type notice struct {
	msg     jetstream.Msg
	event   dispatchv1.Event
	session string
}

// handle moves the onboardings that sessions belong to. It ignores the sessions of others.
func (e *Events) handle(ctx context.Context, msgs []jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handleWithin)
	defer cancel()
	notices, sessions := make([]*notice, 0, len(msgs)), make([]string, 0, len(msgs))
	for _, m := range msgs {
		n, err := read(m)
		if err != nil {
			e.log.LogAttrs(ctx, slog.LevelError, "verification event cannot be read", slog.String("cause", err.Error()))
			_ = m.TermWithReason("cannot be read")
			continue
		}
		notices = append(notices, n)
		if uuid.Validate(n.session) == nil { // all of ours are; the database may not even take another text
			sessions = append(sessions, n.session)
		}
	}
	ours, states, err := e.states(ctx, sessions)
	switch {
	case errors.Is(err, errAway):
		e.log.LogAttrs(ctx, slog.LevelWarn, "verification events wait", slog.String("cause", err.Error()))
	case err != nil:
		return err
	}
	for _, n := range notices {
		v, isOurs := ours[n.session]
		state, known := states[n.session]
		switch {
		case isOurs && err != nil:
			_ = n.msg.NakWithDelay(awayPause)
			continue
		case isOurs && known:
			if err := e.move(ctx, v, state, n); err != nil {
				e.log.LogAttrs(ctx, slog.LevelWarn, "verification event not handled", slog.String("cause", err.Error()))
				_ = n.msg.NakWithDelay(retryPause)
				continue
			}
		}
		_ = n.msg.Ack() // if it is lost, the event comes again, which changes nothing
	}
	return nil
}

// errAway means that the verification service does not answer.
var errAway = errors.New("the verification service does not answer")

// states returns which of the sessions are ours, and their states.
func (e *Events) states(
	ctx context.Context, ids []string,
) (ours map[string]verification.OpenVerification, states map[string]onboarding.SessionState, err error) {
	ours, err = e.verifications.Known(ctx, ids)
	if err != nil || len(ours) == 0 {
		return nil, nil, err
	}
	if states, err = e.verifications.States(ctx, slices.Collect(maps.Keys(ours))); err != nil {
		err = fmt.Errorf("%w: %w", errAway, err)
	}
	return ours, states, err
}

func read(m jetstream.Msg) (*notice, error) {
	n := &notice{msg: m}
	var envelope struct {
		Data struct {
			Session string `json:"verification_session_id"`
		} `json:"data"`
	}
	if err := proto.Unmarshal(m.Data(), &n.event); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(n.event.GetBody(), &envelope); err != nil {
		return nil, err
	}
	n.session = envelope.Data.Session
	return n, nil
}

func (e *Events) move(
	ctx context.Context, v verification.OpenVerification, state onboarding.SessionState, n *notice,
) error {
	_, end := e.hops.Begin(n.event.GetTraceparent(), "take in "+n.event.GetType(), trace.SpanKindConsumer)
	defer end()
	now := e.now().UTC().Truncate(time.Millisecond)
	by := audit.Entry{At: now, Actor: audit.SystemActor, Operation: "VerificationEvent", RequestID: n.event.GetId()}
	return e.verifications.Move(ctx, v, state, by)
}
