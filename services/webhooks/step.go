package webhooks

import (
	"slices"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
)

// A Step asks a session to enter a status, with the results of its checks so far.
type Step struct {
	To      VerificationStatus
	Reasons []string
	Checks  []Check
}

// Validate checks what does not depend on the session: that status and reasons are known, and that no failed check is
// reported of a session that completes.
func (s Step) Validate() error {
	if !s.To.Known() {
		return fault.Field("/to", "unknown_status", fault.OneOf(VerificationStatuses))
	}
	for i, r := range s.Reasons {
		if !slices.Contains(ReasonCodes, r) {
			return fault.Field("/reason_codes/"+strconv.Itoa(i), "unknown_reason", fault.OneOf(ReasonCodes))
		}
	}
	for i, c := range s.Checks {
		if s.To == StatusCompleted && c.Status == CheckFailed {
			return fault.Field("/checks/"+strconv.Itoa(i)+"/status", "contradiction",
				"a session with a failed check ends as failed")
		}
	}
	return nil
}

// Advance moves the session to the status of a step by the shortest legal path and returns the events of it.
func (v *Verification) Advance(s Step, now time.Time) ([]Event, error) {
	path, ok := v.Status.PathTo(s.To)
	if !ok {
		return nil, ErrInvalidState
	}
	return v.follow(path, s, now)
}

// Transition makes one legal step; asking for the status that the session has is no step.
func (v *Verification) Transition(s Step, now time.Time) ([]Event, error) {
	if v.Status == s.To {
		return nil, nil
	}
	return v.follow([]VerificationStatus{s.To}, s, now)
}

func (v *Verification) follow(path []VerificationStatus, s Step, now time.Time) ([]Event, error) {
	if err := v.Report(s.Checks); err != nil {
		return nil, err
	}
	var events []Event
	for _, next := range path {
		e, err := v.Enter(next, s.Reasons, now)
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}
