package inflight

import (
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var epoch = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// A stub is a message that counts the answers it gets.
type stub struct {
	jetstream.Msg // only what is overridden may be called
	header        nats.Header
	sequence      uint64
	deliveries    uint64
	acks, beats   int
	returned      []time.Duration
}

func (m *stub) Headers() nats.Header { return m.header }
func (m *stub) Subject() string      { return "deliveries.e" }
func (m *stub) Ack() error           { m.acks++; return nil }
func (m *stub) Reply() string        { return "reply." + strconv.FormatUint(m.sequence, 10) }
func (m *stub) InProgress() error    { m.beats++; return nil }
func (m *stub) Nak() error           { return m.NakWithDelay(0) }
func (m *stub) NakWithDelay(d time.Duration) error {
	m.returned = append(m.returned, d)
	return nil
}

func (m *stub) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{
		Sequence: jetstream.SequencePair{Stream: m.sequence}, NumDelivered: max(m.deliveries, 1), Timestamp: epoch,
	}, nil
}

func newTestStream() *Stream { return newStream("S", time.Minute, 0) }

// read returns a message of a stream.
func read(t *testing.T, s *Stream, msg *stub, now time.Time) *Message {
	t.Helper()
	m, err := NewMessage(s, msg, now)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A message that is delivered again is not processed again: while it is in flight it is ignored; once acknowledged, it
// is only acknowledged.
func TestRedeliveredMessageIsNotProcessed(t *testing.T) {
	t.Parallel()
	s := newTestStream()
	first, second := &stub{sequence: 7}, &stub{sequence: 7}
	m, again := read(t, s, first, epoch), read(t, s, second, epoch)
	if !s.Hold(m) || s.Hold(again) {
		t.Fatal("want the first message held, and no other")
	}
	m.Ack()
	if s.Hold(again) || first.acks != 1 || second.acks != 1 {
		t.Errorf("acknowledgements %d and %d, want one each", first.acks, second.acks)
	}
	var replies []string
	s.acknowledgedSince(time.Now().Add(-time.Minute), func(reply string) { replies = append(replies, reply) })
	if len(replies) != 1 || replies[0] != "reply.7" {
		t.Errorf("acknowledgements to send again: %v", replies)
	}
	restored := read(t, s, &stub{sequence: 7}, epoch)
	restored.Stored = epoch.Add(time.Second)
	if !s.Hold(restored) {
		t.Error("a message of a stream that was created again is taken for an acknowledged one")
	}
	restored.Return(0)
	for i := range uint64(remembered) {
		m := read(t, s, &stub{sequence: 100 + i}, epoch)
		s.Hold(m)
		m.Ack()
	}
	if len(s.acknowledged) != remembered || s.Held() != 0 {
		t.Errorf("%d acknowledged and %d in flight are remembered", len(s.acknowledged), s.Held())
	}
	if !s.Hold(again) {
		t.Error("a forgotten message must be accepted again")
	}
	again.Return(0)
	if !s.Hold(again) {
		t.Error("a returned message must be accepted again")
	}
}

// A message is taken for one that others may have when no progress was reported for the wait, by either clock.
func TestLapsed(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for what, c := range map[string]struct {
		extended time.Time
		late     bool // whether progress was reported since, after the wait had ended
		want     bool
	}{
		"within the time":                          {extended: now.Add(-time.Minute + time.Millisecond)},
		"after it":                                 {extended: now.Add(-time.Minute), want: true},
		"after it by wall time only":               {extended: now.Round(0).Add(-time.Hour), want: true},
		"after it, and progress was reported late": {extended: now.Add(-time.Hour), late: true, want: true},
	} {
		s := newTestStream()
		m := read(t, s, &stub{sequence: 1}, c.extended)
		s.Hold(m)
		if c.late {
			s.extend(now)
		}
		if got := s.hasLapsed(m, now); got != c.want {
			t.Errorf("%s: lapsed %t, want %t", what, got, c.want)
		}
	}
}

func TestWaitIsExtendedBeforeRedelivery(t *testing.T) {
	t.Parallel()
	s, msg := newTestStream(), &stub{sequence: 1}
	s.Hold(read(t, s, msg, epoch))
	for i, want := range []int{0, 1, 1, 2} {
		s.extend(epoch.Add(time.Duration(i+1) * s.wait / 6))
		if msg.beats != want {
			t.Errorf("%d extensions after %d sixths, want %d", msg.beats, i+1, want)
		}
	}
}

func TestWhichMessagesAreDoubtful(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		message stub
		until   time.Time
		want    bool
	}{
		"a new one":                        {},
		"delivered again":                  {message: stub{deliveries: 2}, want: true},
		"marked by its sender":             {message: stub{header: nats.Header{"Doubtful": {"1"}}}, want: true},
		"stored before the last reconnect": {until: epoch.Add(-clockSkew + time.Second), want: true},
		"stored after it":                  {until: epoch.Add(-clockSkew)},
	} {
		s := newTestStream()
		s.DoubtUntil(c.until)
		m := read(t, s, &c.message, epoch)
		if s.Hold(m); m.IsDoubtful() != c.want || m.exclusive.Load() == c.want {
			t.Errorf("%s: doubtful %t", what, m.IsDoubtful())
		}
	}
}
