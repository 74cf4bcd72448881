package webhooks

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/steps"
)

// VerificationID is the UUID of a verification session.
type VerificationID string

// VerificationStatus is the state of a session. The statuses form a DAG and each is entered at most once, since
// receivers may deduplicate by session and status.
type VerificationStatus string

// The statuses.
const (
	StatusPending    VerificationStatus = "pending"
	StatusInProgress VerificationStatus = "in_progress"
	StatusProcessing VerificationStatus = "processing"
	StatusInReview   VerificationStatus = "in_review"
	StatusCompleted  VerificationStatus = "completed"
	StatusFailed     VerificationStatus = "failed"
	StatusExpired    VerificationStatus = "expired"
	StatusCancelled  VerificationStatus = "cancelled"
)

// VerificationTTL is how long a session that its subject does not finish stays open.
const VerificationTTL = 7 * 24 * time.Hour

// transitions is the one table of legal steps. The order of targets decides between equally short paths.
var transitions = steps.Table[VerificationStatus]{
	StatusPending:    {StatusInProgress, StatusExpired, StatusCancelled},
	StatusInProgress: {StatusProcessing, StatusFailed, StatusExpired, StatusCancelled},
	StatusProcessing: {StatusCompleted, StatusInReview, StatusFailed},
	StatusInReview:   {StatusCompleted, StatusFailed},
}

// eventOf is the event that entering a status emits.
var eventOf = map[VerificationStatus]EventType{
	StatusPending:    VerificationCreated,
	StatusInProgress: VerificationStarted,
	StatusProcessing: VerificationProcessing,
	StatusInReview:   VerificationReviewRequired,
	StatusCompleted:  VerificationCompleted,
	StatusFailed:     VerificationFailed,
	StatusExpired:    VerificationExpired,
	StatusCancelled:  VerificationCancelled,
}

// VerificationStatuses lists all statuses.
var VerificationStatuses = []VerificationStatus{
	StatusPending, StatusInProgress, StatusProcessing, StatusInReview, StatusCompleted, StatusFailed, StatusExpired,
	StatusCancelled,
}

// Known reports whether s is a status.
func (s VerificationStatus) Known() bool { return slices.Contains(VerificationStatuses, s) }

// Ended reports whether no step leads on from s.
func (s VerificationStatus) Ended() bool { return len(transitions[s]) == 0 }

// CanEnter reports whether one step leads from s to next.
func (s VerificationStatus) CanEnter(next VerificationStatus) bool {
	return transitions.Allows(s, next)
}

// PathTo returns the shortest legal path from s to target, without s; false when there is none, as from a status to
// itself.
func (s VerificationStatus) PathTo(target VerificationStatus) ([]VerificationStatus, bool) {
	path, ok := transitions.Path(s, target)
	return path, ok && len(path) > 0
}

// LongestPath is how many steps PathTo returns at most.
const LongestPath = 3

// VerificationKinds are what a session may verify, with the checks that each begins with.
var VerificationKinds = map[string][]string{
	"identity":      {"document", "liveness", "national_id", "sanctions"},
	"company":       {"register", "sanctions", "address"},
	"bank_transfer": {"bank_transfer"},
}

// ReasonCodes are the reasons that a tenant may see. Sanctions and the like appear as `other` (no tipping off).
var ReasonCodes = []string{
	"document_expired", "document_unreadable", "document_type_not_supported", "data_mismatch", "liveness_failed",
	"register_mismatch", "transfer_name_mismatch", "transfer_not_received", "declined", "attempts_exhausted", "other",
}

// MaxVerificationAttempts is how many tries a subject has inside one session.
const MaxVerificationAttempts = 3

// Subject is who a session verifies.
type Subject struct {
	Type        string  `json:"type" db:"subject_type"`
	ExternalRef *string `json:"external_ref"`
	MerchantRef *string `json:"merchant_ref"`
}

// Check is one part of a session.
type Check struct {
	Type   string `json:"type"`
	Status string `json:"status"`
}

// The statuses of a check. It is pending until a result is reported; without one it is not_run once the session has
// ended.
const (
	CheckPending      = "pending"
	CheckPassed       = "passed"
	CheckFailed       = "failed"
	CheckInconclusive = "inconclusive"
	CheckNotRun       = "not_run"
)

// CheckResults are the statuses that can be reported.
var CheckResults = []string{CheckPassed, CheckFailed, CheckInconclusive}

// A Verification is one verification session. It holds no personal data.
type Verification struct {
	ID VerificationID
	Scope
	Subject
	Status      VerificationStatus
	Kind        string
	Attempt     int
	Sequence    int // of its events
	Checks      []Check
	Outcome     *string // verified or not_verified, once completed or failed
	ReasonCodes []string
	Metadata    map[string]string
	ExpiresAt   time.Time
	CreatedAt   time.Time
	UpdatedAt   time.Time
	CompletedAt *time.Time
}

// NewVerification returns a pending session and the event of its creation.
func NewVerification(
	id VerificationID, s Scope, kind string, subject Subject, metadata map[string]string, now time.Time,
) (Verification, Event, error) {
	v := Verification{
		ID: id, Scope: s, Status: StatusPending, Kind: kind, Subject: subject, Attempt: 1, Sequence: 1,
		ReasonCodes: []string{}, Metadata: metadata, ExpiresAt: now.Add(VerificationTTL), CreatedAt: now, UpdatedAt: now,
	}
	for _, c := range VerificationKinds[kind] {
		v.Checks = append(v.Checks, Check{Type: c, Status: CheckPending})
	}
	e, err := v.event(nil, now)
	return v, e, err
}

// Report takes the results of checks, by the provider or by a person's review; a later result replaces an earlier one.
// ErrInvalidState once the session has ended. All results are taken or none.
func (v *Verification) Report(results []Check) error {
	if len(results) == 0 {
		return nil
	}
	if v.Status.Ended() {
		return ErrInvalidState
	}
	checks, seen := slices.Clone(v.Checks), map[string]bool{}
	var wrong []fault.Violation
	for n, r := range results {
		field := "/checks/" + strconv.Itoa(n)
		i := slices.IndexFunc(checks, func(c Check) bool { return c.Type == r.Type })
		switch {
		case i < 0:
			wrong = append(wrong,
				fault.Violation{Field: field + "/type", Code: "unknown_value", Message: fault.OneOf(checkTypes(v.Checks))})
		case seen[r.Type]:
			wrong = append(wrong,
				fault.Violation{Field: field + "/type", Code: "duplicate", Message: "must name each check once"})
		case !slices.Contains(CheckResults, r.Status):
			wrong = append(wrong,
				fault.Violation{Field: field + "/status", Code: "unknown_value", Message: fault.OneOf(CheckResults)})
		default:
			seen[r.Type], checks[i].Status = true, r.Status
		}
	}
	if len(wrong) > 0 {
		return fault.Fields(wrong...)
	}
	v.Checks = checks
	return nil
}

// Enter makes one legal step and returns its event; ErrInvalidState when the step is not legal. A session with a failed
// check does not become completed.
func (v *Verification) Enter(next VerificationStatus, reasons []string, now time.Time) (Event, error) {
	failed := slices.ContainsFunc(v.Checks, func(c Check) bool { return c.Status == CheckFailed })
	if !v.Status.CanEnter(next) || next == StatusCompleted && failed {
		return Event{}, ErrInvalidState
	}
	previous := string(v.Status)
	v.Status, v.UpdatedAt = next, now
	v.Sequence++
	if next.Ended() {
		v.CompletedAt = &now
		v.Checks = slices.Clone(v.Checks)
		for i := range v.Checks {
			if v.Checks[i].Status == CheckPending {
				v.Checks[i].Status = CheckNotRun
			}
		}
	}
	switch next {
	case StatusCompleted:
		v.Outcome = new("verified")
	case StatusFailed:
		if len(reasons) == 0 {
			reasons = []string{"other"}
		}
		v.Outcome, v.ReasonCodes = new("not_verified"), reasons
	}
	return v.event(&previous, now)
}

// Retry counts a further try; ErrInvalidState outside in_progress or when all tries are used up. attempt is the try
// that begins, or 0 for the next, whichever it is: one that has begun already changes nothing.
func (v *Verification) Retry(attempt int, now time.Time) error {
	switch {
	case attempt > 0 && attempt <= v.Attempt:
		return nil
	case v.Status != StatusInProgress, v.Attempt >= MaxVerificationAttempts, attempt > v.Attempt+1:
		return ErrInvalidState
	}
	v.Attempt++
	v.UpdatedAt = now
	return nil
}

func (v *Verification) event(previous *string, now time.Time) (Event, error) {
	data, err := json.Marshal(SessionData{
		SessionID: v.ID, Status: string(v.Status), PreviousStatus: previous, Kind: v.Kind, Attempt: v.Attempt,
		Sequence: v.Sequence, ReasonCodes: v.ReasonCodes, OccurredAt: now.UTC().Format(TimeFormat),
	})
	if err != nil {
		return Event{}, err
	}
	return NewEvent(v.Scope, eventOf[v.Status], data)
}

func checkTypes(checks []Check) []string {
	out := make([]string, len(checks))
	for i, c := range checks {
		out[i] = c.Type
	}
	return out
}
