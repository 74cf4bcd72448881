package consumer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
)

const (
	// fetchWait is how long one fetch waits for messages. A stop waits for it: a fetch that is cut short may lose sight
	// of messages until their redelivery.
	fetchWait = 500 * time.Millisecond
	// fetchBytes keeps a batch of large bodies from taking the memory of many small ones.
	fetchBytes = 8 << 20
	// remembered is how many finished messages are recognised when they come again. Acknowledgements of the last moment
	// are lost when a connection breaks or a server dies; the message then needs a new acknowledgement, not a new attempt.
	remembered = 16384
)

// A source is one stream with its consumer, and what we hold of it.
type source struct {
	js       jetstream.JetStream
	topology streams.Config
	stream   string
	durable  string

	consumer jetstream.Consumer // used by one goroutine
	ackWait  time.Duration

	mu       sync.Mutex // guards all below
	held     map[place]*item
	finished map[place]struct{}
	order    []done // of finished, a ring
	next     int
	pending  uint64 // in the stream, as the last message told
}

// A place is where a stream holds a message. The time is part of it: a stream that lost its store numbers from 1 again.
type place struct {
	sequence uint64
	stored   int64 // Unix nanoseconds
}

// done is a message that was acknowledged, and where to.
type done struct {
	place place
	reply string
	at    time.Time
}

func newSource(js jetstream.JetStream, topology streams.Config, stream, durable string) *source {
	return &source{js: js, topology: topology, stream: stream, durable: durable,
		held: map[place]*item{}, finished: map[place]struct{}{}, ackWait: time.Minute}
}

// fetch hands up to n messages to each. With wait it waits for the first ones.
func (s *source) fetch(ctx context.Context, n int, wait bool, each func(jetstream.Msg)) error {
	if err := s.find(ctx); err != nil {
		return err
	}
	var batch jetstream.MessageBatch
	var err error
	if wait {
		batch, err = s.consumer.Fetch(n, jetstream.FetchMaxWait(fetchWait), jetstream.FetchMaxBytes(fetchBytes))
	} else {
		batch, err = s.consumer.FetchNoWait(n)
	}
	if err != nil {
		return fmt.Errorf("fetch from %s: %w", s.stream, err)
	}
	for msg := range batch.Messages() {
		each(msg)
	}
	if err := batch.Error(); err != nil {
		// Whatever it was, find looks whether stream and consumer are still there.
		s.consumer = nil
		return fmt.Errorf("fetch from %s: %w", s.stream, err)
	}
	return nil
}

// find gets hold of the consumer, making what is missing: at the first start, and after the loss of a store.
func (s *source) find(ctx context.Context) error {
	if s.consumer != nil {
		return nil
	}
	c, err := s.js.Consumer(ctx, s.stream, s.durable)
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) {
		if err = streams.Ensure(ctx, s.js, s.topology); err == nil {
			c, err = s.js.Consumer(ctx, s.stream, s.durable)
		}
	}
	if err != nil {
		return fmt.Errorf("consumer %s of %s: %w", s.durable, s.stream, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.consumer, s.ackWait = c, c.CachedInfo().Config.AckWait
	return nil
}

// hold takes an item into custody. It refuses one that is there already or was finished before: what comes again
// because an acknowledgement or a sign of life was lost must not be attempted again.
func (s *source) hold(it *item) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.finished[it.place()]; ok {
		_ = it.msg.Ack() // lost again: it comes again
		return false
	}
	if _, here := s.held[it.place()]; here {
		return false
	}
	s.held[it.place()] = it
	return true
}

// finish acknowledges an item and ends custody.
func (s *source) finish(it *item) {
	_ = it.msg.Ack() // lost: it is sent again, or the message comes again and is recognised
	d := done{it.place(), it.msg.Reply(), time.Now()}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, d.place)
	if len(s.order) < remembered {
		s.order = append(s.order, d)
	} else {
		delete(s.finished, s.order[s.next].place)
		s.order[s.next] = d
		s.next = (s.next + 1) % remembered
	}
	s.finished[d.place] = struct{}{}
}

// acknowledged calls with the reply subjects of what was acknowledged since a time. After a connection broke, the last
// acknowledgements may not have arrived; sending them again costs nothing, and waiting for their redelivery a minute.
func (s *source) acknowledged(since time.Time, again func(reply string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.order {
		if d.at.After(since) {
			again(d.reply)
		}
	}
}

// handBack returns an item to the stream, for anybody to have after a delay.
func (s *source) handBack(it *item, delay time.Duration) {
	if delay > 0 {
		_ = it.msg.NakWithDelay(delay)
	} else {
		_ = it.msg.Nak()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, it.place())
}

// term removes an item that can never be done.
func (s *source) term(it *item, reason string) {
	_ = it.msg.TermWithReason(reason)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, it.place())
}

// touch tells the server of all that has been held for a third of the time after which it would deliver again.
func (s *source) touch(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, it := range s.held {
		if now.Sub(it.touched) >= s.ackWait/3 {
			it.touched = now
			_ = it.msg.InProgress()
		}
	}
}

// note keeps how much waits in the stream.
func (s *source) note(pending uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = pending
}

// heldOf is how much is held of each endpoint.
func (s *source) heldOf() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	held := map[string]int{}
	for _, it := range s.held {
		held[it.endpoint]++
	}
	return held
}

// state tells how much is held and waits in the stream.
func (s *source) state() (held int, pending uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.held), s.pending
}

func (s *source) redeliverAfter() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ackWait
}
