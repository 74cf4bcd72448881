package streams

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// ackWait is of consumers whose messages wait for long as a rule: retries until they are due, results for a transaction.
	ackWait = 60 * time.Second
	// DispatchAckWait is that of attempts which are due: what a dispatcher held that was killed is delivered to another after it. One that works reports
	// progress three times within it, for what it holds for that long. It is as short as a stall of a machine that is busy allows.
	DispatchAckWait = 2 * time.Second
	// DedupeWindow is how long EVENTS and DELIVERIES, which all events pass, remember message ids: a relay that takes over sends what another may have sent. The
	// server holds ids in memory, some 110 bytes each, and frees those of up to two further windows only together: 0.1 kB for each message of four and a half minutes.
	DedupeWindow = 90 * time.Second
	// tierWindow is that of the streams in which attempts wait. It must exceed ackWait: what a dispatcher stored there and did not acknowledge it stores again.
	tierWindow = 3 * time.Minute
	// resultsWindow is that of results: outcomes are recorded once, however often they come, so ids only spare work when an acknowledgement is late.
	resultsWindow = 30 * time.Second
	// eventsMaxAge is how long EVENTS keeps an event for its readers. Postgres keeps it longer.
	eventsMaxAge = 24 * time.Hour
	// ParkedIdle is how long a consumer of Parked outlives its last use. It must exceed a pause between two fetches of a lane
	// that works.
	ParkedIdle = 15 * time.Second
	// parkedConsumers bounds the endpoints whose parked attempts all dispatchers fetch at a time. The default of NATS is 1,000.
	parkedConsumers = 8192
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
			Discard: jetstream.DiscardNew, MaxBytes: c.MaxBytes, Duplicates: tierWindow,
			AllowDirect: true,
		}
	}
	events := queue(Events, "events.>")
	events.Retention, events.Discard, events.MaxAge, events.Duplicates = jetstream.LimitsPolicy, jetstream.DiscardOld, eventsMaxAge, DedupeWindow

	deliveries := queue(Deliveries, "deliveries.*")
	deliveries.Duplicates = DedupeWindow

	results := queue(Results, "results.>")
	results.Duplicates = resultsWindow

	type part struct {
		stream   jetstream.StreamConfig
		consumer jetstream.ConsumerConfig
	}
	consumer := func(name string) jetstream.ConsumerConfig { return c.consumer(name, ackWait) }
	dispatch := c.consumer(DispatchConsumer, DispatchAckWait)
	parked := queue(Parked, "parked.*")
	parked.MaxConsumers = parkedConsumers
	parts := []part{
		{deliveries, dispatch},
		{stream: parked}, // its consumers are made when needed; see ParkedConsumer
		{queue(Deferred, "deferred.*"), consumer(TierConsumer)},
		{results, consumer(IngestConsumer)},
	}
	for n := range c.Retry.Schedule {
		parts = append(parts, part{queue(Retry(n+1), RetrySubject(n+1, "*")), consumer(TierConsumer)})
	}
	// Each reader of EVENTS makes its own consumer.
	if _, err := js.CreateStream(ctx, events); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return fmt.Errorf("create stream %s: %w", events.Name, err)
	}
	for _, p := range parts {
		if _, err := js.CreateStream(ctx, p.stream); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return fmt.Errorf("create stream %s: %w", p.stream.Name, err)
		}
		if p.consumer.Durable == "" {
			continue
		}
		if _, err := js.CreateConsumer(ctx, p.stream.Name, p.consumer); err != nil && !errors.Is(err, jetstream.ErrConsumerExists) {
			return fmt.Errorf("create consumer %s of %s: %w", p.consumer.Durable, p.stream.Name, err)
		}
	}
	return nil
}

// HastenDispatch gives the consumer of Deliveries, made by a release before with an AckWait of 60 s, that of this one, and returns what it has then. One that
// an operator chose stays. The server changes it in place: what is in flight stays so.
func HastenDispatch(ctx context.Context, js jetstream.JetStream) (time.Duration, error) {
	c, err := js.Consumer(ctx, Deliveries, DispatchConsumer)
	if err != nil {
		return 0, err
	}
	config := c.CachedInfo().Config
	if config.AckWait != ackWait {
		return config.AckWait, nil
	}
	config.AckWait = DispatchAckWait
	if c, err = js.UpdateConsumer(ctx, Deliveries, config); err != nil {
		return 0, err
	}
	return c.CachedInfo().Config.AckWait, nil
}

func (c Config) consumer(name string, ackWait time.Duration) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		// A message past MaxDeliver would stay in a work queue forever.
		MaxDeliver: -1, MaxAckPending: c.MaxAckPending,
	}
}

// ParkedConsumer finds or makes the consumer of an endpoint's parked attempts, which all dispatchers share. The server removes it when it
// has not been used for ParkedIdle and nothing of it is in flight.
func (c Config) ParkedConsumer(ctx context.Context, js jetstream.JetStream, endpoint string, ackWait time.Duration) (jetstream.Consumer, error) {
	config := c.consumer(endpoint, ackWait)
	config.FilterSubject, config.InactiveThreshold = ParkedSubject(endpoint), ParkedIdle
	found, err := js.CreateConsumer(ctx, Parked, config)
	if errors.Is(err, jetstream.ErrConsumerExists) { // made with another ackWait
		found, err = js.Consumer(ctx, Parked, endpoint)
	}
	if err != nil {
		return nil, fmt.Errorf("consumer %s of %s: %w", endpoint, Parked, err)
	}
	return found, nil
}

// Durable finds a consumer of the topology, and makes streams and consumers that are missing, as after the loss of a store.
func (c Config) Durable(js jetstream.JetStream, stream, consumer string) func(context.Context) (jetstream.Consumer, error) {
	return func(ctx context.Context) (jetstream.Consumer, error) {
		found, err := js.Consumer(ctx, stream, consumer)
		if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
			err = errors.Join(Ensure(ctx, js, c), errors.New("it was missing and has been created"))
		}
		if err != nil {
			return nil, fmt.Errorf("consumer %s of %s: %w", consumer, stream, err)
		}
		return found, nil
	}
}
