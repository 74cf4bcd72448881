package event

import (
	"time"
)

// An EventQuery selects the next events of the feed.
type EventQuery struct {
	After EventID // the last one seen; empty: from the oldest
	Type  *Type
	Since time.Time // older ones are not shown
	Money bool      // those of payments and payouts too, of merchants whose delegation is active
	Limit int
}
