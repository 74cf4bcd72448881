package sandbox

import (
	"context"
	"maps"
	"slices"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// Identities is the identity provider of test mode. It keeps nothing: the state of the session says how far a person
// is.
type Identities struct{}

// OpenSession returns the page where the person chooses the outcome: the step of the hosted flow that asks for it.
func (Identities) OpenSession(context.Context, verification.IdentitySession, verification.Person) (string, error) {
	return hostedflow.StepIdentity, nil
}

// CancelSession has nothing to close: an outcome is applied only to a session that is open.
func (Identities) CancelSession(context.Context, string) error { return nil }

// DecideIdentity returns the report of the outcome that a person chose on the page. A failure is final: the sandbox
// lets no one try again in a session. pc.ErrUnchanged when the session takes no outcome any more, or a person at the
// provider decides.
func DecideIdentity(s verification.IdentitySession, verified bool, now time.Time) (verification.IdentityReport, error) {
	switch s.At(now).Stage {
	case verification.Open, verification.Started, verification.Submitted:
	default:
		return verification.IdentityReport{}, pc.ErrUnchanged
	}
	r := verification.IdentityReport{
		EventID: "decided-" + s.Subject(), Session: s.ID, Attempt: s.Attempt, Stage: verification.Completed, OccurredAt: now,
	}
	if !verified {
		r.Stage, r.Final, r.Reasons = verification.Failed, true, []string{"data_mismatch"}
	}
	results := SandboxVerdict(verified).Checks
	for _, kind := range slices.Sorted(maps.Keys(results)) {
		r.Checks = append(r.Checks, verification.Check{Type: kind, Result: results[kind]})
	}
	return r, nil
}

// SandboxVerdict is a session that the sandbox has ended.
func SandboxVerdict(verified bool) onboarding.SessionState {
	checks := map[string]string{
		onboarding.DocumentCheck: onboarding.CheckPassed, onboarding.LivenessCheck: onboarding.CheckPassed,
	}
	if !verified {
		checks[onboarding.NationalIDCheck] = onboarding.CheckFailed
		return onboarding.SessionState{Status: "failed", Checks: checks}
	}
	checks[onboarding.NationalIDCheck], checks[onboarding.SanctionsCheck] = onboarding.CheckPassed, onboarding.CheckPassed
	return onboarding.SessionState{Status: onboarding.CompletedSession, Checks: checks}
}
