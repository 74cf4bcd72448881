package approval

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// An ID names an approval: `apr_` and a UUIDv7.
type ID string

// Prefix begins every ID.
const Prefix = "apr_"

// Lifetime is how long an approval can be confirmed: what was proposed before a long weekend is still there after it.
const Lifetime = 5 * 24 * time.Hour

// MaxReason is how many characters a reason has at most.
const MaxReason = 500

// A Kind is what is proposed.
type Kind string

// The kinds.
const (
	Activation Kind = "activation" // of a merchant, after a review
	Refund     Kind = "refund"     // of a payment, by an operator
	// of a merchant, verified by a transfer that an operator says came from it
	PayoutAccount    Kind = "payout_account"
	RevealNationalID Kind = "reveal_national_id" // of an applicant, to the person who proposed it
	Erasure          Kind = "erasure"            // of a merchant's personal data, at a person's demand
	TransferReturn   Kind = "transfer_return"    // of a verification transfer, to an account that an operator named
)

// RevealedFor is how long its proposer may see a national id once that is confirmed.
const RevealedFor = 15 * time.Minute

// confirmers are the roles of the people who decide on each kind: those who may do the same where no second person is
// required.
var confirmers = map[Kind]string{
	Activation: "reviewer", Refund: "finance", PayoutAccount: "finance", TransferReturn: "finance",
	RevealNationalID: "reviewer", Erasure: "reviewer",
}

// Decides returns insufficient_role when none of a person's roles decides on approvals of the kind.
func (k Kind) Decides(roles []string) error {
	if want := confirmers[k]; !slices.Contains(roles, want) {
		return fault.New(fault.InsufficientRole, "you have none of the roles for this kind of approval; see required_roles").
			WithExtension("required_roles", []string{want}).WithExtension("granted_roles", roles)
	}
	return nil
}

// DecidedBy returns the kinds on which a person with these roles decides.
func DecidedBy(roles []string) []Kind {
	out := []Kind{}
	for k := range confirmers {
		if k.Decides(roles) == nil {
			out = append(out, k)
		}
	}
	return out
}

// A Status is the state of an approval.
type Status string

// The statuses. All but pending are final.
const (
	Pending   Status = "pending"
	Confirmed Status = "confirmed"
	Rejected  Status = "rejected"
	Expired   Status = "expired"
)

// An Action is what is done once it is confirmed.
type Action struct {
	Kind     Kind
	Merchant pc.Ref `db:"merchant_ref"`
	Livemode bool
	Subject  string `db:"subject_id"` // `pay_` id of the payment of a refund; otherwise the merchant's
	Terms    Terms
}

// Terms are what else the action says. They are stored as they were proposed, so that exactly this is done.
type Terms struct {
	Amount   int64  `json:"amount,omitempty"` // of a refund or a return, minor units; never 0 for all that is left
	Currency string `json:"currency,omitempty"`
	// of the onboarding that is activated, whose account is verified, or whose data is erased: another one would have to
	// be looked at again
	Version int64  `json:"version,omitempty"`
	Account string `json:"account,omitempty"` // of the house, whose line is returned; the line has where to
	Line    string `json:"line,omitempty"`    // its reference
	Outcome string `json:"outcome,omitempty"` // of the transfer that it is
	// to whom a national id is shown: a proposal of another person is another one
	Person string `json:"person,omitempty"`
}

// An Approval is an action that one person proposed and another is to confirm.
type Approval struct {
	ID ID
	Action
	Status         Status
	ProposedBy     string // subject of the person
	ProposedByName string
	Reason         string
	CreatedAt      time.Time
	ExpiresAt      time.Time
	DecidedBy      string
	DecidedByName  string
	DecidedAt      *time.Time
	DecisionReason string
}

// Propose returns a new approval; person_required when no person asks for it.
func Propose(a Action, person, reason string, now time.Time) (Approval, error) {
	if person == "" {
		return Approval{}, ErrPersonRequired
	}
	return Approval{
		ID: ID(ids.New(Prefix)), Action: a, Status: Pending, ProposedBy: person, Reason: reason, CreatedAt: now,
		ExpiresAt: now.Add(Lifetime),
	}, nil
}

// At returns the approval as it is at a time: one that was not decided in time is expired.
func (a Approval) At(now time.Time) Approval {
	if a.Status == Pending && !now.Before(a.ExpiresAt) {
		a.Status = Expired
	}
	return a
}

// Confirm notes that a second person confirms the action.
func (a *Approval) Confirm(person string, now time.Time) error {
	if person == a.ProposedBy && person != "" {
		return ErrSecondPersonRequired
	}
	return a.decide(Confirmed, person, "", now)
}

// Reject ends it; the person who proposed it may, too.
func (a *Approval) Reject(person, reason string, now time.Time) error {
	return a.decide(Rejected, person, reason, now)
}

func (a *Approval) decide(as Status, person, reason string, now time.Time) error {
	if person == "" {
		return ErrPersonRequired
	}
	if s := a.At(now).Status; s != Pending {
		return fault.New(fault.InvalidState, "the approval is not pending any more").WithExtension("approval_status", s)
	}
	a.Status, a.DecidedBy, a.DecidedAt, a.DecisionReason = as, person, &now, reason
	return nil
}

// The errors of approvals.
var (
	ErrNotFound       = fault.New(pc.ApprovalNotFound, "there is no approval with this id")
	ErrPersonRequired = fault.New(pc.PersonRequired,
		"where four eyes are required, a person must make the call: the internal token names none")
	ErrSecondPersonRequired = fault.New(pc.SecondPersonRequired,
		"another person than the one who proposed it must confirm it")
	ErrChanged = fault.New(fault.InvalidState,
		"the onboarding has changed since this was proposed; look at it again and propose it again")
)
