package onboarding

import (
	"time"
)

// A Verification is a signatory's session in the verification service, as it is known here. It is completed only for a
// document in the name that it was begun for.
type Verification struct {
	SessionID  string    `json:"session_id"`
	Status     string    `json:"status"` // as the service reports it, or LostSession
	StartedAt  time.Time `json:"started_at"`
	GivenNames string    `json:"given_names,omitempty"`
	FamilyName string    `json:"family_name,omitempty"`
	// Checks are the results of a completed session by type. Nil for sessions that completed before results were kept.
	Checks map[string]string `json:"checks"`
}

// A SessionState is what the verification service reports of a session.
type SessionState struct {
	Status  string
	Attempt int
	Checks  map[string]string // results by type
}

// CompletedSession is the one status of a session that ended well; what it proves, its checks decide.
const CompletedSession = "completed"

// LostSession is the status of a session that the verification service does not know: the call that was to open it
// failed, or its database was restored from an earlier backup.
const LostSession = "lost"

// SessionRanks order the statuses of a session: a late or repeated report never moves it back.
var SessionRanks = map[string]int{
	"pending": 1, "in_progress": 2, "processing": 3, "in_review": 4,
	CompletedSession: 5, "failed": 5, "expired": 5, "cancelled": 5, LostSession: 5,
}

// SessionEnded reports whether nothing follows a status. One that is not known here is taken for open: it is asked for
// again.
func SessionEnded(status string) bool { return SessionRanks[status] == SessionRanks[CompletedSession] }

// Open reports whether the outcome is still to come.
func (v Verification) Open() bool { return !SessionEnded(v.Status) }

// Over reports whether a session proved nothing, so that another may begin.
func (v Verification) Over() bool { return v.Verdict() == IdentityNotVerified }

// Verdict is what the session means for the onboarding; empty while it is open.
func (v Verification) Verdict() IdentityVerdict {
	switch {
	case v.Open():
		return ""
	case v.Status != CompletedSession:
		return IdentityNotVerified
	case v.Checks == nil:
		return IdentityVerified
	}
	return EvaluateIdentity(v.Checks)
}
