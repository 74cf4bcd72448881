package webhooks

import (
	"time"

	"github.com/partnerline/partnerline/internal/ids"
)

// DeliveryID names a delivery: `dlv_` and a value derived from event and endpoint, so that every path to the same
// delivery finds the same id. It is the X-Webhook-Id of all attempts of all runs.
type DeliveryID string

// DeliveryPrefix begins every DeliveryID.
const DeliveryPrefix = "dlv_"

// NewDeliveryID derives the id. Its time is the event's.
func NewDeliveryID(event EventID, createdAt time.Time, endpoint EndpointID) DeliveryID {
	return DeliveryID(ids.Derived(DeliveryPrefix, createdAt, string(event), string(endpoint)))
}

// DeliveryStatus is the state of a delivery.
type DeliveryStatus string

// A run of a delivery begins pending and ends in one of the others; only a new run changes it again.
const (
	DeliveryPending   DeliveryStatus = "pending"
	DeliveryDelivered DeliveryStatus = "delivered"
	DeliveryFailed    DeliveryStatus = "failed"
	DeliveryCancelled DeliveryStatus = "cancelled" // see the reasons
)

// Known reports whether s is a status.
func (s DeliveryStatus) Known() bool {
	return s == DeliveryPending || s == DeliveryDelivered || s == DeliveryFailed || s == DeliveryCancelled
}

// Why a delivery is cancelled.
const (
	ReasonEndpointInactive = "endpoint_inactive"
	ReasonAccessRevoked    = "access_revoked" // the tenant may not get the event any more
	ReasonSkipped          = "skipped"        // someone let the other events of its key go on
)

// A Delivery is one event on its way to one endpoint.
type Delivery struct {
	ID          DeliveryID
	Scope       Scope
	Endpoint    EndpointID
	Event       EventID
	EventType   EventType
	EventAt     time.Time // CreatedAt of the event; part of the key
	Run         int
	Activation  int
	Body        []byte
	Traceparent string
	Check       bool    // before each attempt, the dispatcher asks whether the tenant may still get the event
	Doubtful    bool    // it may have been sent before: the dispatcher asks whether the attempt is recorded
	Returned    bool    // it was given back: each sending has a message id of its own
	Moved       int     // the attempt of this run that was moved to now last; 0: none
	OrderKey    *string // its key; nil: it has no order
}

// DeliveryRecord is a delivery with the state of its run.
type DeliveryRecord struct {
	Delivery
	Status        DeliveryStatus
	Reason        *string
	AttemptCount  int
	NextAttemptAt *time.Time
	CreatedAt     time.Time
	CompletedAt   *time.Time
	HeldBackBy    *DeliveryID // the delivery of its key that comes first, while it waits behind that
	StopsKey      bool        // it has failed, and the others of its key wait
}

// MoveAhead is the least time before its due time at which an attempt may be moved to now. Dispatchers need a second
// to learn of the move, and all of them know it when the message that waited for the due time comes up.
const MoveAhead = 2 * time.Second

// Waits reports whether a delivery waits for a retry that can be moved to now.
func (d DeliveryRecord) Waits(now time.Time) bool {
	return d.Status == DeliveryPending && d.NextAttemptAt != nil && d.NextAttemptAt.After(now.Add(MoveAhead))
}

// CheckResend decides whether a delivery may be sent to its endpoint now, and how: by a retry that is moved, or by a
// new run.
func (d DeliveryRecord) CheckResend(e Endpoint, now time.Time) (move bool, err error) {
	switch {
	case !e.IsActive:
		return false, ErrEndpointInactive
	case d.Status != DeliveryPending:
		return false, nil
	case d.HeldBackBy != nil:
		return false, ErrDeliveryHeldBack
	case d.Activation != e.Activation || !d.Waits(now):
		return false, ErrDeliveryPending
	}
	return true, nil
}

// Move is the delivery with its next attempt moved to now.
func (d DeliveryRecord) Move() Delivery {
	d.Moved = d.AttemptCount + 1
	return d.Delivery
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

// A PlannedAttempt is an attempt that a dispatcher is about to make.
type PlannedAttempt struct {
	Delivery    DeliveryID
	Event       EventID // of the delivery, which may not be stored yet
	Run, Number int
	Moved       int // Delivery.Moved when its message was sent
}

// Key returns the key of the attempt, which is the same for all messages of it.
func (a PlannedAttempt) Key() AttemptKey { return AttemptKey{a.Delivery, a.Run, a.Number} }

// ClaimTime is how long an attempt belongs to the message that was checked first. It is longer than a request and the
// recording of its outcome take. If the dispatcher ends after the check, the attempt waits for this time.
const ClaimTime = 15 * time.Second

// An AttemptCheck says what becomes of a planned attempt.
type AttemptCheck int

// The answers to a check.
const (
	AttemptNeeded AttemptCheck = iota // it is made, and claimed
	AttemptOver                       // it need not be made
	// AttemptClaimed: another message of it was checked within ClaimTime. It is checked again later.
	AttemptClaimed
	AttemptRevoked // the tenant may not get the event any more
)

// IsOver reports whether an attempt need not be made: its run has ended, a later run began, a later attempt is
// recorded, or it was moved to now after its message was sent, so that another message makes it. An attempt that is
// itself recorded may still be needed: the message of the next attempt may not be stored.
func (d DeliveryRecord) IsOver(a PlannedAttempt) bool {
	return d.Run > a.Run || d.Run == a.Run &&
		(d.Status != DeliveryPending || d.AttemptCount > a.Number || a.Moved < d.Moved && a.Number <= d.Moved)
}

// Overdue is a pending delivery whose outcome should be known by now.
type Overdue struct {
	Delivery  Delivery
	Attempt   int       // number of the attempt that is due
	UpdatedAt time.Time // when an outcome of it last came in
}
