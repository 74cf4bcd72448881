package streams

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// ackWait is of consumers whose messages wait for long as a rule: retries until they are due, results for a
	// transaction.
	ackWait = 60 * time.Second
	// DispatchAckWait is that of attempts that are due: after it, the attempts that a killed dispatcher held are
	// delivered to another one. A dispatcher that works reports progress three times within it for an attempt that it
	// holds so long. It is as short as the stalls of a busy machine allow.
	DispatchAckWait = 2 * time.Second
	// DedupeWindow is how long EVENTS and DELIVERIES, which all events pass, remember message ids: a relay that takes over
	// sends what another may have sent. The server holds ids in memory, some 110 bytes each, and frees those of up to two
	// further windows only together: 0.1 kB for each message of four and a half minutes.
	DedupeWindow = 90 * time.Second
	// tierWindow is that of the streams in which attempts wait. It must exceed ackWait: if a dispatcher stored an
	// attempt there and did not acknowledge the message that it came by, the attempt is stored there again.
	tierWindow = 3 * time.Minute
	// resultsWindow is that of results: outcomes are recorded once, however often they come, so ids only spare work when
	// an acknowledgement is late.
	resultsWindow = 30 * time.Second
	// eventsMaxAge is how long EVENTS keeps an event for its readers. Postgres keeps it longer.
	eventsMaxAge = 24 * time.Hour
	// ParkedIdle is how long a consumer of Parked outlives its last use. It must exceed a pause between two fetches of a
	// lane that works.
	ParkedIdle = 15 * time.Second
	// parkedConsumers bounds the endpoints whose parked attempts all dispatchers fetch at a time. The default of NATS is
	// 1,000.
	parkedConsumers = 8192
)

// Ensure creates the streams that do not exist yet. It is safe to call from many processes at once. The programs that
// use their consumers make these; see Durable.
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
	events.Retention, events.Discard, events.MaxAge, events.Duplicates =
		jetstream.LimitsPolicy, jetstream.DiscardOld, eventsMaxAge, DedupeWindow

	deliveries := queue(Deliveries, "deliveries.*")
	deliveries.Duplicates = DedupeWindow

	results := queue(Results, "results.>")
	results.Duplicates = resultsWindow

	parked := queue(Parked, "parked.*")
	parked.MaxConsumers = parkedConsumers

	all := []jetstream.StreamConfig{events, deliveries, parked, queue(Deferred, "deferred.*"), results}
	for n := range c.Retry.Schedule {
		all = append(all, queue(Retry(n+1), RetrySubject(n+1, "*")))
	}
	for _, config := range all {
		if _, err := js.CreateStream(ctx, config); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return fmt.Errorf("create stream %s: %w", config.Name, err)
		}
	}
	return nil
}

func (c Config) consumer(name string, ackWait time.Duration) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: name, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		// A message past MaxDeliver would stay in a work queue forever.
		MaxDeliver: -1, MaxAckPending: c.MaxAckPending,
	}
}

// ParkedConsumer finds or makes the consumer of an endpoint's parked attempts, which all dispatchers share. The server
// removes it when it has not been used for ParkedIdle and nothing of it is in flight.
func (c Config) ParkedConsumer(
	ctx context.Context, js jetstream.JetStream, endpoint string, ackWait time.Duration,
) (jetstream.Consumer, error) {
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

// Durable finds a consumer of the topology for the program that fetches from it, which is the only one that may make
// or change it. It makes streams and consumer where they are missing, as after the loss of a store. A consumer that
// differs from what the program needs is changed back, and logged: with other limits or filters, or as a push
// consumer, it would not deliver what it should. Only AckWait and a pause are an operator's to choose.
func (c Config) Durable(
	ctx context.Context, js jetstream.JetStream, stream, name string, log *slog.Logger,
) (jetstream.Consumer, error) {
	wait := ackWait
	if stream == Deliveries {
		wait = DispatchAckWait
	}
	want := c.consumer(name, wait)
	found, err := js.Consumer(ctx, stream, name)
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		if err = Ensure(ctx, js, c); err == nil {
			found, err = js.CreateConsumer(ctx, stream, want)
		}
		if errors.Is(err, jetstream.ErrConsumerExists) { // made meanwhile
			found, err = js.Consumer(ctx, stream, name)
		}
	}
	if err == nil {
		found, err = repair(ctx, js, stream, found, want, log)
	}
	if err != nil {
		return nil, fmt.Errorf("consumer %s of %s: %w", name, stream, err)
	}
	return found, nil
}

// repair changes a consumer that differs from what is wanted. The server changes it in place: what is in flight stays
// so.
func repair(
	ctx context.Context, js jetstream.JetStream, stream string, found jetstream.Consumer, want jetstream.ConsumerConfig,
	log *slog.Logger,
) (jetstream.Consumer, error) {
	has := found.CachedInfo().Config
	want.AckWait, want.PauseUntil = has.AckWait, has.PauseUntil
	want.Name, want.Metadata, want.MaxWaiting = has.Name, has.Metadata, has.MaxWaiting // of the server
	if reflect.DeepEqual(has, want) {
		return found, nil
	}
	repaired, err := js.UpdateConsumer(ctx, stream, want)
	if err != nil {
		return nil, fmt.Errorf("it differs from what the program needs and cannot be changed; "+
			"delete it with the tools of NATS, and the program makes it again: %w", err)
	}
	log.WarnContext(ctx, "consumer repaired: it differed from what the program needs",
		slog.String("stream", stream), slog.String("consumer", want.Durable), slog.Any("was", has), slog.Any("is", want))
	return repaired, nil
}
