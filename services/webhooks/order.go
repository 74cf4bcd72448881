package webhooks

import (
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/eventfilter"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/plaintext"
)

// OrderOnFailure is what becomes of the other events of a key when a delivery has failed.
type OrderOnFailure string

// The rules. With OrderStop the others wait until the failed delivery is sent again with success, or skipped.
const (
	OrderSkip OrderOnFailure = "skip"
	OrderStop OrderOnFailure = "stop"
)

// OrderOnFailures are all of them.
var OrderOnFailures = []OrderOnFailure{OrderSkip, OrderStop}

// An OrderedEndpoint gets the delivery of an event when it is the turn of the event among those of its key.
type OrderedEndpoint struct {
	Endpoint   EndpointID
	Activation int
	Key        string
}

// A Turn is that of a delivery in the order of its key.
type Turn struct {
	Delivery DeliveryID
	Endpoint EndpointID
	Key      string
}

// Of is the delivery of a turn, as far as the turn says it.
func (t Turn) Of() Delivery {
	at, _ := ids.Time(DeliveryPrefix, string(t.Delivery)) // of our own making
	return Delivery{ID: t.Delivery, EventAt: at, Endpoint: t.Endpoint, OrderKey: &t.Key}
}

// Turns are those of the deliveries that have a key.
func Turns(list []Delivery) (turns []Turn) {
	for _, d := range list {
		if d.OrderKey != nil {
			turns = append(turns, Turn{d.ID, d.Endpoint, *d.OrderKey})
		}
	}
	return turns
}

// setOrder sets in which order an endpoint gets events.
func (e *Endpoint) setOrder(c EndpointChanges) (bad []fault.Violation) {
	if c.OrderBy != nil {
		e.OrderBy = ""
		if by := *c.OrderBy; by != nil && *by != "" {
			if wrong := checkOrder(*by); wrong != nil {
				bad = append(bad, *wrong)
			}
			e.OrderBy = *by
		}
	}
	if c.OrderOnFailure != nil {
		switch *c.OrderOnFailure {
		case OrderSkip, OrderStop:
			e.OrderOnFailure = *c.OrderOnFailure
		default:
			bad = append(bad,
				fault.Violation{Field: "/order_on_failure", Code: "unknown_value", Message: fault.OneOf(OrderOnFailures)})
		}
	}
	return bad
}

func checkOrder(expression string) *fault.Violation {
	if strings.ContainsFunc(expression, misleads) {
		return &fault.Violation{
			Field: "/order_by", Code: "control_characters",
			Message: "must not contain control characters except line ends and tabs",
		}
	}
	if _, err := eventfilter.CompileKey(expression); err != nil {
		return &fault.Violation{
			Field: "/order_by", Code: "invalid_expression",
			Message: "must be an expression in CEL; " + plaintext.Clean(err.Error()),
		}
	}
	return nil
}

// Skippable reports whether a delivery may be skipped: one that waits, for its retry or behind another one of its key,
// or one that has failed and stops its key.
func (d DeliveryRecord) Skippable(now time.Time) bool {
	return d.StopsKey || d.HeldBackBy != nil || d.Waits(now)
}

// CheckSkip decides whether a delivery may be skipped.
func (d DeliveryRecord) CheckSkip(now time.Time) error {
	switch {
	case d.Skippable(now):
		return nil
	case d.Status == DeliveryPending:
		return ErrDeliveryPending
	}
	return ErrDeliveryEnded
}
