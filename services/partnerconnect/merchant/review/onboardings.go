package review

import (
	"slices"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// An Actor is who must act before an onboarding continues.
type Actor string

// The actors; empty: no one must act.
const (
	MerchantActs   Actor = "merchant"
	SignatoriesAct Actor = "signatories"
	OperatorActs   Actor = "operator"
	noOne          Actor = ""
)

// WaitingStatuses are those in which an onboarding waits for an actor, unless it waits for an operator.
var WaitingStatuses = map[Actor][]onboarding.Status{
	MerchantActs:   {onboarding.Draft, onboarding.InProgress, onboarding.ActionRequired, onboarding.InReview},
	SignatoriesAct: {onboarding.AwaitingSignatories},
}

// WaitsFor returns who must act: the operator, if there is something that an operator must look at.
func WaitsFor(status onboarding.Status, reasons []Reason) Actor {
	if len(reasons) > 0 {
		return OperatorActs
	}
	for actor, statuses := range WaitingStatuses {
		if slices.Contains(statuses, status) {
			return actor
		}
	}
	return noOne
}

// An Overview is an onboarding in a list of all of them.
type Overview struct {
	Ref            pc.Ref
	Livemode       bool
	Partner        pc.PartnerID `db:"partner_id"`
	Channel        pc.ChannelID `db:"channel_id"`
	ExternalRef    string       `db:"partner_external_ref"`
	ApplicantType  onboarding.ApplicantType
	Status         onboarding.Status
	ReasonCode     string
	MerchantStatus delegation.MerchantStatus
	Reasons        []Reason
	CreatedAt      time.Time
	UpdatedAt      time.Time
	ExpiresAt      *time.Time
}

// WaitsFor returns who must act.
func (o Overview) WaitsFor() Actor { return WaitsFor(o.Status, o.Reasons) }

// A Search selects onboardings; empty fields restrict nothing.
type Search struct {
	Livemode       *bool
	Status         onboarding.Status
	WaitsFor       Actor
	UnchangedSince time.Time
	Partner        pc.PartnerID
	OldestFirst    bool
	Past           *Changed // of the last one of the page before; nil: the first page
	Limit          int
}

// Changed is where a page of onboardings ends.
type Changed struct {
	At  time.Time
	Ref pc.Ref
}

// A Happening is an entry of an onboarding's timeline.
type Happening struct {
	At     time.Time
	Kind   string
	ID     string
	What   string
	State  string
	Actor  string
	Reason string
}

// A Moment is where a page of a timeline ends.
type Moment struct {
	At       time.Time
	Kind, ID string
}

// A Balance is what a merchant has in a currency.
type Balance struct {
	Currency                     string
	Pending, Available, Reserved int64
}
