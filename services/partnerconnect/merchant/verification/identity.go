package verification

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/fingerprint"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A Stage is how far an attempt of an identity session is, by what the provider reported.
type Stage string

// The stages. After Failed a further attempt may follow; nothing follows the other ends.
const (
	Open      Stage = "open" // the person has not begun
	Started   Stage = "started"
	Submitted Stage = "submitted"
	InReview  Stage = "in_review"
	Completed Stage = "completed"
	Failed    Stage = "failed"
	Expired   Stage = "expired"
	Cancelled Stage = "cancelled"
)

// ranks order the stages: a late or repeated report never moves an attempt back.
var ranks = map[Stage]int{
	Open: 1, Started: 2, Submitted: 3, InReview: 4, Completed: 5, Failed: 5, Expired: 5, Cancelled: 5,
}

// Ended reports whether the attempt has ended.
func (s Stage) Ended() bool { return ranks[s] == ranks[Completed] }

const (
	// MaxAttempts is how often a person may try in one session, as in the verification service.
	MaxAttempts = 3
	// IdentityTTL is how long an unfinished session stays open, as in the verification service.
	IdentityTTL = 7 * 24 * time.Hour
)

// Reasons of a failure that are not the provider's.
const (
	attemptsExhausted = "attempts_exhausted"
	otherReason       = "other"
)

// An IdentitySession is a verification session of live mode as the identity provider reports it.
type IdentitySession struct {
	ID         string
	Merchant   pc.Ref
	Invitation pc.InvitationID // of an invited person; empty: the applicant
	Attempt    int             // from 1
	Stage      Stage           // of the attempt
	Final      bool            // no further attempt follows a failed one
	Checks     map[string]string
	Reasons    []string
	Page       string // of the provider, where the person is verified; empty until it is opened
	ExpiresAt  time.Time
	CreatedAt  time.Time
	UpdatedAt  time.Time
}

// NewIdentitySession is a session that the provider is still to open.
func NewIdentitySession(id string, ref pc.Ref, invited pc.InvitationID, now time.Time) IdentitySession {
	return IdentitySession{
		ID: id, Merchant: ref, Invitation: invited, Attempt: 1, Stage: Open, Checks: map[string]string{}, Reasons: []string{},
		ExpiresAt: now.Add(IdentityTTL),
		CreatedAt: now, UpdatedAt: now,
	}
}

// Subject names the attempt of the session in calls of the provider.
func (s IdentitySession) Subject() string { return s.ID + "/" + strconv.Itoa(s.Attempt) }

// ParseSubject returns the session and the attempt of a Subject.
func ParseSubject(subject string) (session string, attempt int) {
	session, n, _ := strings.Cut(subject, "/")
	attempt, _ = strconv.Atoi(n)
	return session, attempt
}

// At is the session at a time: one that its person did not finish in time is expired, whether that was reported or not.
func (s IdentitySession) At(now time.Time) IdentitySession {
	if ranks[s.Stage] < ranks[InReview] && !now.Before(s.ExpiresAt) {
		s.Stage = Expired
	}
	return s
}

// Retryable reports whether the person may begin a further attempt.
func (s IdentitySession) Retryable(now time.Time) bool {
	return s.Stage == Failed && !s.Final && now.Before(s.ExpiresAt)
}

// ToBeOpened reports whether the provider is to be asked for the page of an attempt.
func (s IdentitySession) ToBeOpened(attempt int, now time.Time) bool {
	return s.Attempt == attempt && s.Page == "" && !s.At(now).Stage.Ended()
}

// Retry begins a further attempt; pc.ErrUnchanged when there is none to begin.
func (s *IdentitySession) Retry(now time.Time) error {
	if !s.Retryable(now) {
		return pc.ErrUnchanged
	}
	s.Attempt++
	s.Stage, s.Page, s.Checks, s.Reasons, s.UpdatedAt = Open, "", map[string]string{}, []string{}, now
	return nil
}

// Refuse ends a session that the provider refused for good to open; pc.ErrUnchanged when it has ended otherwise.
func (s *IdentitySession) Refuse(now time.Time) error {
	if s.At(now).Stage.Ended() {
		return pc.ErrUnchanged
	}
	s.Stage, s.Final, s.Reasons, s.UpdatedAt = Failed, true, []string{otherReason}, now
	return nil
}

// An IdentityReport is a report of the identity provider about an attempt of a session.
type IdentityReport struct {
	EventID    string
	Session    string
	Attempt    int
	Stage      Stage // that it says the attempt has reached
	Checks     []Check
	Reasons    []string // of a failure
	Final      bool     // no further attempt may follow a failure
	OccurredAt time.Time
}

// A Check is one with its result.
type Check struct{ Type, Result string }

// Check returns what is wrong with the report's fields.
func (r IdentityReport) Check() error {
	var seen []string
	for i, c := range r.Checks {
		at := "/checks/" + strconv.Itoa(i)
		switch {
		case slices.Contains(seen, c.Type):
			return fault.Field(at+"/type", "duplicate", "must be there once")
		case r.Stage == Completed && c.Result == onboarding.CheckFailed:
			return fault.Field(at+"/outcome", "contradiction", "an attempt with a failed check has failed")
		}
		seen = append(seen, c.Type)
	}
	switch {
	case len(r.Checks) > 0 && r.Stage != Completed && r.Stage != Failed:
		return fault.Field("/checks", "not_applicable", "must be empty unless the attempt is completed or failed")
	case len(r.Reasons) > 0 && r.Stage != Failed:
		return fault.Field("/reason_codes", "not_applicable", "must be empty unless the attempt failed")
	case r.Final && r.Stage != Failed:
		return fault.Field("/final", "not_applicable", "must be left out unless the attempt failed")
	}
	return nil
}

// Report is how the report about a merchant's session is kept.
func (r IdentityReport) Report(merchant pc.Ref) provider.Report {
	r.OccurredAt = r.OccurredAt.UTC()
	sum := fingerprint.Of("identity_report/1", r)
	return provider.Report{
		Part: provider.IdentityProvider, EventID: r.EventID, Kind: "identity_" + string(r.Stage), Subject: r.Session,
		Merchant:   merchant,
		OccurredAt: r.OccurredAt, Fingerprint: sum[:],
	}
}

func (r IdentityReport) results() map[string]string {
	out := make(map[string]string, len(r.Checks))
	for _, c := range r.Checks {
		out[c.Type] = c.Result
	}
	return out
}

// Reported applies a report. Reports come late, repeatedly and in any order: a report of the current state, or of an
// earlier one, changes nothing. A report that contradicts the end of its attempt is a difference, and changes nothing
// either.
func (s *IdentitySession) Reported(r IdentityReport, now time.Time) provider.Result {
	unchanged := provider.Result{Outcome: provider.Unchanged}
	differs := func(what string) provider.Result {
		return provider.Result{Outcome: provider.Differs, Difference: what}
	}
	was := s.At(now).Stage
	if r.Attempt < s.Attempt {
		was = Failed // only a failed attempt is followed by another
	}
	switch {
	case was == Cancelled:
		return unchanged // the provider may not know yet
	case r.Attempt > s.Attempt:
		return differs("attempt_that_has_not_begun")
	case was.Ended() && r.Stage == Completed && was != Completed, was == Completed && r.Stage.Ended() &&
		r.Stage != Completed,
		was == InReview && r.Stage == Expired, was == Expired && r.Stage == Failed:
		return differs(string(r.Stage) + "_after_" + string(was))
	case was == Completed && r.Stage == Completed && !maps.Equal(s.Checks, r.results()):
		return differs("results_differ")
	case was.Ended(), ranks[r.Stage] <= ranks[was]:
		return unchanged
	}
	s.Stage, s.UpdatedAt = r.Stage, now
	if r.Stage == Completed || r.Stage == Failed {
		s.Checks = r.results()
	}
	if r.Stage == Failed {
		s.fail(r, was)
	}
	return provider.Result{Outcome: provider.Applied}
}

// fail notes why an attempt failed, and whether another may follow. After a person's decision none may.
func (s *IdentitySession) fail(r IdentityReport, was Stage) {
	s.Reasons = slices.Clone(r.Reasons)
	if len(s.Reasons) == 0 {
		s.Reasons = []string{otherReason}
	}
	s.Final = r.Final || was == InReview
	if !s.Final && s.Attempt == MaxAttempts {
		s.Final, s.Reasons = true, append(s.Reasons, attemptsExhausted)
	}
}

// ErrNoIdentitySession refuses a report about a session that the provider was not asked for.
var ErrNoIdentitySession = fault.New(pc.OnboardingNotFound,
	"no onboarding has an identity session of live mode with this session_id")
