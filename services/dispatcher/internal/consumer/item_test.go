package consumer

import (
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/internal/peers"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A message counts the acknowledgements it gets.
type message struct {
	jetstream.Msg // only what is overridden may be called
	header        nats.Header
	subject       string
	sequence      uint64
	acks, beats   int
}

func (m *message) Headers() nats.Header { return m.header }
func (m *message) Subject() string      { return m.subject }
func (m *message) Data() []byte         { return []byte("payload") }
func (m *message) Ack() error           { m.acks++; return nil }
func (m *message) Reply() string        { return "reply." + strconv.FormatUint(m.sequence, 10) }
func (m *message) InProgress() error    { m.beats++; return nil }
func (m *message) Nak() error           { return nil }
func (m *message) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{Sequence: jetstream.SequencePair{Stream: m.sequence}, Timestamp: epoch}, nil
}

func TestCopyDropsHeadersOfTheServer(t *testing.T) {
	m := &message{subject: "deliveries.e", header: nats.Header{
		"X-Webhook-Id": {"dlv_1"}, "Attempt": {"2"}, "Deferrals": {"3"}, "X-Other": {"kept"},
		"Nats-Msg-Id": {"dlv_1.1.2"}, "Nats-Expected-Stream": {"DELIVERIES"},
	}}
	it, err := newItem(newSource(nil, streams.Config{}, "S", "c", nil), m, epoch)
	if err != nil || it.endpoint != "e" || it.attempt != 2 || it.deferrals != 3 {
		t.Fatalf("%+v, %v", it, err)
	}
	out := it.copyTo("retry.2.e", "dlv_1.1.3", 3, 0)
	for name, want := range map[string]string{"X-Webhook-Id": "dlv_1", "Attempt": "3", "X-Other": "kept", "Nats-Msg-Id": "dlv_1.1.3"} {
		t.Run(name, func(t *testing.T) {
			if got := out.Header[name]; len(got) != 1 || got[0] != want {
				t.Errorf("%s is %v, want %s", name, got, want)
			}
		})
	}
	if len(out.Header) != 4 {
		t.Errorf("headers %v", out.Header)
	}
	if got := it.copyTo("deferred.e", "id", 2, 4).Header["Deferrals"]; len(got) != 1 || got[0] != "4" {
		t.Errorf("Deferrals %v, want 4", got)
	}
	if m.header["Attempt"][0] != "2" {
		t.Error("the message itself was changed")
	}
}

func TestReadRefusesBadHeaders(t *testing.T) {
	for _, h := range []nats.Header{{"Attempt": {"0"}}, {"Attempt": {"x"}}, {"Deferrals": {"-1"}}} {
		s := newSource(nil, streams.Config{}, "S", "c", nil)
		if _, err := newItem(s, &message{subject: "deliveries.e", header: h}, epoch); err == nil {
			t.Errorf("%v is accepted", h)
		}
	}
}

// A redelivered message is not processed again: while it is in flight it is ignored; once acknowledged, only acknowledged.
func TestRedeliveredMessageIsNotProcessed(t *testing.T) {
	s := newSource(nil, streams.Config{}, "S", "c", nil)
	first, second := &message{subject: "deliveries.e", sequence: 7}, &message{subject: "deliveries.e", sequence: 7}
	it, _ := newItem(s, first, epoch)
	redelivered, _ := newItem(s, second, epoch)
	if !s.track(it) || s.track(redelivered) {
		t.Fatal("want the first message tracked, and no other")
	}
	s.ack(it)
	if s.track(redelivered) || first.acks != 1 || second.acks != 1 {
		t.Errorf("acknowledgements %d and %d, want one each", first.acks, second.acks)
	}
	var replies []string
	s.ackedSince(time.Now().Add(-time.Minute), func(reply string) { replies = append(replies, reply) })
	if len(replies) != 1 || replies[0] != "reply.7" {
		t.Errorf("acknowledgements to resend: %v", replies)
	}
	other := *second
	restored, _ := newItem(s, &other, epoch)
	restored.stored = epoch.Add(time.Second)
	if !s.track(restored) {
		t.Error("a message of a stream that was created again is taken for an acknowledged one")
	}
	s.nak(restored, 0)
	for i := range uint64(rememberedAcks) {
		it, _ := newItem(s, &message{subject: "deliveries.e", sequence: 100 + i}, epoch)
		s.track(it)
		s.ack(it)
	}
	if len(s.acked) != rememberedAcks || len(s.tracked) != 0 {
		t.Errorf("%d acknowledged and %d in flight are remembered", len(s.acked), len(s.tracked))
	}
	if !s.track(redelivered) {
		t.Error("a forgotten message must be accepted again")
	}
	s.nak(redelivered, 0)
	if !s.track(redelivered) {
		t.Error("a returned message must be accepted again")
	}
}

// What another dispatcher asks for: attempts of messages that are in flight here, and of those that ended; whose messages were moved to another stream are open.
func TestHoldings(t *testing.T) {
	s := newSource(nil, streams.Config{}, "S", "c", nil)
	e := &Engine{fresh: s, parked: &parked{source: newSource(nil, streams.Config{}, "PARKED", "", nil)}}
	take := func(sequence uint64, id string) *item {
		it, _ := newItem(s, &message{subject: "deliveries.e", sequence: sequence, header: nats.Header{jetstream.MsgIDHeader: {id}}}, epoch)
		s.track(it)
		it.sure.Store(true)
		return it
	}
	take(1, "dlv_held.1.1.d2")
	take(2, "dlv_doubtful.1.1").sure.Store(false)
	ended, moved, left := take(3, "dlv_ended.1.1"), take(4, "dlv_moved.1.1"), take(5, "dlv_left.1.1")
	ended.made = true
	s.ack(ended)
	s.ack(moved)
	s.leave(left)
	for what, c := range map[string]struct {
		asked peers.Message
		want  peers.Holding
	}{
		"in flight":                          {peers.Message{Stream: "PARKED", Sequence: 9, Attempt: "dlv_held.1.1"}, peers.Held},
		"itself doubtful":                    {peers.Message{Stream: "S", Sequence: 2, Stored: epoch.UnixNano(), Attempt: "dlv_doubtful.1.1"}, peers.NotHeld},
		"ended":                              {peers.Message{Stream: "PARKED", Sequence: 9, Attempt: "dlv_ended.1.1"}, peers.Done},
		"acknowledged, since it was moved":   {peers.Message{Stream: "S", Sequence: 4, Stored: epoch.UnixNano(), Attempt: "dlv_moved.1.1"}, peers.Done},
		"moved, the other message":           {peers.Message{Stream: "PARKED", Sequence: 9, Attempt: "dlv_moved.1.1"}, peers.NotHeld},
		"of a stream that was created again": {peers.Message{Stream: "S", Sequence: 4, Stored: epoch.UnixNano() + 1, Attempt: "dlv_other.1.1"}, peers.NotHeld},
		"left":                               {peers.Message{Stream: "S", Sequence: 5, Stored: epoch.UnixNano(), Attempt: "dlv_left.1.1"}, peers.NotHeld},
		"without an id":                      {peers.Message{Stream: "S", Sequence: 9}, peers.NotHeld},
	} {
		t.Run(what, func(t *testing.T) {
			if got := (doubt{e}).holdings([]peers.Message{c.asked}); got[0] != c.want {
				t.Errorf("holding %d, want %d", got[0], c.want)
			}
		})
	}
}

// A message is taken for one that others may have when no progress was reported for AckWait, by either clock.
func TestLapsed(t *testing.T) {
	now := time.Now()
	for what, c := range map[string]struct {
		extended time.Time
		late     bool // whether progress was reported since, after AckWait had ended
		want     bool
	}{
		"within the time":                          {extended: now.Add(-time.Minute + time.Millisecond)},
		"after it":                                 {extended: now.Add(-time.Minute), want: true},
		"after it by the clock of the day alone":   {extended: now.Round(0).Add(-time.Hour), want: true},
		"after it, and progress was reported late": {extended: now.Add(-time.Hour), late: true, want: true},
	} {
		t.Run(what, func(t *testing.T) {
			s := newSource(nil, streams.Config{}, "S", "c", nil)
			it, _ := newItem(s, &message{subject: "deliveries.e", sequence: 1}, c.extended)
			s.track(it)
			if c.late {
				s.extendAckWait(now)
			}
			if got := s.hasLapsed(it, now); got != c.want {
				t.Errorf("lapsed %t, want %t", got, c.want)
			}
		})
	}
}

func TestAckWaitIsExtendedBeforeRedelivery(t *testing.T) {
	s := newSource(nil, streams.Config{}, "S", "c", nil)
	m := &message{subject: "deliveries.e", sequence: 1}
	it, _ := newItem(s, m, epoch)
	s.track(it)
	for i, want := range []int{0, 1, 1, 2} {
		s.extendAckWait(epoch.Add(time.Duration(i+1) * s.ackWait / 6))
		if m.beats != want {
			t.Errorf("%d extensions after %d sixths, want %d", m.beats, i+1, want)
		}
	}
}
