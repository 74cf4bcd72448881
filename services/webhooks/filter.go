package webhooks

import (
	"slices"
	"time"
)

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

// LoggedEvent is an event with its position in the log: the order in which events got their deliveries, of all tenants
// together.
type LoggedEvent struct {
	Position int64
	Event    Event // ID, Scope, Type, CreatedAt, Body; no Body when the event is past its retention
}

// LogStart is where a reader of the log begins: behind Position. ID names it for the reader that comes back before it
// has got an event.
type LogStart struct {
	Position int64
	ID       EventID
}

// LogFilter selects events of the log.
type LogFilter struct {
	Scope Scope
	Types []EventType // empty: all
}

// Takes reports whether a filter selects an event.
func (f LogFilter) Takes(e Event) bool {
	return e.Scope == f.Scope && (len(f.Types) == 0 || slices.Contains(f.Types, e.Type))
}

// StartAllowance is how much older than the stream a start without an event is. It covers the clock skew between
// replicas and the time that an event may wait for its position, so that a reader that comes back misses none.
const StartAllowance = 5 * time.Minute
