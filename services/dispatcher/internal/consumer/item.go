package consumer

import (
	"context"
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
	"github.com/partnerline/partnerline/services/dispatcher/internal/recorded"
)

// An item is one message in flight: the next attempt of a delivery.
type item struct {
	msg        jetstream.Msg
	source     *source
	sequence   uint64
	stored     time.Time // by the server; a tier's delay counts from here
	endpoint   string
	attempt    int
	deferrals  int
	delivered  uint64    // how often
	extendedAt time.Time // when AckWait last began; guarded by source.mu
	lapsed     bool      // AckWait may have ended since: another dispatcher may have the message, too; guarded by source.mu
	doubtful   bool      // its message may have been acknowledged before: the attempt is checked first
	// sure: no other message of the attempt is known, or this one was chosen. Others of it are left.
	sure atomic.Bool

	delivery *dispatchv1.Delivery // set by decode
	made     bool                 // the attempt has ended, and its result is on its way
	unstored atomic.Int32         // publications to be stored before the acknowledgement
}

// newItem reads subject, headers and metadata of a message.
func newItem(s *source, msg jetstream.Msg, now time.Time) (*item, error) {
	meta, err := msg.Metadata()
	if err != nil {
		return nil, err
	}
	it := &item{msg: msg, source: s, sequence: meta.Sequence.Stream, delivered: meta.NumDelivered, stored: meta.Timestamp, extendedAt: now, attempt: 1}
	it.endpoint = streams.Endpoint(msg.Subject())
	if text := header(msg, streams.HeaderAttempt); text != "" {
		if it.attempt, err = strconv.Atoi(text); err != nil || it.attempt < 1 {
			return it, fmt.Errorf("header %s is %q", streams.HeaderAttempt, text)
		}
	}
	it.doubtful = header(msg, streams.HeaderDoubtful) != ""
	if text := header(msg, streams.HeaderDeferrals); text != "" {
		if it.deferrals, err = strconv.Atoi(text); err != nil || it.deferrals < 0 {
			return it, fmt.Errorf("header %s is %q", streams.HeaderDeferrals, text)
		}
	}
	return it, nil
}

func (it *item) position() position { return position{it.sequence, it.stored.UnixNano()} }

// decode reads the payload. The attempt calls it, so that all processors share the work and a waiting item costs no copy.
func (it *item) decode() error {
	d := new(dispatchv1.Delivery)
	if err := proto.Unmarshal(it.msg.Data(), d); err != nil {
		return err
	}
	switch {
	case d.GetId() == "" || d.GetRun() < 1:
		return errors.New("id or run is missing")
	case d.GetEndpointId() != it.endpoint:
		return fmt.Errorf("subject names endpoint %s, payload %s", it.endpoint, d.GetEndpointId())
	}
	it.delivery = d
	return nil
}

// check returns what to do with the attempt of a doubtful message, by what is recorded of its delivery.
func (it *item) check(ctx context.Context, checker *recorded.Checker) recorded.Verdict {
	d := it.delivery
	return checker.Check(ctx, recorded.Attempt{
		Delivery: d.GetId(), Event: d.GetEventId(), Run: int(d.GetRun()), Number: it.attempt,
		Moved: int(d.GetMovedAttempt()),
	})
}

// id is the message's id, or what it would be for one that was sent without.
func (it *item) id() string {
	if id := header(it.msg, jetstream.MsgIDHeader); id != "" {
		return id
	}
	return streams.DeliveryMsgID(it.delivery.GetId(), int(it.delivery.GetRun()), it.attempt)
}

// attemptID names the attempt of a message, whichever stream it is in.
func attemptID(msg jetstream.Msg) string {
	return streams.AttemptMsgID(header(msg, jetstream.MsgIDHeader))
}

// copyTo returns the message for another stream. Headers of the server are never forwarded: with the old Nats-Msg-Id, the
// stream would drop the copy.
func (it *item) copyTo(subject, msgID string, attempt, deferrals int) *nats.Msg {
	h := make(nats.Header, 4)
	for name, values := range it.msg.Headers() {
		if !strings.HasPrefix(name, "Nats-") {
			h[name] = values
		}
	}
	delete(h, streams.HeaderDeferrals)
	delete(h, streams.HeaderDoubtful)
	if it.doubtful {
		h[streams.HeaderDoubtful] = []string{"1"}
	}
	if deferrals > 0 {
		h[streams.HeaderDeferrals] = []string{strconv.Itoa(deferrals)}
	}
	h[streams.HeaderAttempt] = []string{strconv.Itoa(attempt)}
	h[jetstream.MsgIDHeader] = []string{msgID}
	return &nats.Msg{Subject: subject, Header: h, Data: it.msg.Data()}
}

// header reads a header without nats.Header.Get's canonicalisation, which allocates.
func header(msg jetstream.Msg, name string) string {
	if values := msg.Headers()[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}
