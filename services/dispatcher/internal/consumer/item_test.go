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
	it, err := newItem(newSource(nil, streams.Config{}, "S", "c"), m, epoch)
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
		if _, err := newItem(newSource(nil, streams.Config{}, "S", "c"), &message{subject: "deliveries.e", header: h}, epoch); err == nil {
			t.Errorf("%v is accepted", h)
		}
	}
}

// A redelivered message is not processed again: while it is in flight it is ignored; once acknowledged, only acknowledged.
func TestRedeliveredMessageIsNotProcessed(t *testing.T) {
	s := newSource(nil, streams.Config{}, "S", "c")
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

func TestAckWaitIsExtendedBeforeRedelivery(t *testing.T) {
	s := newSource(nil, streams.Config{}, "S", "c")
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
