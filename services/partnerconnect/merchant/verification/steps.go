package verification

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A Step moves a session in the verification service: to a status, or to a further attempt.
type Step struct {
	To      string
	Attempt int // that begins; 0: none does
	Checks  map[string]string
	Reasons []string
}

// Statuses of the verification service on the way to an end.
const (
	pending    = "pending"
	inProgress = "in_progress"
	processing = "processing"
	inReview   = "in_review"
	failed     = "failed"
	expired    = "expired"
	cancelled  = "cancelled"
)

// ways are the statuses that lead to where a session is. A submitted attempt stays in_progress there, since a further
// attempt may follow.
var ways = map[Stage][]string{
	Open: {pending}, Started: {inProgress}, Submitted: {inProgress}, InReview: {inProgress, processing, inReview},
	Completed: {inProgress, processing, onboarding.CompletedSession}, Failed: {inProgress, failed}, Expired: {expired},
	Cancelled: {cancelled},
}

// stages are how far a session is by its status in the verification service.
var stages = map[string]Stage{
	pending: Open, inProgress: Started, processing: Submitted, inReview: InReview, onboarding.CompletedSession: Completed,
	failed: Failed, expired: Expired, cancelled: Cancelled,
}

// SessionOf is a session of test mode, whose state is that of the verification service.
func SessionOf(id string, ref pc.Ref, state onboarding.SessionState, now time.Time) IdentitySession {
	s := NewIdentitySession(id, ref, "", now)
	s.Stage, s.Attempt = stages[state.Status], state.Attempt
	return s
}

// Steps are those that bring a session of the verification service from a status and an attempt to what is known of it
// here; none once it has ended there.
func (s IdentitySession) Steps(status string, attempt int) []Step {
	if onboarding.SessionEnded(status) {
		return nil
	}
	way, reasons := ways[s.Stage], s.Reasons
	rank := onboarding.SessionRanks[status]
	switch {
	case s.Stage == Failed && !s.Final, s.Stage == Open && s.Attempt > 1:
		way = ways[Started]
	case rank >= onboarding.SessionRanks[processing] && (s.Stage == Expired || s.Stage == Cancelled):
		way, reasons = []string{failed}, []string{otherReason} // it can neither expire nor be cancelled any more
	}
	var steps []Step
	for _, to := range way {
		if onboarding.SessionRanks[to] > rank {
			step := Step{To: to}
			if onboarding.SessionEnded(to) {
				step.Checks = s.Checks
			}
			if to == failed {
				step.Reasons = reasons
			}
			steps = append(steps, step)
		}
		if to == inProgress && rank <= onboarding.SessionRanks[inProgress] {
			for n := attempt + 1; n <= s.Attempt; n++ {
				steps = append(steps, Step{Attempt: n})
			}
		}
	}
	return steps
}
