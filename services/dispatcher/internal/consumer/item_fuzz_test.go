package consumer

import (
	"testing"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
)

// payload is a message with its own data.
type payload struct {
	message

	data []byte
}

func (p *payload) Data() []byte { return p.data }

// Any message of a stream is refused as a whole or is an attempt that can be made, of the endpoint that its subject
// names; a copy of it in another stream is equal.
func FuzzItem(f *testing.F) {
	good, err := proto.Marshal(&dispatchv1.Delivery{Id: "dlv_1", EndpointId: "e", Run: 1})
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range [][3]string{{"deliveries.e", "2", "3"}, {"e", "", ""}, {"", "0", "-1"},
		{"deliveries.", "99999999999999999999", "x"}, {"a.b.e", "+1", "007"}} {
		f.Add(s[0], s[1], s[2], good)
	}
	f.Add("deliveries.e", "1", "", good[:len(good)-1])
	f.Add("deliveries.e", "1", "", []byte("\x0a\x02\xff\xff\x12\x01e\x20\x01"))
	f.Fuzz(func(t *testing.T, subject, attempt, deferrals string, data []byte) {
		headers := nats.Header{"Nats-Msg-Id": {"x"}, "X-Other": {"kept"}}
		if attempt != "" {
			headers[streams.HeaderAttempt] = []string{attempt}
		}
		if deferrals != "" {
			headers[streams.HeaderDeferrals] = []string{deferrals}
		}
		src := newTestSource()
		it, err := newItem(src, &payload{message: message{subject: subject, header: headers}, data: data}, epoch)
		if err != nil {
			return
		}
		if it.attempt < 1 || it.deferrals < 0 {
			t.Fatalf("attempt %d, deferrals %d", it.attempt, it.deferrals)
		}
		if err := it.decode(); err != nil {
			if it.delivery != nil {
				t.Fatal("it was refused, and decoded")
			}
			return
		}
		if d := it.delivery; d.GetId() == "" || d.GetRun() < 1 || d.GetEndpointId() != it.Endpoint {
			t.Fatalf("%v of endpoint %q", d, it.Endpoint)
		}
		out := it.copyTo("retry."+it.Endpoint, "id", it.attempt, it.deferrals)
		if out.Header.Get("Nats-Msg-Id") != "id" || out.Header.Get("X-Other") != "kept" {
			t.Fatalf("headers %v", out.Header)
		}
		copied, err := newItem(src, &payload{message: message{subject: out.Subject, header: out.Header}, data: out.Data},
			epoch)
		if err != nil || copied.attempt != it.attempt || copied.deferrals != it.deferrals || copied.Endpoint != it.Endpoint {
			t.Fatalf("the copy is %+v, %v", copied, err)
		}
	})
}
