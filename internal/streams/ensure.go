package streams

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// ackWait must exceed the time a message may wait in a lane plus the 10 s deadline of an attempt; a shorter one
	// would POST a delivery twice.
	ackWait = 60 * time.Second
	// dedupeWindow must exceed ackWait, so that a republish after a crash is recognised.
	dedupeWindow = 3 * time.Minute
)

// Ensure creates the streams and consumers that do not exist yet. It is safe to call from many processes at once.
func Ensure(ctx context.Context, js jetstream.JetStream, c Config) error {
	if err := c.Validate(); err != nil {
		return err
	}
	queue := func(name string, subjects ...string) jetstream.StreamConfig {
		return jetstream.StreamConfig{
			Name: name, Subjects: subjects, Replicas: c.Replicas,
			Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
			Discard: jetstream.DiscardNew, MaxBytes: c.MaxBytes, Duplicates: dedupeWindow,
			AllowDirect: true,
		}
	}
	events := queue(Events, "events.>")
	events.Retention, events.Discard, events.MaxAge = jetstream.LimitsPolicy, jetstream.DiscardOld, c.EventsMaxAge

	type part struct {
		stream   jetstream.StreamConfig
		consumer jetstream.ConsumerConfig
	}
	consumer := func(name string) jetstream.ConsumerConfig {
		return jetstream.ConsumerConfig{
			Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
			// A message past MaxDeliver would stay in a work queue for ever.
			MaxDeliver: -1, MaxAckPending: c.MaxAckPending,
		}
	}
	parts := []part{
		{queue(Deliveries, "deliveries.*"), consumer(DispatchConsumer)},
		{queue(Deferred, "deferred.*"), consumer(TierConsumer)},
		{queue(Results, "results.>"), consumer(IngestConsumer)},
	}
	for n := range c.RetrySchedule {
		parts = append(parts, part{queue(Retry(n+1), RetrySubject(n+1, "*")), consumer(TierConsumer)})
	}
	// Each of its readers makes a consumer of its own.
	if _, err := js.CreateStream(ctx, events); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return fmt.Errorf("create stream %s: %w", events.Name, err)
	}
	for _, p := range parts {
		if _, err := js.CreateStream(ctx, p.stream); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return fmt.Errorf("create stream %s: %w", p.stream.Name, err)
		}
		if _, err := js.CreateConsumer(ctx, p.stream.Name, p.consumer); err != nil && !errors.Is(err, jetstream.ErrConsumerExists) {
			return fmt.Errorf("create consumer %s of %s: %w", p.consumer.Durable, p.stream.Name, err)
		}
	}
	return nil
}

// Durable finds a consumer of the topology, and makes streams and consumers that have vanished, as after the loss of a
// store.
func (c Config) Durable(js jetstream.JetStream, stream, consumer string) func(context.Context) (jetstream.Consumer, error) {
	return func(ctx context.Context) (jetstream.Consumer, error) {
		found, err := js.Consumer(ctx, stream, consumer)
		if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
			err = errors.Join(Ensure(ctx, js, c), errors.New("it was missing and has been made"))
		}
		if err != nil {
			return nil, fmt.Errorf("consumer %s of %s: %w", consumer, stream, err)
		}
		return found, nil
	}
}
