package consumer

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/streams"
	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	"github.com/partnerline/partnerline/services/dispatcher/internal/inflight"
)

// An item is one message in flight: the next attempt of a delivery.
type item struct {
	*inflight.Message

	source    *source
	attempt   int
	deferrals int

	delivery *dispatchv1.Delivery // set by decode
	unstored atomic.Int32         // publications to be stored before the acknowledgement
}

// newItem reads subject, headers and metadata of a message.
func newItem(s *source, msg jetstream.Msg, now time.Time) (*item, error) {
	m, err := inflight.NewMessage(s.Stream, msg, now)
	if err != nil {
		return nil, err
	}
	it := &item{Message: m, source: s, attempt: 1}
	if text := inflight.Header(msg, streams.HeaderAttempt); text != "" {
		if it.attempt, err = strconv.Atoi(text); err != nil || it.attempt < 1 {
			return it, fmt.Errorf("header %s is %q", streams.HeaderAttempt, text)
		}
	}
	if text := inflight.Header(msg, streams.HeaderDeferrals); text != "" {
		if it.deferrals, err = strconv.Atoi(text); err != nil || it.deferrals < 0 {
			return it, fmt.Errorf("header %s is %q", streams.HeaderDeferrals, text)
		}
	}
	return it, nil
}

// decode reads the payload. The attempt calls it, so that all processors share the work and a waiting item costs no
// copy.
func (it *item) decode() error {
	d := new(dispatchv1.Delivery)
	if err := proto.Unmarshal(it.Data(), d); err != nil {
		return err
	}
	switch {
	case d.GetId() == "" || d.GetRun() < 1:
		return errors.New("id or run is missing")
	case d.GetEndpointId() != it.Endpoint:
		return fmt.Errorf("subject names endpoint %s, payload %s", it.Endpoint, d.GetEndpointId())
	}
	it.delivery = d
	return nil
}

// planned is the attempt as webhooks knows it.
func (it *item) planned() inflight.Attempt {
	d := it.delivery
	return inflight.Attempt{
		Delivery: d.GetId(), Event: d.GetEventId(), Run: int(d.GetRun()), Number: it.attempt,
		Moved: int(d.GetMovedAttempt()),
	}
}

// id is the message's id, or what it would be for one that was sent without.
func (it *item) id() string {
	if id := inflight.Header(it.Msg, jetstream.MsgIDHeader); id != "" {
		return id
	}
	return streams.DeliveryMsgID(it.delivery.GetId(), int(it.delivery.GetRun()), it.attempt)
}

// copyTo returns the message for another stream. Headers of the server are never forwarded: with the old Nats-Msg-Id,
// the stream would drop the copy.
func (it *item) copyTo(subject, msgID string, attempt, deferrals int) *nats.Msg {
	h := make(nats.Header, 4)
	for name, values := range it.Headers() {
		if !strings.HasPrefix(name, "Nats-") {
			h[name] = values
		}
	}
	delete(h, streams.HeaderDeferrals)
	delete(h, streams.HeaderDoubtful)
	if it.IsDoubtful() {
		h[streams.HeaderDoubtful] = []string{"1"}
	}
	if deferrals > 0 {
		h[streams.HeaderDeferrals] = []string{strconv.Itoa(deferrals)}
	}
	h[streams.HeaderAttempt] = []string{strconv.Itoa(attempt)}
	h[jetstream.MsgIDHeader] = []string{msgID}
	return &nats.Msg{Subject: subject, Header: h, Data: it.Data()}
}
