package onboarding

import (
	"slices"

	"github.com/partnerline/partnerline/internal/steps"
)

// A Status is the state of an onboarding (docs/onboarding-states.md).
type Status string

// The statuses.
const (
	Draft               Status = "draft"
	InProgress          Status = "in_progress"
	AwaitingSignatories Status = "awaiting_signatories"
	InReview            Status = "in_review"
	ActionRequired      Status = "action_required"
	Active              Status = "active"
	Rejected            Status = "rejected"
	Cancelled           Status = "cancelled"
	Expired             Status = "expired"
)

// Statuses lists all statuses, in the order of a life.
var Statuses = []Status{
	Draft, InProgress, AwaitingSignatories, InReview, ActionRequired, Active, Rejected, Cancelled, Expired,
}

// A Transition is a step that an onboarding can take.
type Transition struct {
	From, To Status
	Trigger  string
	By       string
	Also     string // what commits with it
}

// Transitions is every step there is. docs/onboarding-states.md is written from it.
var Transitions = []Transition{
	{Draft, InProgress, "e-mail and phone verified in the hosted flow", "merchant", ""},
	{
		InProgress, AwaitingSignatories, "applicant signed, others must too", "merchant",
		"pending invitations are sent again",
	},
	{InProgress, InReview, "last required signature under the channel agreement", "merchant", "delegation granted"},
	{
		AwaitingSignatories, InReview, "last required signature under the channel agreement", "merchant",
		"delegation granted",
	},
	{
		InReview, Active,
		"all checks passed, every signature proven and verification transfer matched, or the operator's approval",
		"system, operator", "merchant active",
	},
	{InReview, ActionRequired, "correction requested", "operator", "its codes are in `missing[]` again"},
	{ActionRequired, InReview, "resubmitted in the hosted flow", "merchant", ""},
	{InReview, Rejected, "refused", "operator", "delegation revoked; personal data erased `RETENTION_REJECTED` later"},
	{
		ActionRequired, Rejected, "refused", "operator",
		"delegation revoked; personal data erased `RETENTION_REJECTED` later",
	},
	{
		Draft, Cancelled, "cancelled by the partner, or declined", "partner, merchant",
		"links and invitations revoked; personal data erased `RETENTION_UNSIGNED` later",
	},
	{
		InProgress, Cancelled, "cancelled by the partner, or declined", "partner, merchant",
		"links and invitations revoked; personal data erased `RETENTION_UNSIGNED` later",
	},
	{
		AwaitingSignatories, Cancelled, "cancelled by the partner, or declined", "partner, merchant",
		"links and invitations revoked; personal data erased `RETENTION_UNSIGNED` later",
	},
	{Draft, Expired, "90 days without activity", "system", "personal data erased `RETENTION_UNSIGNED` later"},
	{InProgress, Expired, "90 days without activity", "system", "personal data erased `RETENTION_UNSIGNED` later"},
	{
		AwaitingSignatories, Expired, "90 days without activity", "system", "personal data erased `RETENTION_UNSIGNED` later",
	},
}

// statusSteps is Transitions as a table.
var statusSteps = func() steps.Table[Status] {
	table := steps.Table[Status]{}
	for _, t := range Transitions {
		table[t.From] = append(table[t.From], t.To)
	}
	return table
}()

// Known reports whether s is a status.
func (s Status) Known() bool { return slices.Contains(Statuses, s) }

// CanBecome reports whether an onboarding goes from s to next in one step.
func (s Status) CanBecome(next Status) bool { return statusSteps.Allows(s, next) }

// Path returns the statuses on the shortest way from s to target, target last; false when no transitions lead there.
func (s Status) Path(target Status) ([]Status, bool) { return statusSteps.Path(s, target) }

// Editable reports whether the partner may write data.
func (s Status) Editable() bool { return s.Unsigned() || s == ActionRequired }

// Unsigned reports whether the merchant has not signed yet: until then it can be cancelled, and expires without
// activity.
func (s Status) Unsigned() bool { return s == Draft || s == InProgress || s == AwaitingSignatories }

// Ended reports whether nothing follows and the merchant has no page any more. An active merchant has the portal.
func (s Status) Ended() bool { return s == Rejected || s == Cancelled || s == Expired }

// UnderWay reports whether the onboarding may still become active.
func (s Status) UnderWay() bool { return s != Active && !s.Ended() }
