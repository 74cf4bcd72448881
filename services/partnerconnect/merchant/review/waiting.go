package review

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// NoProgress is how long an onboarding is unchanged before it is counted as waiting, unless a caller says otherwise.
const NoProgress = 3 * 24 * time.Hour

// MaxWaiting is how many onboardings of a group are counted.
const MaxWaiting = 1000

// A WaitingGroup is a group of onboardings that make no progress.
type WaitingGroup struct {
	Livemode bool
	WaitsFor Actor
	Status   onboarding.Status // empty where an operator must act
	Count    int               // at most MaxWaiting
	More     bool              // than Count
	Oldest   time.Time
}
