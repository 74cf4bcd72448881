package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// A Decision is how the applicant may bind the company, and all that it follows from, so that it can be evaluated again
// without asking the register.
type Decision struct {
	representation.Decision
	Claim       bool                  // the partner's: the person is a representative
	Person      representation.Person // whom the register was searched for
	Record      representation.Record
	Automatic   bool // taken without being asked: the sole member of the body is the applicant
	EvaluatedAt time.Time
}

// NeedsOthers reports whether someone besides the applicant must sign.
func (d *Decision) NeedsOthers() bool { return d.RequiresInvitationOrPOA() }

func (d *Decision) HasCandidate(id string) bool {
	for _, c := range d.Candidates {
		if string(c.MemberID) == id {
			return true
		}
	}
	return false
}

// CheckRepresentation returns why no decision can be taken yet or at all: representation_not_applicable,
// applicant_type_required, company_register_required.
func (o *Onboarding) CheckRepresentation() error {
	switch {
	case o.Data.ApplicantType == "":
		return ErrApplicantTypeRequired
	case o.Data.ApplicantType != CompanyApplicant:
		return ErrRepresentationNotApplicable
	case o.Data.Company.Register.Number == "":
		return ErrCompanyRegisterRequired
	}
	return nil
}

// Decide takes the decision by the register's entry. A person without a name is the applicant.
func (o *Onboarding) Decide(claim bool, p representation.Person, r representation.Record, now time.Time) {
	if p.GivenNames == "" && p.FamilyName == "" {
		p.GivenNames, p.FamilyName = o.Data.Applicant.GivenNames, o.Data.Applicant.FamilyName
	}
	o.Decision = &Decision{
		Decision: representation.Decide(representation.Input{ApplicantIsRepresentative: claim, Person: p, Record: r}),
		Claim:    claim, Person: p, Record: r, EvaluatedAt: now,
	}
	if o.Register != nil {
		o.Register.Overtaken = false
	}
}

// DecideAlone takes the decision for a company of a single person when the applicant is that person by full name.
// Otherwise there is none until the partner asks.
func (o *Onboarding) DecideAlone(r representation.Record, now time.Time) {
	o.Decision = nil
	o.Decide(true, representation.Person{}, r, now)
	if o.Decision.Mode != representation.ModeSolo || o.Decision.Match != representation.MatchName &&
		o.Decision.Match != representation.MatchExact {
		o.Decision = nil
		return
	}
	o.Decision.Automatic = true
}

// DropDecisionOfFormerName drops a decision that was taken for the applicant when the applicant has another name now.
func (o *Onboarding) DropDecisionOfFormerName(before Applicant) {
	a, d := o.Data.Applicant, o.Decision
	if a.GivenNames == before.GivenNames && a.FamilyName == before.FamilyName || d == nil {
		return
	}
	if d.Person.GivenNames == before.GivenNames && d.Person.FamilyName == before.FamilyName {
		o.Decision = nil
	}
}

// Why no decision is taken.
var (
	ErrApplicantTypeRequired = fault.New(pc.ApplicantTypeRequired,
		"set applicant_type first").WithField("/applicant_type", "required", "set it with PATCH /onboarding/{ref}")
	ErrRepresentationNotApplicable = fault.New(pc.RepresentationNotApplicable,
		"natural persons and sole traders act for themselves")
	ErrCompanyRegisterRequired = fault.New(pc.CompanyRegisterRequired,
		"set company.register first").WithField("/company/register", "required", "set it with PATCH /onboarding/{ref}")
	ErrCompanyNotInRegister = fault.New(pc.CompanyNotInRegister,
		"the register has no active company under this number")
)
