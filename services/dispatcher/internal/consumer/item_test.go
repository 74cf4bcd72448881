package consumer

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/streams"
	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A message has a subject and headers.
type message struct {
	jetstream.Msg // only what is overridden may be called
	header        nats.Header
	subject       string
}

func (m *message) Headers() nats.Header { return m.header }
func (m *message) Subject() string      { return m.subject }
func (m *message) Data() []byte         { return []byte("payload") }
func (m *message) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{Timestamp: epoch}, nil
}

func newTestSource() *source {
	set := inflight.NewSet(nil, inflight.NewChecker(nil, nil), nil)
	return newSource(set.Stream("S", time.Minute, 0), nil, streams.Config{}, "c", nil)
}

func TestCopyDropsHeadersOfTheServer(t *testing.T) {
	m := &message{subject: "deliveries.e", header: nats.Header{
		"X-Webhook-Id": {"dlv_1"}, "Attempt": {"2"}, "Deferrals": {"3"}, "X-Other": {"kept"},
		"Nats-Msg-Id": {"dlv_1.1.2"}, "Nats-Expected-Stream": {"DELIVERIES"},
	}}
	it, err := newItem(newTestSource(), m, epoch)
	if err != nil || it.Endpoint != "e" || it.attempt != 2 || it.deferrals != 3 {
		t.Fatalf("%+v, %v", it, err)
	}
	out := it.copyTo("retry.2.e", "dlv_1.1.3", 3, 0)
	for name, want := range map[string]string{"X-Webhook-Id": "dlv_1", "Attempt": "3", "X-Other": "kept",
		"Nats-Msg-Id": "dlv_1.1.3"} {
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
		if _, err := newItem(newTestSource(), &message{subject: "deliveries.e", header: h}, epoch); err == nil {
			t.Errorf("%v is accepted", h)
		}
	}
}
