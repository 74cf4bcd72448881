package onboarding

// An IdentityVerdict is what the results of a completed identity session mean for an onboarding.
type IdentityVerdict string

// The verdicts.
const (
	// IdentityVerified lets the merchant go on, and become active without a person's decision.
	IdentityVerified IdentityVerdict = "verified"
	// IdentityNeedsReview lets the merchant go on; a person decides before it is active.
	IdentityNeedsReview IdentityVerdict = "needs_review"
	// IdentityNotVerified lets the merchant do nothing but verify the identity again.
	IdentityNotVerified IdentityVerdict = "not_verified"
)

// Types and results of checks, as the verification service names them. A check that is not reported did not run.
const (
	DocumentCheck   = "document"
	LivenessCheck   = "liveness"
	NationalIDCheck = "national_id"
	SanctionsCheck  = "sanctions"

	CheckPassed       = "passed"
	CheckFailed       = "failed"
	CheckInconclusive = "inconclusive"
)

// EvaluateIdentity is the policy on the results of a completed identity session, by type of check. A genuine document
// and a live holder prove the person: without both, or with a national id that is not theirs, the merchant verifies
// again. Any other check that is not passed - it found something, was inconclusive, or did not run - is for a person to
// decide, and the merchant is not shown which it is.
func EvaluateIdentity(checks map[string]string) IdentityVerdict {
	if checks[DocumentCheck] != CheckPassed || checks[LivenessCheck] != CheckPassed ||
		checks[NationalIDCheck] == CheckFailed {
		return IdentityNotVerified
	}
	if checks[NationalIDCheck] != CheckPassed || checks[SanctionsCheck] != CheckPassed {
		return IdentityNeedsReview
	}
	for _, result := range checks {
		if result != CheckPassed {
			return IdentityNeedsReview // a check that this policy does not know
		}
	}
	return IdentityVerified
}
