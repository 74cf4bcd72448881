package export

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// PerDay is how many exports of its data a merchant has in a day. Operators have as many as they need.
const PerDay = 5

// Day is the time in which they are counted.
const Day = 24 * time.Hour

// CheckLimit refuses an export when as many as PerDay were counted; oldest is the time of the first of these.
func CheckLimit(counted int, oldest, now time.Time) error {
	if counted < PerDay {
		return nil
	}
	return &fault.Error{
		Reason: fault.RateLimited, Message: "the merchant's data was exported too often within a day",
		RetryAfter: max(time.Second, oldest.Add(Day).Sub(now)),
	}
}

// ErrErased says that nothing is left to be exported.
var ErrErased = fault.New(fault.InvalidState,
	"the merchant's data was erased at the end of its retention; there is nothing to export")
