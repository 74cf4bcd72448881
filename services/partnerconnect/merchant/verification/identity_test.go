package verification

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/steps"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

var moment = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func newSession() IdentitySession { return NewIdentitySession("s", "mrc_a", "", moment) }

var passedChecks = []Check{{onboarding.DocumentCheck, onboarding.CheckPassed},
	{onboarding.LivenessCheck, onboarding.CheckPassed}}

// One report after another, and what comes of each.
func TestReported(t *testing.T) {
	report := func(attempt int, stage Stage) IdentityReport { return IdentityReport{Attempt: attempt, Stage: stage} }
	final, completed, expired := report(1, Failed), report(1, Completed), report(1, Expired)
	final.Final, completed.Checks = true, passedChecks
	for name, c := range map[string]struct {
		reports []IdentityReport
		outcome string // of the last one
		want    IdentitySession
	}{
		"begun": {[]IdentityReport{report(1, Started)}, "applied", IdentitySession{Stage: Started}},
		"begun twice": {[]IdentityReport{report(1, Started), report(1, Started)}, "unchanged",
			IdentitySession{Stage: Started}},
		"begun, reported late": {[]IdentityReport{report(1, Submitted), report(1, Started)}, "unchanged",
			IdentitySession{Stage: Submitted}},
		"completed at once": {[]IdentityReport{completed}, "applied", IdentitySession{Stage: Completed}},
		"completed twice": {[]IdentityReport{completed, completed}, "unchanged",
			IdentitySession{Stage: Completed}},
		"completed with other results": {[]IdentityReport{completed, report(1, Completed)}, "difference results_differ",
			IdentitySession{Stage: Completed}},
		"failed":          {[]IdentityReport{report(1, Failed)}, "applied", IdentitySession{Stage: Failed}},
		"failed for good": {[]IdentityReport{final}, "applied", IdentitySession{Stage: Failed, Final: true}},
		"failed after a review": {[]IdentityReport{report(1, InReview), report(1, Failed)}, "applied",
			IdentitySession{Stage: Failed, Final: true}},
		"completed after a failure": {[]IdentityReport{report(1, Failed), completed}, "difference completed_after_failed",
			IdentitySession{Stage: Failed}},
		"failed after completion": {[]IdentityReport{completed, report(1, Failed)}, "difference failed_after_completed",
			IdentitySession{Stage: Completed}},
		"expired after completion": {[]IdentityReport{completed, expired}, "difference expired_after_completed",
			IdentitySession{Stage: Completed}},
		"expired after a failure": {[]IdentityReport{report(1, Failed), expired}, "unchanged",
			IdentitySession{Stage: Failed}},
		"expired in review": {[]IdentityReport{report(1, InReview), expired},
			"difference expired_after_in_review", IdentitySession{Stage: InReview}},
		"completed after it expired": {[]IdentityReport{expired, completed}, "difference completed_after_expired",
			IdentitySession{Stage: Expired}},
		"an attempt that did not begin": {[]IdentityReport{report(2, Started)}, "difference attempt_that_has_not_begun",
			IdentitySession{Stage: Open}},
	} {
		t.Run(name, func(t *testing.T) {
			s, outcome := newSession(), ""
			for _, r := range c.reports {
				result := s.Reported(r, moment)
				outcome = string(result.Outcome)
				if result.Difference != "" {
					outcome += " " + result.Difference
				}
			}
			if outcome != c.outcome || s.Stage != c.want.Stage || s.Final != c.want.Final {
				t.Errorf("%s: %+v", outcome, s)
			}
		})
	}
}

// A person has three attempts; what is reported of an earlier one afterwards changes nothing, and a success of it is a
// difference.
func TestAttempts(t *testing.T) {
	s := newSession()
	for attempt := 1; attempt <= MaxAttempts; attempt++ {
		if s.Attempt != attempt || s.Subject() != fmt.Sprint("s/", attempt) {
			t.Fatalf("attempt %d: %+v", attempt, s)
		}
		if got := s.Reported(IdentityReport{Attempt: attempt, Stage: Failed, Reasons: []string{"document_unreadable"}},
			moment); got.Outcome != provider.Applied {
			t.Fatalf("attempt %d: %+v", attempt, got)
		}
		if retried := s.Retry(moment) == nil; retried != (attempt < MaxAttempts) {
			t.Fatalf("after attempt %d another one begins: %t", attempt, retried)
		}
		if attempt > 1 || s.Attempt > 1 {
			if got := s.Reported(IdentityReport{Attempt: 1, Stage: Failed}, moment); got.Outcome != provider.Unchanged {
				t.Errorf("a repeat of attempt 1 in %d: %+v", s.Attempt, got)
			}
			if got := s.Reported(IdentityReport{Attempt: 1, Stage: Completed},
				moment); got.Difference != "completed_after_failed" {
				t.Errorf("a success of attempt 1 in %d: %+v", s.Attempt, got)
			}
		}
	}
	if !s.Final || !slices.Equal(s.Reasons, []string{"document_unreadable", "attempts_exhausted"}) {
		t.Errorf("%+v", s)
	}
	late := newSession()
	late.Stage = Failed
	if late.Retryable(moment.Add(IdentityTTL)) || !errors.Is(late.Retry(moment.Add(IdentityTTL)), pc.ErrUnchanged) {
		t.Error("an attempt begins after the session has expired")
	}
	if got := newSession().At(moment.Add(IdentityTTL)); got.Stage != Expired {
		t.Errorf("not finished in time: %s", got.Stage)
	}
}

// Any order and repetition of what a provider reports of an attempt leads to where the order in which it happened
// leads, or to a difference.
func TestAnyOrderOfReports(t *testing.T) {
	failure := IdentityReport{Attempt: 1, Stage: Failed, Reasons: []string{"data_mismatch"}}
	decided := failure
	decided.Final = true
	histories := [][]IdentityReport{
		{{Attempt: 1, Stage: Started}, {Attempt: 1, Stage: Submitted}, {Attempt: 1, Stage: Completed, Checks: passedChecks}},
		{{Attempt: 1, Stage: Started}, {Attempt: 1, Stage: Submitted}, {Attempt: 1, Stage: InReview},
			{Attempt: 1, Stage: Completed, Checks: passedChecks}},
		{{Attempt: 1, Stage: Started}, {Attempt: 1, Stage: Submitted}, {Attempt: 1, Stage: InReview}, decided},
		{{Attempt: 1, Stage: Started}, {Attempt: 1, Stage: Submitted}, failure},
		{{Attempt: 1, Stage: Started}, failure, {Attempt: 1, Stage: Expired}},
		{{Attempt: 1, Stage: Started}, {Attempt: 1, Stage: Expired}},
	}
	rapid.Check(t, func(t *rapid.T) {
		history := rapid.SampledFrom(histories).Draw(t, "history")
		inOrder := newSession()
		for _, r := range history {
			if got := inOrder.Reported(r, moment); got.Outcome == provider.Differs {
				t.Fatalf("in order, %s is a difference: %s", r.Stage, got.Difference)
			}
		}
		any, differs := newSession(), false
		all := rapid.Permutation(slices.Concat(history,
			rapid.SliceOfN(rapid.SampledFrom(history), 0, 4).Draw(t, "repeats"))).Draw(t, "order")
		for _, r := range all {
			before := any
			got := any.Reported(r, moment)
			differs = differs || got.Outcome == provider.Differs
			if got.Outcome != provider.Applied && !reflect.DeepEqual(any, before) {
				t.Fatalf("%s is %s and changed %+v", r.Stage, got.Outcome, before)
			}
		}
		if !differs && !reflect.DeepEqual(any, inOrder) {
			t.Fatalf("%+v, in order %+v", any, inOrder)
		}
	})
}

// legal are the steps of the verification service.
var legal = steps.Table[string]{
	"pending": {"in_progress", "expired", "cancelled"}, "in_progress": {"processing", "failed", "expired", "cancelled"},
	"processing": {"completed", "in_review", "failed"}, "in_review": {"completed", "failed"},
}

// Whatever becomes of a session, and however seldom the verification service follows, each step is legal there, and it
// ends where the session does.
func TestStepsAreLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, status, attempt := newSession(), "pending", 1
		for range rapid.IntRange(1, 12).Draw(t, "causes") {
			switch rapid.SampledFrom([]string{"report", "retry", "cancel"}).Draw(t, "cause") {
			case "retry":
				_ = s.Retry(moment)
			case "cancel":
				if !s.Stage.Ended() && rapid.IntRange(0, 5).Draw(t, "now") == 0 {
					s.Stage = Cancelled
				}
			default:
				s.Reported(IdentityReport{
					Attempt: s.Attempt, Stage: rapid.SampledFrom([]Stage{Started, Submitted, InReview, Completed, Failed, Failed,
						Expired}).Draw(t, "stage"),
					Final: rapid.IntRange(0, 3).Draw(t, "final") == 0,
				}, moment)
			}
			if rapid.Bool().Draw(t, "away") {
				continue
			}
			for _, step := range s.Steps(status, attempt) {
				switch {
				case step.Attempt > 0 && (status != "in_progress" || step.Attempt != attempt+1):
					t.Fatalf("attempt %d after %d in %s of %+v", step.Attempt, attempt, status, s)
				case step.Attempt > 0:
					attempt = step.Attempt
				case !legal.Allows(status, step.To):
					t.Fatalf("from %s to %s of %+v", status, step.To, s)
				default:
					status = step.To
				}
			}
			if more := s.Steps(status, attempt); len(more) > 0 {
				t.Fatalf("the same again: %+v", more)
			}
			over := s.Stage.Ended() && (s.Stage != Failed || s.Final)
			if over != onboarding.SessionEnded(status) {
				t.Fatalf("%+v is %s there", s, status)
			}
			want := map[Stage]string{Completed: "completed", Started: "in_progress", Submitted: "in_progress",
				InReview: "in_review"}[s.Stage]
			if want != "" && status != want || s.Stage == Failed && s.Final && status != "failed" || status == "in_progress" &&
				attempt != s.Attempt {
				t.Fatalf("%+v is %s in attempt %d there", s, status, attempt)
			}
		}
	})
}

// What a report says beside its event must fit it.
func TestReportsAreChecked(t *testing.T) {
	for name, c := range map[string]struct {
		report IdentityReport
		field  string
	}{
		"completed": {IdentityReport{Stage: Completed, Checks: passedChecks}, ""},
		"failed": {IdentityReport{Stage: Failed, Reasons: []string{"other"}, Final: true,
			Checks: []Check{{"document", "failed"}}}, ""},
		"a check twice": {IdentityReport{Stage: Completed,
			Checks: append(slices.Clone(passedChecks), passedChecks[0])}, "/checks/2/type"},
		"completed with a failed check": {IdentityReport{Stage: Completed, Checks: []Check{{"document", "failed"}}},
			"/checks/0/outcome"},
		"results before the end":  {IdentityReport{Stage: Submitted, Checks: passedChecks}, "/checks"},
		"reasons of a success":    {IdentityReport{Stage: Completed, Reasons: []string{"other"}}, "/reason_codes"},
		"a success that is final": {IdentityReport{Stage: Completed, Final: true}, "/final"},
	} {
		t.Run(name, func(t *testing.T) {
			var f *fault.Error
			err := c.report.Check()
			if c.field == "" && err != nil || c.field != "" &&
				(!errors.As(err, &f) || len(f.Violations) != 1 || f.Violations[0].Field != c.field) {
				t.Errorf("%+v", err)
			}
		})
	}
}
