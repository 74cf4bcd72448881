package webhooks

import (
	"slices"
	"time"
)

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
