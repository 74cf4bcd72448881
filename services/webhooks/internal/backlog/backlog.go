// Package backlog measures how much waits at each stage of the pipeline, and for how long.
package backlog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/retry"
	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

var errNoNATS = &fault.Error{
	Reason: fault.Overloaded, Message: "NATS cannot be reached; repeat the request", RetryAfter: time.Second,
}

// Stage is what waits at one stage.
type Stage struct {
	Name      string
	Waiting   int64
	OldestAge float64 // seconds
	Fill      float64 // of a stream: the part of its bytes that is in use
	Late      bool    // readiness names it
}

// Backlog measures the stages, in the order in which an event passes them.
type Backlog struct {
	store     *postgres.Store
	js        jetstream.JetStream
	consumers []consumer
	delays    retry.Schedule
}

// A consumer works off a stream. Without a name, each endpoint has a consumer of its own, and every stored message
// waits.
type consumer struct{ stream, name string }

// New returns a backlog of the streams of a topology.
func New(store *postgres.Store, js jetstream.JetStream, topology streams.Config) *Backlog {
	list := []consumer{{streams.Deliveries, streams.DispatchConsumer}}
	for n := range topology.Retry.Schedule {
		list = append(list, consumer{streams.Retry(n + 1), streams.TierConsumer})
	}
	list = append(list, consumer{streams.Parked, ""}, consumer{streams.Deferred, streams.TierConsumer},
		consumer{streams.Results, streams.IngestConsumer})
	return &Backlog{store, js, list, topology.Retry.Schedule}
}

// Stages measures all of them, or fails.
func (b *Backlog) Stages(ctx context.Context) ([]Stage, error) {
	now := time.Now()
	stages, err := b.stored(ctx, now)
	if err != nil {
		return nil, err
	}
	queued, err := b.queued(ctx, now)
	if err != nil {
		return nil, errNoNATS.WithCause(err)
	}
	stages = append(stages, queued...)
	for i, s := range stages {
		stages[i].Late = s.Name == outbox && notRelayed(s) != nil || undrained([]Stage{s}, b.delays) != nil
	}
	return stages, nil
}

// queued is what waits in the streams, which are asked at the same time.
func (b *Backlog) queued(ctx context.Context, now time.Time) ([]Stage, error) {
	stages := make([]Stage, len(b.consumers))
	var g errgroup.Group
	for i, c := range b.consumers {
		g.Go(func() (err error) { stages[i], err = b.waiting(ctx, c, now); return err })
	}
	return stages, g.Wait()
}

// stored is what waits in Postgres: events that have no deliveries yet, and deliveries that no stream has room for.
func (b *Backlog) stored(ctx context.Context, now time.Time) ([]Stage, error) {
	age, n, err := b.store.Outbox.Lag(ctx, now)
	if err != nil {
		return nil, err
	}
	due, held, err := b.store.Held.Waiting(ctx, now)
	return []Stage{
		{Name: outbox, Waiting: int64(n), OldestAge: age},
		{Name: "held", Waiting: int64(held), OldestAge: due},
	}, err
}

func (b *Backlog) waiting(ctx context.Context, c consumer, now time.Time) (Stage, error) {
	stage := Stage{Name: c.stream}
	st, err := b.js.Stream(ctx, c.stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return stage, nil // a stream that does not exist yet holds nothing
	}
	if err != nil {
		return stage, fmt.Errorf("stream %s: %w", c.stream, err)
	}
	state := st.CachedInfo().State
	if most := st.CachedInfo().Config.MaxBytes; most > 0 {
		stage.Fill = float64(state.Bytes) / float64(most)
	}
	first := state.FirstSeq
	stage.Waiting = int64(state.Msgs) // also before a program has made the consumer
	if c.name != "" {
		found, err := st.Consumer(ctx, c.name)
		if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return stage, fmt.Errorf("consumer of %s: %w", c.stream, err)
		}
		if err == nil {
			info := found.CachedInfo()
			stage.Waiting = int64(info.NumPending) + int64(info.NumAckPending)
			first = max(info.AckFloor.Stream+1, first)
		}
	}
	if stage.Waiting == 0 {
		return stage, nil
	}
	oldest, err := st.GetMsg(ctx, first)
	if err == nil {
		stage.OldestAge = max(now.Sub(oldest.Time).Seconds(), 0)
	} else if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return stage, fmt.Errorf("oldest of %s: %w", c.stream, err)
	}
	return stage, nil
}

const outbox = "outbox"

// relayedWithin is how long an event may wait for its deliveries before readiness fails. Waiting for the rate of its
// tenant does not count.
const relayedWithin = time.Minute

// Relayed is a readiness check whether events get their deliveries.
func (b *Backlog) Relayed(ctx context.Context) error {
	age, _, err := b.store.Outbox.Lag(ctx, time.Now())
	if err != nil {
		return err
	}
	return notRelayed(Stage{OldestAge: age})
}

// notRelayed returns an error when the oldest event of the outbox waits for too long.
func notRelayed(s Stage) error {
	if waits := time.Duration(s.OldestAge * float64(time.Second)); waits > relayedWithin {
		return fmt.Errorf("an event waits for its deliveries since %s", waits.Round(time.Second))
	}
	return nil
}
