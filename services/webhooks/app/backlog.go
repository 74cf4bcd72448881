package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/streams"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

var errNoNATS = &fault.Error{Reason: fault.Overloaded, Message: "NATS cannot be reached; repeat the request", RetryAfter: time.Second}

// A backlog measures the stages of the pipeline, in the order of an event's way.
type backlog struct {
	store  *postgres.Store
	js     jetstream.JetStream
	places []place
}

// A place is a consumer that works off a stream; none: each endpoint has one of its own, and what is stored waits.
type place struct{ stream, consumer string }

func newBacklog(store *postgres.Store, js jetstream.JetStream, topology streams.Config) *backlog {
	places := []place{{streams.Deliveries, streams.DispatchConsumer}}
	for n := range topology.Retry.Schedule {
		places = append(places, place{streams.Retry(n + 1), streams.TierConsumer})
	}
	return &backlog{store, js, append(places, place{streams.Parked, ""}, place{streams.Deferred, streams.TierConsumer}, place{streams.Results, streams.IngestConsumer})}
}

// stages measures all of them, or fails.
func (b *backlog) stages(ctx context.Context) ([]*webhooksv1.Stage, error) {
	now := time.Now()
	first, err := b.outbox(ctx, now)
	if err != nil {
		return nil, err
	}
	stages := []*webhooksv1.Stage{first}
	for _, p := range b.places {
		stage, err := b.stage(ctx, p, now)
		if err != nil {
			return nil, errNoNATS.WithCause(err)
		}
		stages = append(stages, stage)
	}
	return stages, nil
}

// outbox is what is committed and has no deliveries yet.
func (b *backlog) outbox(ctx context.Context, now time.Time) (*webhooksv1.Stage, error) {
	age, n, err := b.store.OutboxLag(ctx, now)
	if err != nil {
		return nil, err
	}
	return &webhooksv1.Stage{Name: "outbox", Waiting: int64(n), OldestAgeS: age}, nil
}

func (b *backlog) stage(ctx context.Context, p place, now time.Time) (*webhooksv1.Stage, error) {
	stage := &webhooksv1.Stage{Name: p.stream}
	st, err := b.js.Stream(ctx, p.stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return stage, nil // nothing waits in what is not made yet
	}
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", p.stream, err)
	}
	state := st.CachedInfo().State
	first := state.FirstSeq
	if p.consumer == "" {
		stage.Waiting = int64(state.Msgs)
	} else {
		c, err := st.Consumer(ctx, p.consumer)
		if errors.Is(err, jetstream.ErrConsumerNotFound) {
			return stage, nil
		}
		if err != nil {
			return nil, fmt.Errorf("consumer of %s: %w", p.stream, err)
		}
		info := c.CachedInfo()
		stage.Waiting = int64(info.NumPending) + int64(info.NumAckPending)
		first = max(info.AckFloor.Stream+1, first)
	}
	if stage.Waiting == 0 {
		return stage, nil
	}
	oldest, err := st.GetMsg(ctx, first)
	if err == nil {
		stage.OldestAgeS = max(now.Sub(oldest.Time).Seconds(), 0)
	} else if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, fmt.Errorf("oldest of %s: %w", p.stream, err)
	}
	return stage, nil
}
