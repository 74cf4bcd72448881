package event

import (
	"github.com/partnerline/partnerline/internal/fault"
)

// ErrEventUnknown is an `after` that names no event of the feed.
var ErrEventUnknown = fault.New(fault.InvalidParameter,
	"after names no event of the feed; events are kept for 30 days").
	WithField("after", "unknown_event",
		"must be the id of an event that the feed returned; leave it out to begin with the oldest")
