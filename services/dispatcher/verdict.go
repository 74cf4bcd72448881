package dispatcher

import (
	"net/http"
	"strconv"
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
	Step   int           // of Retry: the step of the schedule that the next attempt waits for, from 1
	Wait   time.Duration // of Retry, from the end of the failed attempt
}

// Decide is the verdict on the attempt of the given number, from 1. The next attempt waits for the step of that number
// or, when the receiver asks for longer, for the first one after it that is as long; when none is, for the last.
func Decide(number int, failure Failure, s retry.Schedule, asked time.Duration) Verdict {
	switch {
	case failure.NotMade():
		return Verdict{Action: Cancel}
	case failure == NoFailure:
		return Verdict{Action: Finish}
	case number > len(s):
		return Verdict{Action: GiveUp}
	}
	step := max(number, 1)
	for step < len(s) && s[step-1] < asked {
		step++
	}
	return Verdict{Action: Retry, Step: step, Wait: s[step-1]}
}

// maxAsked bounds what a receiver asks for, so that it can be computed with.
const maxAsked = 365 * 24 * time.Hour

// Asked is how long after a time the next attempt should be made by a Retry-After (RFC 9110, section 10.2.3), which is
// a number of seconds or a date; 0 for anything else, and for a time that has passed.
func Asked(retryAfter string, at time.Time) time.Duration {
	if seconds, err := strconv.ParseUint(retryAfter, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, maxAsked)
	}
	date, err := http.ParseTime(retryAfter)
	if err != nil {
		return 0
	}
	return min(max(date.Sub(at), 0), maxAsked)
}
