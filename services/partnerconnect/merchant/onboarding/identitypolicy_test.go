package onboarding_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// What the results of the checks mean, one deviation from "all passed" a row; an empty result is a check that was not
// reported.
func TestEvaluateIdentity(t *testing.T) {
	for name, c := range map[string]struct {
		check, result string
		want          onboarding.IdentityVerdict
	}{
		"all passed":               {"document", "passed", onboarding.IdentityVerified},
		"document not reported":    {"document", "", onboarding.IdentityNotVerified},
		"document not run":         {"document", "not_run", onboarding.IdentityNotVerified},
		"document inconclusive":    {"document", "inconclusive", onboarding.IdentityNotVerified},
		"document failed":          {"document", "failed", onboarding.IdentityNotVerified},
		"liveness not run":         {"liveness", "not_run", onboarding.IdentityNotVerified},
		"liveness inconclusive":    {"liveness", "inconclusive", onboarding.IdentityNotVerified},
		"national id not run":      {"national_id", "not_run", onboarding.IdentityNeedsReview},
		"national id inconclusive": {"national_id", "inconclusive", onboarding.IdentityNeedsReview},
		"national id failed":       {"national_id", "failed", onboarding.IdentityNotVerified},
		"sanctions not reported":   {"sanctions", "", onboarding.IdentityNeedsReview},
		"sanctions not run":        {"sanctions", "not_run", onboarding.IdentityNeedsReview},
		"sanctions inconclusive":   {"sanctions", "inconclusive", onboarding.IdentityNeedsReview},
		"sanctions failed":         {"sanctions", "failed", onboarding.IdentityNeedsReview},
		"sanctions pending":        {"sanctions", "pending", onboarding.IdentityNeedsReview},
		"a check of later":         {"selfie_age", "inconclusive", onboarding.IdentityNeedsReview},
		"a check of later, passed": {"selfie_age", "passed", onboarding.IdentityVerified},
	} {
		t.Run(name, func(t *testing.T) {
			checks := map[string]string{"document": "passed", "liveness": "passed", "national_id": "passed",
				"sanctions": "passed"}
			if checks[c.check] = c.result; c.result == "" {
				delete(checks, c.check)
			}
			if got := onboarding.EvaluateIdentity(checks); got != c.want {
				t.Errorf("%v: %s, want %s", checks, got, c.want)
			}
		})
	}
	if got := onboarding.EvaluateIdentity(nil); got != onboarding.IdentityNotVerified {
		t.Errorf("no results: %s", got)
	}
}

// Nothing but "passed" for every check verifies, whatever is reported, and reporting one check worse never makes the
// verdict better.
func TestEvaluateIdentityProperties(t *testing.T) {
	rank := map[onboarding.IdentityVerdict]int{onboarding.IdentityNotVerified: 0, onboarding.IdentityNeedsReview: 1,
		onboarding.IdentityVerified: 2}
	results := rapid.SampledFrom([]string{"", "pending", "passed", "failed", "inconclusive", "not_run", "PASSED"})
	rapid.Check(t, func(t *rapid.T) {
		checks, all := map[string]string{}, true
		for _, kind := range []string{"document", "liveness", "national_id", "sanctions"} {
			checks[kind] = results.Draw(t, kind)
			all = all && checks[kind] == "passed"
		}
		verdict := onboarding.EvaluateIdentity(checks)
		if (verdict == onboarding.IdentityVerified) != all {
			t.Fatalf("%v: %s", checks, verdict)
		}
		worse := maps.Clone(checks)
		worse[rapid.SampledFrom([]string{"document", "liveness", "national_id", "sanctions"}).Draw(t, "worse")] = "not_run"
		if onboarding.EvaluateIdentity(worse) == onboarding.IdentityVerified || all &&
			rank[onboarding.EvaluateIdentity(worse)] > rank[verdict] {
			t.Fatalf("%v: %s, %v: %s", checks, verdict, worse, onboarding.EvaluateIdentity(worse))
		}
	})
}

// Reports of a session may come in any order and any number of times: the outcome is the first end that was reported,
// and nothing leads back. Whatever is reported, an onboarding whose session has ended is one that can go on or start
// again.
func TestReportsOfASession(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	statuses := rapid.SampledFrom([]string{"pending", "in_progress", "processing", "in_review", "completed", "failed",
		"expired", "cancelled", onboarding.LostSession, "of_later"})
	passed := map[string]string{"document": "passed", "liveness": "passed", "national_id": "passed", "sanctions": "passed"}
	rapid.Check(t, func(t *rapid.T) {
		o := onboarding.Onboarding{Status: onboarding.InReview,
			Flow: onboarding.Flow{Declarations: &onboarding.Declarations{},
				Transfer: &onboarding.Transfer{Outcome: signing.TransferMatched}}}
		o.Flow.Signature = &onboarding.Signature{Hash: signing.AgreementFor(&o, "en").Hash}
		if err := signing.Verify(&o, "", "s", now); err != nil {
			t.Fatal(err)
		}
		end := ""
		for _, status := range rapid.SliceOfN(statuses, 1, 12).Draw(t, "reports") {
			state := onboarding.SessionState{Status: status}
			if rapid.Bool().Draw(t, "checked") {
				state.Checks = passed
			}
			session := rapid.SampledFrom([]string{"s", "other"}).Draw(t, "session")
			before := *o.Flow.Verification
			changed := signing.Verified(&o, session, state) == nil
			v := *o.Flow.Verification
			switch {
			case changed && (end != "" || session != "s" || status == "of_later"):
				t.Fatalf("%s of %s changed %+v", status, session, before)
			case onboarding.SessionRanks[v.Status] < onboarding.SessionRanks[before.Status]:
				t.Fatalf("from %s back to %s", before.Status, v.Status)
			}
			if onboarding.SessionEnded(v.Status) && end == "" {
				end = v.Status
				if end == "completed" && v.Verdict() != onboarding.EvaluateIdentity(state.Checks) {
					t.Fatalf("%+v: %s", v, v.Verdict())
				}
			}
		}
		v := *o.Flow.Verification
		if v.Open() != (end == "") || end != "" && signing.IdentityProven(&o) == v.Over() {
			t.Fatalf("stuck at %+v", v)
		}
		if (o.Status == onboarding.Active) != (v.Verdict() == onboarding.IdentityVerified) {
			t.Fatalf("%s after %+v", o.Status, v)
		}
		if v.Over() && signing.Verify(&o, "", "again", now) != nil {
			t.Fatalf("no second session after %+v", v)
		}
	})
}

// Sessions that completed before results were kept count as they did then.
func TestSessionWithoutStoredResults(t *testing.T) {
	if v := (onboarding.Verification{Status: "completed"}); v.Verdict() != onboarding.IdentityVerified {
		t.Error(v.Verdict())
	}
	if v := (onboarding.Verification{Status: "completed",
		Checks: map[string]string{}}); v.Verdict() != onboarding.IdentityNotVerified {
		t.Error(v.Verdict())
	}
}

// The schedule asks for young sessions often and for old ones within its bound, spread by no more than a fifth.
func TestNextReconciliation(t *testing.T) {
	created := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for age, want := range map[time.Duration]time.Duration{
		0: 30 * time.Second, time.Minute: 30 * time.Second, 10 * time.Minute: 5 * time.Minute, time.Hour: 15 * time.Minute,
		7 * 24 * time.Hour: 15 * time.Minute,
	} {
		t.Run(fmt.Sprint(age), func(t *testing.T) {
			now := created.Add(age)
			for _, jitter := range []float64{0, 0.5, 0.999} {
				got := verification.NextReconciliation(created, now, jitter).Sub(now)
				if got < want*8/10 || got > want*12/10 {
					t.Errorf("at %s with jitter %g: %s, want about %s", age, jitter, got, want)
				}
			}
		})
	}
}
