package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/e2e/chaos/wire"
	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/internal/streams"
)

// streamFaults concern what JetStream stores. They are for a server alone: an update of a clustered work queue is known
// to drop messages of its own accord.
var streamFaults = []fault{
	{"full-deliveries", "DELIVERIES has no room: it refuses, and the fan-out waits", 1, full(streams.Deliveries)},
	{"full-results", "RESULTS has no room: acknowledgements wait, and nothing is sent twice", 1, full(streams.Results)},
	{"full-retry", "the stream of the first retries has no room: failed attempts wait with it", 1, full(streams.Retry(1))},
	{"full-events", "EVENTS has no room: it drops what is old, which is nothing to deliveries", 1, full(streams.Events)},
	{"events-lost", "the consumer of EVENTS in partnerconnect is away, and the stream is emptied: open sessions are " +
		"asked for all the same", 0, eventsLost},
	{"store-lost", "NATS is killed and its whole store is gone: the sweep sends again what had no outcome", 0, storeLost},
}

// full leaves a stream no room for seconds.
func full(name string) func(context.Context, *world) (string, error) {
	return func(ctx context.Context, w *world) (string, error) {
		before := w.oracle.Accepted()
		if err := w.room(ctx, name, 1); err != nil {
			return "", err
		}
		w.accepting(ctx, "events accepted while "+name+" is full")
		wait(ctx, w.between(500*time.Millisecond, longest))
		return fmt.Sprintf("%d events accepted meanwhile", w.oracle.Accepted()-before),
			w.room(ctx, name, procs.StreamMaxBytes)
	}
}

// room sets how much a stream may hold.
func (w *world) room(ctx context.Context, name string, bytes int64) error {
	return w.persist(ctx, fmt.Sprintf("%s may hold %d bytes", name, bytes), func(ctx context.Context) error {
		s, err := w.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		config := s.CachedInfo().Config
		config.MaxBytes = bytes
		_, err = w.js.UpdateStream(ctx, config)
		return err
	})
}

// storeLost keeps the programs away until the new store has its hastened consumers, if there are any.
func storeLost(ctx context.Context, w *world) (string, error) {
	lines := w.ways(func(name string) bool {
		return name == procs.Webhooks+">"+procs.NATS || name == procs.Dispatcher+">"+procs.NATS ||
			name == procs.PartnerConnect+">"+procs.NATS
	})
	waiting := w.queued(ctx)
	if err := w.sys.LoseNATSStore(); err != nil {
		return "", err
	}
	for _, l := range lines {
		l.Set(wire.Trouble{Refuse: true})
		l.Cut()
	}
	failed := w.revive(ctx)
	if failed == nil {
		failed = w.until(ctx, 30*time.Second, "the new store takes streams", func() bool { return w.hasten(ctx) == nil })
	}
	for _, l := range lines {
		l.Set(wire.Trouble{})
	}
	if failed != nil {
		return "", errors.Join(errors.New("the store did not come back"), failed)
	}
	return fmt.Sprintf("%d first attempts were in it", waiting), nil
}

// eventsLost pauses the consumer until a merchant's session has ended, if one still can, and empties the stream before
// it goes on.
func eventsLost(ctx context.Context, w *world) (string, error) {
	const consumer = "partnerconnect"
	before := w.merchants.ended.Load()
	err := w.persist(ctx, "the consumer of EVENTS is paused", func(ctx context.Context) error {
		_, err := w.js.PauseConsumer(ctx, streams.Events, consumer, time.Now().Add(10*time.Minute))
		return err
	})
	if err != nil {
		return "", err
	}
	wait(ctx, w.between(2*time.Second, longest))
	err = w.until(ctx, 30*time.Second, "a merchant's session ends", func() bool {
		ended := w.merchants.ended.Load()
		return ended > before || int(ended) == len(w.merchants.list)
	})
	wait(ctx, time.Second) // until its event is in the stream
	return fmt.Sprintf("%d sessions ended meanwhile", w.merchants.ended.Load()-before), errors.Join(err,
		w.persist(ctx, "EVENTS is emptied", func(ctx context.Context) error {
			s, err := w.js.Stream(ctx, streams.Events)
			if err != nil {
				return err
			}
			return s.Purge(ctx)
		}),
		w.persist(ctx, "the consumer of EVENTS goes on", func(ctx context.Context) error {
			_, err := w.js.ResumeConsumer(ctx, streams.Events, consumer)
			return err
		}))
}
