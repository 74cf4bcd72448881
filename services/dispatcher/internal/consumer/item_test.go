package consumer

import (
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/streams"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A message in the shape the server delivers, with custody calls noted.
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

func TestCopyKeepsHeadersOfOursAlone(t *testing.T) {
	m := &message{subject: "deliveries.e", header: nats.Header{
		"X-Webhook-Id": {"dlv_1"}, "Attempt": {"2"}, "Deferrals": {"3"}, "X-Other": {"kept"},
		"Nats-Msg-Id": {"dlv_1.1.2"}, "Nats-Expected-Stream": {"DELIVERIES"},
	}}
	it, err := read(newSource(nil, streams.Config{}, "S", "c"), m, epoch)
	if err != nil || it.endpoint != "e" || it.attempt != 2 || it.deferrals != 3 {
		t.Fatalf("%+v, %v", it, err)
	}
	out := it.copyTo("retry.2.e", "dlv_1.1.3", 3, 0)
	for name, want := range map[string]string{"X-Webhook-Id": "dlv_1", "Attempt": "3", "X-Other": "kept", "Nats-Msg-Id": "dlv_1.1.3"} {
		if got := out.Header[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s is %v, want %s", name, got, want)
		}
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
		if _, err := read(newSource(nil, streams.Config{}, "S", "c"), &message{subject: "deliveries.e", header: h}, epoch); err == nil {
			t.Errorf("%v is taken", h)
		}
	}
}

// A message that comes again is not worked on again: while held it is ignored, once finished it is only acknowledged.
func TestCustody(t *testing.T) {
	s := newSource(nil, streams.Config{}, "S", "c")
	first, again := &message{subject: "deliveries.e", sequence: 7}, &message{subject: "deliveries.e", sequence: 7}
	it, _ := read(s, first, epoch)
	twin, _ := read(s, again, epoch)
	if !s.hold(it) || s.hold(twin) {
		t.Fatal("custody of the first message, and of no other, is wanted")
	}
	s.finish(it)
	if s.hold(twin) || first.acks != 1 || again.acks != 1 {
		t.Errorf("acknowledgements %d and %d, want one each", first.acks, again.acks)
	}
	var replies []string
	s.acknowledged(time.Now().Add(-time.Minute), func(reply string) { replies = append(replies, reply) })
	if len(replies) != 1 || replies[0] != "reply.7" {
		t.Errorf("acknowledgements to send again: %v", replies)
	}
	young := *again
	reborn, _ := read(s, &young, epoch)
	reborn.stored = epoch.Add(time.Second)
	if !s.hold(reborn) {
		t.Error("a message of a stream made anew is taken for a finished one")
	}
	s.handBack(reborn, 0)
	for i := range uint64(remembered) {
		it, _ := read(s, &message{subject: "deliveries.e", sequence: 100 + i}, epoch)
		s.hold(it)
		s.finish(it)
	}
	if len(s.finished) != remembered || len(s.held) != 0 {
		t.Errorf("%d finished and %d held are remembered", len(s.finished), len(s.held))
	}
	if !s.hold(twin) {
		t.Error("what is forgotten is taken again")
	}
	s.handBack(twin, 0)
	if !s.hold(twin) {
		t.Error("what was handed back is taken again")
	}
}

func TestTouchBeforeRedelivery(t *testing.T) {
	s := newSource(nil, streams.Config{}, "S", "c")
	m := &message{subject: "deliveries.e", sequence: 1}
	it, _ := read(s, m, epoch)
	s.hold(it)
	for i, want := range []int{0, 1, 1, 2} {
		s.touch(epoch.Add(time.Duration(i+1) * s.ackWait / 6))
		if m.beats != want {
			t.Errorf("%d signs of life after %d sixths, want %d", m.beats, i+1, want)
		}
	}
}
