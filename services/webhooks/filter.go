package webhooks

import "time"

// Position is the key of the last row of a page; the next page begins behind it.
type Position struct {
	Time time.Time `json:"t"`
	ID   string    `json:"i"`
}

// Before is a position before all events of a time.
func Before(at time.Time) Position { return Position{Time: at, ID: "-"} }

// EventFilter selects a page of events.
type EventFilter struct {
	Type     string
	From, To *time.Time // To is exclusive
	After    *Position
	Limit    int
}

// DeliveryFilter selects a page of the deliveries of an endpoint or a tenant.
type DeliveryFilter struct {
	Mode         *bool // of a tenant: true for live mode, false for test mode; nil: both
	Status, Type string
	From, To     *time.Time // of the event's time; To is exclusive
	After        *Position
	Limit        int
}

// VerificationFilter selects a page of sessions.
type VerificationFilter struct {
	Status, Kind, SubjectRef string
	CreatedFrom, UpdatedFrom *time.Time
	ByUpdate                 bool // oldest change first, else newest creation first
	After                    *Position
	Limit                    int
}
