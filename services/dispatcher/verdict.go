package dispatcher

import (
	"time"

	"github.com/partnerline/partnerline/internal/retry"
)

// Action is what to do after an attempt.
type Action int

// The actions.
const (
	Finish Action = iota + 1 // delivered
	Retry                    // failed, another attempt after Wait
	GiveUp                   // failed, the schedule is exhausted
	Cancel                   // no further attempt
)

// Verdict is what an attempt's result means for its delivery.
type Verdict struct {
	Action Action
	Wait   time.Duration // of Retry, from the end of the failed attempt
}

// Decide is the verdict on the attempt of the given number, from 1.
func Decide(number int, failure Failure, s retry.Schedule) Verdict {
	switch {
	case failure == EndpointInactive:
		return Verdict{Action: Cancel}
	case failure == NoFailure:
		return Verdict{Action: Finish}
	case number > len(s):
		return Verdict{Action: GiveUp}
	}
	return Verdict{Action: Retry, Wait: s[max(number, 1)-1]}
}
