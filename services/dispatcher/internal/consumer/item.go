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
)

// An item is one message in our hands: the next attempt of a delivery.
type item struct {
	msg       jetstream.Msg
	source    *source
	sequence  uint64
	stored    time.Time // when the server stored it; a tier's delay counts from here
	endpoint  string
	attempt   int
	deferrals int
	touched   time.Time // when the server last heard that we have it; guarded by source.mu

	delivery *dispatchv1.Delivery // set by open
	toStore  atomic.Int32         // publications to be stored before the acknowledgement
}

// read takes what a message says of itself outside of its payload.
func read(s *source, msg jetstream.Msg, now time.Time) (*item, error) {
	meta, err := msg.Metadata()
	if err != nil {
		return nil, err
	}
	it := &item{msg: msg, source: s, sequence: meta.Sequence.Stream, stored: meta.Timestamp, touched: now, attempt: 1}
	subject := msg.Subject()
	it.endpoint = subject[strings.LastIndexByte(subject, '.')+1:]
	if text := header(msg, streams.HeaderAttempt); text != "" {
		if it.attempt, err = strconv.Atoi(text); err != nil || it.attempt < 1 {
			return it, fmt.Errorf("header %s is %q", streams.HeaderAttempt, text)
		}
	}
	if text := header(msg, streams.HeaderDeferrals); text != "" {
		if it.deferrals, err = strconv.Atoi(text); err != nil || it.deferrals < 0 {
			return it, fmt.Errorf("header %s is %q", streams.HeaderDeferrals, text)
		}
	}
	return it, nil
}

func (it *item) place() place { return place{it.sequence, it.stored.UnixNano()} }

// open reads the payload. It is left to the attempt, so that many cores share the work and waiting costs no copy.
func (it *item) open() error {
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

// name is delivery and run, for message ids; it reads the payload if that has not been done.
func (it *item) name() (delivery string, run int, err error) {
	if it.delivery == nil {
		if err := it.open(); err != nil {
			return "", 0, err
		}
	}
	return it.delivery.GetId(), int(it.delivery.GetRun()), nil
}

// copyTo makes the message that carries the delivery on to another stream. Headers of the server's own are never
// forwarded: a forwarded Nats-Msg-Id, for one, would make the stream drop the copy.
func (it *item) copyTo(subject, msgID string, attempt, deferrals int) *nats.Msg {
	h := make(nats.Header, 4)
	for name, values := range it.msg.Headers() {
		if !strings.HasPrefix(name, "Nats-") {
			h[name] = values
		}
	}
	delete(h, streams.HeaderDeferrals)
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
