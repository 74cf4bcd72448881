package inflight

import (
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/partnerline/partnerline/internal/streams"
)

// A Message is a message that this dispatcher has fetched: one of an attempt, of which there may be others.
type Message struct {
	jetstream.Msg

	Endpoint string
	Stored   time.Time // by the server; the delay of a retry counts from here

	stream     *Stream
	sequence   uint64
	deliveries uint64      // how often it was delivered
	extendedAt time.Time   // when the wait of its consumer last began; guarded by stream.mu
	lapsed     bool        // the wait may have ended since; guarded by stream.mu
	doubtful   bool        // others may have the attempt, or it may have been made
	exclusive  atomic.Bool // this dispatcher makes the attempt
	made       bool        // the attempt has ended, and its result is on its way
}

// NewMessage reads the metadata of a message of a stream.
func NewMessage(s *Stream, msg jetstream.Msg, now time.Time) (*Message, error) {
	meta, err := msg.Metadata()
	if err != nil {
		return nil, err
	}
	return &Message{
		Msg: msg, Endpoint: streams.Endpoint(msg.Subject()), Stored: meta.Timestamp, stream: s,
		sequence: meta.Sequence.Stream, deliveries: meta.NumDelivered, extendedAt: now,
		doubtful: Header(msg, streams.HeaderDoubtful) != "",
	}, nil
}

// Header reads a header without nats.Header.Get's canonicalisation, which allocates.
func Header(msg jetstream.Msg, name string) string {
	if values := msg.Headers()[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// Stream is the name of the stream that the message is of.
func (m *Message) Stream() string { return m.stream.name }

// Sequence is the number of the message in its stream.
func (m *Message) Sequence() uint64 { return m.sequence }

// IsRedelivered reports whether the message was delivered before.
func (m *Message) IsRedelivered() bool { return m.deliveries > 1 }

// IsDoubtful reports whether the attempt may be another dispatcher's, or have been made.
func (m *Message) IsDoubtful() bool { return m.doubtful }

// Doubt makes the message doubtful.
func (m *Message) Doubt() {
	m.doubtful = true
	m.exclusive.Store(false)
}

// Settle ends the doubt: the request was made here, and what follows has a message of its own.
func (m *Message) Settle() { m.doubtful = false }

// Made notes that the attempt has ended, and its result is on its way.
func (m *Message) Made() { m.made = true }

// Share lets other dispatchers make the attempt if they have a message of it, while this one only waits; Keep ends
// that.
func (m *Message) Share() { m.exclusive.Store(false) }

// Keep makes the message exclusive again, unless it is doubtful.
func (m *Message) Keep() { m.exclusive.Store(!m.doubtful) }

func (m *Message) position() position { return position{m.sequence, m.Stored.UnixNano()} }

// attempt names the attempt, whichever stream the message is in.
func (m *Message) attempt() string {
	return streams.AttemptMsgID(Header(m.Msg, jetstream.MsgIDHeader))
}

// Ack acknowledges the message. If that is lost, it is sent again after a reconnect, or the message is delivered again
// and recognised.
func (m *Message) Ack() {
	_ = m.Msg.Ack()
	m.stream.acknowledge(m)
}

// Return lets the stream deliver the message again, to any dispatcher, after a delay.
func (m *Message) Return(delay time.Duration) {
	if delay > 0 {
		_ = m.NakWithDelay(delay)
	} else {
		_ = m.Nak()
	}
	m.stream.forget(m)
}

// Leave leaves the attempt to another message of it. The stream delivers this one again unless another dispatcher
// reports progress for it.
func (m *Message) Leave() { m.stream.forget(m) }

// Remove removes a message that cannot be read.
func (m *Message) Remove(reason string) {
	_ = m.TermWithReason(reason)
	m.stream.forget(m)
}
