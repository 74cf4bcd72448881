package event

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// An EventQuery selects the next events of the feed.
type EventQuery struct {
	After EventID // the last one seen; empty: from the oldest
	Kind  *EventKind
	Since time.Time // older ones are not shown
	Money bool      // those of payments and payouts too, of merchants whose delegation is active
	Limit int
}

// ErrEventUnknown is an `after` that names no event of the feed.
var ErrEventUnknown = fault.New(fault.InvalidParameter, "after names no event of the feed; events are kept for 30 days").
	WithField("after", "unknown_event", "must be the id of an event that the feed returned; leave it out to begin with the oldest")
