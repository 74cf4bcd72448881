package partnerconnect

import (
	"maps"
	"time"
)

// A Verification is a signatory's session in the verification service, as it is known here. It is completed only for a document in the
// name that it was begun for.
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
	Status string
	Checks map[string]string // results by type
}

// completedSession is the one status of a session that ended well; what it proves, its checks decide.
const completedSession = "completed"

// LostSession is the status of a session that the verification service does not know: the call that was to open it failed, or its
// database was restored from an earlier backup.
const LostSession = "lost"

// sessionRanks order the statuses of a session: a report that comes late or twice leads nowhere back.
var sessionRanks = map[string]int{
	"pending": 1, "in_progress": 2, "processing": 3, "in_review": 4,
	completedSession: 5, "failed": 5, "expired": 5, "cancelled": 5, LostSession: 5,
}

// SessionEnded reports whether nothing follows a status. One that is not known here is taken for open: it is asked for again.
func SessionEnded(status string) bool { return sessionRanks[status] == sessionRanks[completedSession] }

// Open reports whether the outcome is still to come.
func (v Verification) Open() bool { return !SessionEnded(v.Status) }

// Over reports whether a session proved nothing, so that another may begin.
func (v Verification) Over() bool { return v.Verdict() == IdentityNotVerified }

// Verdict is what the session means for the onboarding; empty while it is open.
func (v Verification) Verdict() IdentityVerdict {
	switch {
	case v.Open():
		return ""
	case v.Status != completedSession:
		return IdentityNotVerified
	case v.Checks == nil:
		return IdentityVerified
	}
	return JudgeIdentity(v.Checks)
}

// Verify notes the session in the verification service of a signatory; ErrUnchanged while one runs, or when none is needed any more.
func (o *Onboarding) Verify(id InvitationID, session string, now time.Time) error {
	if v := o.VerificationOf(id); v != nil && !v.Over() {
		return ErrUnchanged
	}
	who := o.applicant()
	if id != "" {
		i, err := o.Invitation(id)
		switch {
		case err != nil:
			return err
		case i.Status != PendingInvitation:
			return errNotPending
		}
		who = i.signatory()
	}
	o.setVerification(id, &Verification{
		SessionID: session, Status: "pending", StartedAt: now, GivenNames: who.person.GivenNames, FamilyName: who.person.FamilyName,
	})
	return nil
}

// Verified takes note of what the service reports of a session, in whichever way the report came. Reports of other sessions and of
// statuses that are over change nothing.
func (o *Onboarding) Verified(session string, s SessionState) error {
	id, v := InvitationID(""), o.Flow.Verification
	if v == nil || v.SessionID != session {
		id, v = o.invitedVerification(session)
	}
	if v == nil || !v.Open() || sessionRanks[s.Status] <= sessionRanks[v.Status] {
		return ErrUnchanged
	}
	moved := *v
	moved.Status = s.Status
	if s.Status == completedSession {
		moved.Checks = map[string]string{}
		maps.Copy(moved.Checks, s.Checks)
	}
	o.setVerification(id, &moved)
	o.activateWhenChecked()
	return nil
}

// IdentityVerdict is what is known of the applicant's identity; empty while it is not verified.
func (o *Onboarding) IdentityVerdict() IdentityVerdict {
	v := o.VerificationOf("")
	if v == nil {
		return ""
	}
	return v.Verdict()
}

// IdentityProven reports whether the merchant goes on from the identity step.
func (o *Onboarding) IdentityProven() bool { return o.Identified("") }
