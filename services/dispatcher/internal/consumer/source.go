package consumer

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
)

const (
	// fetchWait is how long one fetch waits for messages. Shutdown waits for it, too: messages of a fetch that is
	// cancelled would be delivered again only after the wait of their consumer.
	fetchWait = 500 * time.Millisecond
	// lookTimeout is how long the server is asked for a consumer.
	lookTimeout = 500 * time.Millisecond
)

// A source is one stream with its consumer, and the messages of it in flight here.
type source struct {
	*inflight.Stream

	js       jetstream.JetStream
	topology streams.Config
	durable  string
	log      *slog.Logger

	consumer jetstream.Consumer // used by one goroutine
	look     bool               // whether to look the consumer up again before the next fetch
	pending  atomic.Uint64      // in the stream, by the last message
}

func newSource(
	s *inflight.Stream, js jetstream.JetStream, topology streams.Config, durable string, log *slog.Logger,
) *source {
	return &source{Stream: s, js: js, topology: topology, durable: durable, log: log}
}

// fetch calls each with up to n messages. With wait it waits for the first. It sets no limit of bytes: in a cluster the
// server says that such a fetch is completed before it sends the last messages, and the client, which stops then, loses
// them until they are delivered again.
func (s *source) fetch(ctx context.Context, n int, wait bool, each func(jetstream.Msg)) error {
	if err := s.find(ctx); err != nil {
		return err
	}
	var batch jetstream.MessageBatch
	var err error
	if wait {
		batch, err = s.consumer.Fetch(n, jetstream.FetchMaxWait(fetchWait))
	} else {
		batch, err = s.consumer.FetchNoWait(n)
	}
	if err != nil {
		return fmt.Errorf("fetch from %s: %w", s.Name(), err)
	}
	for msg := range batch.Messages() {
		each(msg)
	}
	if err := batch.Error(); err != nil {
		s.look = true // whether stream and consumer still exist
		return fmt.Errorf("fetch from %s: %w", s.Name(), err)
	}
	return nil
}

// find looks the consumer up, makes what is missing and repairs what differs: at the first start, and when a fetch
// failed.
func (s *source) find(ctx context.Context) error {
	if s.consumer != nil && !s.look {
		return nil
	}
	looking, cancel := ctx, func() {}
	if s.consumer != nil {
		looking, cancel = context.WithTimeout(ctx, lookTimeout)
	}
	defer cancel()
	c, err := s.topology.Durable(looking, s.js, s.Name(), s.durable, s.log)
	switch {
	case err != nil && looking.Err() != nil && ctx.Err() == nil:
		return nil // a cluster that elects a leader may not answer; fetches are served as soon as there is one
	case err != nil:
		return err
	}
	s.consumer, s.look = c, false
	s.SetWait(c.CachedInfo().Config.AckWait)
	return nil
}
