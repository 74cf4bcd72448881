package consumer

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/internal/peers"
)

const (
	// fetchWait is how long one fetch waits for messages. Shutdown waits for it, too: messages of a fetch that is cancelled
	// would be redelivered only after AckWait.
	fetchWait = 500 * time.Millisecond
	// rememberedAcks is how many acknowledged messages are recognised when they are redelivered. The last acknowledgements
	// before a disconnect or a crash of the server are lost; the message then needs a new acknowledgement, not a new attempt.
	rememberedAcks = 16384
	// lookTimeout is how long the server is asked for a consumer.
	lookTimeout = 500 * time.Millisecond
)

// A source is one stream with its consumer, and the messages of it in flight here.
type source struct {
	js       jetstream.JetStream
	topology streams.Config
	stream   string
	durable  string
	log      *slog.Logger

	consumer jetstream.Consumer // used by one goroutine
	look     bool               // whether to look the consumer up again before the next fetch

	mu      sync.Mutex    // guards all below
	ackWait time.Duration // of the consumer
	atMost  time.Duration // bounds the wait that progress is reported for: consumers of one endpoint each may differ, as may one that is changed
	tracked map[position]*item
	acked   map[position]struct{}
	order   []ackedMessage // of acked, a ring
	next    int
	pending uint64 // in the stream, by the last message
	// doubtUntil is until when messages were stored that may have been acknowledged before: a server that crashed can restore removed ones.
	doubtUntil time.Time
}

// A position identifies a message of a stream. The time is part of it: a stream that lost its store numbers from 1 again.
type position struct {
	sequence uint64
	stored   int64 // Unix nanoseconds
}

// An ackedMessage was acknowledged; reply is where to.
type ackedMessage struct {
	position position
	reply    string
	at       time.Time
	attempt  string // its attempt, if that was made; empty of one that was moved to another stream
}

func newSource(js jetstream.JetStream, topology streams.Config, stream, durable string, log *slog.Logger) *source {
	return &source{js: js, topology: topology, stream: stream, durable: durable, log: log,
		tracked: map[position]*item{}, acked: map[position]struct{}{}, ackWait: time.Minute, atMost: time.Minute}
}

// fetch calls each with up to n messages. With wait it waits for the first. It sets no limit of bytes: in a cluster the server says that such a fetch
// is completed before it sends the last messages, and the client, which stops then, loses them until they are redelivered.
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
		return fmt.Errorf("fetch from %s: %w", s.stream, err)
	}
	for msg := range batch.Messages() {
		each(msg)
	}
	if err := batch.Error(); err != nil {
		s.look = true // whether stream and consumer still exist
		return fmt.Errorf("fetch from %s: %w", s.stream, err)
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
	c, err := s.topology.Durable(looking, s.js, s.stream, s.durable, s.log)
	switch {
	case err != nil && looking.Err() != nil && ctx.Err() == nil:
		return nil // a cluster that elects a leader may not answer; fetches are served as soon as there is one
	case err != nil:
		return err
	}
	s.consumer, s.look = c, false
	s.setAckWait(c.CachedInfo().Config.AckWait)
	return nil
}

func (s *source) setAckWait(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ackWait = d
}

// track adds an item to those in flight. It returns false for one that is in flight or was acknowledged before: a message
// that is redelivered because an acknowledgement was lost or late must not be attempted again.
func (s *source) track(it *item) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.acked[it.position()]; ok {
		_ = it.msg.Ack() // if this one is lost, too, it is redelivered
		return false
	}
	if _, ok := s.tracked[it.position()]; ok {
		return false
	}
	s.tracked[it.position()] = it
	return true
}

// ack acknowledges an item.
func (s *source) ack(it *item) {
	_ = it.msg.Ack() // if it is lost, it is resent, or the message is redelivered and recognised
	d := ackedMessage{position: it.position(), reply: it.msg.Reply(), at: time.Now()}
	if it.made {
		d.attempt = attemptID(it.msg)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tracked, d.position)
	if len(s.order) < rememberedAcks {
		s.order = append(s.order, d)
	} else {
		delete(s.acked, s.order[s.next].position)
		s.order[s.next] = d
		s.next = (s.next + 1) % rememberedAcks
	}
	s.acked[d.position] = struct{}{}
}

// ackedSince calls resend with the reply subjects of what was acknowledged since a time. The last acknowledgements before a
// disconnect may be lost; resending them costs nothing, a redelivery takes a minute.
func (s *source) ackedSince(since time.Time, resend func(reply string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.order {
		if d.at.After(since) {
			resend(d.reply)
		}
	}
}

// nak returns an item to the stream, to be delivered to any dispatcher after a delay.
func (s *source) nak(it *item, delay time.Duration) {
	if delay > 0 {
		_ = it.msg.NakWithDelay(delay)
	} else {
		_ = it.msg.Nak()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tracked, it.position())
}

// leave leaves an item to the other message of its attempt. The server delivers it again, unless it is acknowledged or progress is reported.
func (s *source) leave(it *item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tracked, it.position())
}

// term removes an item that cannot be read.
func (s *source) term(it *item, reason string) {
	_ = it.msg.TermWithReason(reason)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tracked, it.position())
}

// extendAckWait reports to the server what has been in flight for a third of AckWait, so that it is not redelivered.
func (s *source) extendAckWait(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := min(s.ackWait, s.atMost)
	for _, it := range s.tracked {
		if since := elapsed(it.extendedAt, now); since >= wait/3 {
			it.lapsed = it.lapsed || since >= wait
			it.extendedAt = now
			_ = it.msg.InProgress()
		}
	}
}

// hasLapsed reports whether AckWait of an item may have ended, as when this program was suspended.
func (s *source) hasLapsed(it *item, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return it.lapsed || elapsed(it.extendedAt, now) >= min(s.ackWait, s.atMost)
}

// elapsed is by the clock of the day where that says more: the monotonic one stops while a machine is suspended.
func elapsed(since, now time.Time) time.Duration {
	return max(now.Sub(since), now.Round(0).Sub(since.Round(0)))
}

// wasAcked reports whether a message was acknowledged here.
func (s *source) wasAcked(p position) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.acked[p]
	return ok
}

// findAttempts sets what of a list of attempts is being made here, or was.
func (s *source) findAttempts(list map[string]peers.Holding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	set := func(id string, h peers.Holding) {
		if before, asked := list[id]; asked && before < h {
			list[id] = h
		}
	}
	for _, it := range s.tracked {
		if it.sure.Load() {
			set(attemptID(it.msg), peers.Held)
		}
	}
	for i := range s.order {
		set(s.order[i].attempt, peers.Done)
	}
}

// clockSkew is how far the clock of the server may be ahead of ours.
const clockSkew = 5 * time.Second

// doubt makes messages doubtful that were stored before now.
func (s *source) doubt(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.doubtUntil = now.Add(clockSkew)
}

// doubts reports whether the message of an item may have been acknowledged before.
func (s *source) doubts(it *item) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return it.stored.Before(s.doubtUntil)
}

// setPending records how many messages wait in the stream.
func (s *source) setPending(pending uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = pending
}

// trackedByEndpoint counts the messages in flight of each endpoint.
func (s *source) trackedByEndpoint() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	counts := map[string]int{}
	for _, it := range s.tracked {
		counts[it.endpoint]++
	}
	return counts
}

// counts returns how many messages are in flight and wait in the stream.
func (s *source) counts() (inFlight int, pending uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.tracked), s.pending
}

func (s *source) redeliverAfter() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ackWait
}
