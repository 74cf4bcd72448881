package signing

import (
	"maps"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Verify notes the session in the verification service of a signatory; ErrUnchanged while one runs, or when none is
// needed any more.
func Verify(o *onboarding.Onboarding, id pc.InvitationID, session string, now time.Time) error {
	if v := VerificationOf(o, id); v != nil && !v.Over() {
		return pc.ErrUnchanged
	}
	who := applicant(o)
	if id != "" {
		i, err := o.Invitation(id)
		switch {
		case err != nil:
			return err
		case i.Status != onboarding.PendingInvitation:
			return errNotPending
		}
		who = invited(*i)
	}
	setVerification(o, id, &onboarding.Verification{
		SessionID: session, Status: "pending", StartedAt: now, GivenNames: who.person.GivenNames,
		FamilyName: who.person.FamilyName,
	})
	return nil
}

// Verified records what the service reports of a session, however the report came. Reports of other sessions and of
// statuses that are over change nothing.
func Verified(o *onboarding.Onboarding, session string, s onboarding.SessionState) error {
	id, v := pc.InvitationID(""), o.Flow.Verification
	if v == nil || v.SessionID != session {
		id, v = invitedVerification(o, session)
	}
	if v == nil || !v.Open() || onboarding.SessionRanks[s.Status] <= onboarding.SessionRanks[v.Status] {
		return pc.ErrUnchanged
	}
	moved := *v
	moved.Status = s.Status
	if s.Status == onboarding.CompletedSession {
		moved.Checks = map[string]string{}
		maps.Copy(moved.Checks, s.Checks)
	}
	setVerification(o, id, &moved)
	activateWhenChecked(o)
	return nil
}

// IdentityVerdict is what is known of the applicant's identity; empty while it is not verified.
func IdentityVerdict(o *onboarding.Onboarding) onboarding.IdentityVerdict {
	v := VerificationOf(o, "")
	if v == nil {
		return ""
	}
	return v.Verdict()
}

// IdentityProven reports whether the merchant goes on from the identity step.
func IdentityProven(o *onboarding.Onboarding) bool { return Identified(o, "") }
