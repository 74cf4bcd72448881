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

// backlogOf measures the stages of the pipeline, in the order of an event's way.
func backlogOf(store *postgres.Store, js jetstream.JetStream, topology streams.Config) func(context.Context) ([]*webhooksv1.Stage, error) {
	type place struct{ stream, consumer string }
	places := []place{{streams.Events, streams.FanoutConsumer}, {streams.Deliveries, streams.DispatchConsumer}}
	for n := range topology.RetrySchedule {
		places = append(places, place{streams.Retry(n + 1), streams.TierConsumer})
	}
	places = append(places, place{streams.Deferred, streams.TierConsumer}, place{streams.Results, streams.IngestConsumer})
	return func(ctx context.Context) ([]*webhooksv1.Stage, error) {
		now := time.Now()
		age, n, err := store.OutboxLag(ctx, now)
		if err != nil {
			return nil, err
		}
		stages := []*webhooksv1.Stage{{Name: "outbox", Waiting: int64(n), OldestAgeS: age}}
		for _, p := range places {
			stage, err := stageOf(ctx, js, p.stream, p.consumer, now)
			if err != nil {
				return nil, errNoNATS.WithCause(err)
			}
			stages = append(stages, stage)
		}
		return stages, nil
	}
}

func stageOf(ctx context.Context, js jetstream.JetStream, stream, consumer string, now time.Time) (*webhooksv1.Stage, error) {
	stage := &webhooksv1.Stage{Name: stream}
	st, err := js.Stream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return stage, nil // nothing waits in what is not made yet
	}
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", stream, err)
	}
	c, err := st.Consumer(ctx, consumer)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return stage, nil
	}
	if err != nil {
		return nil, fmt.Errorf("consumer of %s: %w", stream, err)
	}
	info := c.CachedInfo()
	stage.Waiting = int64(info.NumPending) + int64(info.NumAckPending)
	if stage.Waiting == 0 {
		return stage, nil
	}
	// Work queues hold just what waits; EVENTS keeps what its readers have passed.
	oldest, err := st.GetMsg(ctx, max(info.AckFloor.Stream+1, st.CachedInfo().State.FirstSeq))
	if err == nil {
		stage.OldestAgeS = max(now.Sub(oldest.Time).Seconds(), 0)
	} else if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, fmt.Errorf("oldest of %s: %w", stream, err)
	}
	return stage, nil
}
