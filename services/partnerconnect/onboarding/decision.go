package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// A Decision is how the applicant may bind the company, and all that it follows from, so that it can be judged again without
// asking the register.
type Decision struct {
	representation.Decision
	Claim       bool                  // the partner's: the person is a representative
	Person      representation.Person // whom the register was searched for
	Record      representation.Record
	Automatic   bool // taken without being asked: the sole member of the body is the applicant
	EvaluatedAt time.Time
}

// NeedsOthers reports whether somebody besides the applicant must sign.
func (d *Decision) NeedsOthers() bool { return d.RequiresInvitationOrPOA() }

func (d *Decision) HasCandidate(id string) bool {
	for _, c := range d.Candidates {
		if string(c.MemberID) == id {
			return true
		}
	}
	return false
}

// CheckRepresentation returns why no decision can be taken yet or at all: representation_not_applicable, applicant_type_required,
// company_register_required.
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

// Registered takes note of what the register said of the company, and lets follow what follows from it: a decision that a newer
// entry contradicts is outstanding again, a company of a single person gets the decision by itself when its member is the
// applicant, and an identity that was prefilled for a company of several people is dropped.
func (o *Onboarding) Registered(c RegisterCheck, r *representation.Record, now time.Time) {
	overtaken := o.Register != nil && o.Register.Register == c.Register && o.Register.Overtaken
	o.Register = &c
	o.Register.Overtaken = overtaken
	if o.Decision != nil && r != nil && o.Decision.RecordHash != c.Snapshot {
		o.judgeAgain(*r, now)
	}
	if r != nil && o.Structure() == SinglePerson && (o.Decision == nil || o.Decision.Automatic) {
		o.DecideAlone(*r, now)
	}
	if o.Structure() == MultiPerson {
		o.Identity = Identity{}
	}
}

func (o *Onboarding) judgeAgain(r representation.Record, now time.Time) {
	old := o.Decision
	if old.Record.Scheme == r.Scheme && old.Record.Number == r.Number {
		o.Decide(old.Claim, old.Person, r, now)
		o.Decision.Automatic = old.Automatic
		if same(old.Decision, o.Decision.Decision) {
			return
		}
		o.Register.Overtaken = true
	}
	o.Decision = nil
}

// same reports whether two decisions ask the same of people.
func same(a, b representation.Decision) bool {
	return a.Mode == b.Mode && a.Match == b.Match && a.AdditionalSignatories == b.AdditionalSignatories
}

// DecideAlone takes the decision for a company of a single person when the applicant is that person by full name. Otherwise there
// is none until the partner asks.
func (o *Onboarding) DecideAlone(r representation.Record, now time.Time) {
	o.Decision = nil
	o.Decide(true, representation.Person{}, r, now)
	if o.Decision.Mode != representation.ModeSolo || o.Decision.Match != representation.MatchName && o.Decision.Match != representation.MatchExact {
		o.Decision = nil
		return
	}
	o.Decision.Automatic = true
}

// Settle drops what no longer fits after the partner changed the data: what the register said of another entry, decisions of
// applicants that need none, and an identity that is not the applicant's to be told.
func (o *Onboarding) Settle() {
	if o.Register != nil && o.Register.Register != o.Data.Company.Register {
		o.Register, o.Decision = nil, nil
	}
	if t := o.Data.ApplicantType; t != "" && t != CompanyApplicant {
		o.Decision = nil
	}
	if o.Structure() == MultiPerson {
		o.Identity = Identity{}
	}
}

// ContactMoved takes note that the applicant's contact is another one than it was: it is to be verified anew, and links and
// sessions of before end.
func (o *Onboarding) ContactMoved(before Applicant, now time.Time) {
	a := o.Data.Applicant
	if a.Email == before.Email && a.Phone == before.Phone {
		return
	}
	if a.Email != before.Email {
		o.Flow.EmailVerifiedAt = nil
	}
	if a.Phone != before.Phone {
		o.Flow.PhoneVerifiedAt = nil
	}
	o.Flow.ContactChanged = &now
	o.LinkEpoch++
}

// NameMoved drops a decision that was taken for the applicant when the applicant is somebody else by now.
func (o *Onboarding) NameMoved(before Applicant) {
	a, d := o.Data.Applicant, o.Decision
	if a.GivenNames == before.GivenNames && a.FamilyName == before.FamilyName || d == nil {
		return
	}
	if d.Person.GivenNames == before.GivenNames && d.Person.FamilyName == before.FamilyName {
		o.Decision = nil
	}
}

// CheckPrefill returns why identity data is not taken: prefill_not_applicable for a company of several people,
// company_structure_unknown while the register has not told. A draft without a type is judged when it gets one.
func (o *Onboarding) CheckPrefill() error {
	switch {
	case o.Data.ApplicantType != CompanyApplicant, o.Structure() == SinglePerson:
		return nil
	case o.Structure() == MultiPerson:
		return ErrPrefillNotApplicable
	}
	return ErrStructureUnknown
}

// Why no decision is taken.
var (
	ErrApplicantTypeRequired       = fault.New(fault.ApplicantTypeRequired, "set applicant_type first").WithField("/applicant_type", "required", "set it with PATCH /onboarding/{ref}")
	ErrRepresentationNotApplicable = fault.New(fault.RepresentationNotApplicable, "natural persons and sole traders act for themselves")
	ErrCompanyRegisterRequired     = fault.New(fault.CompanyRegisterRequired, "set company.register first").WithField("/company/register", "required", "set it with PATCH /onboarding/{ref}")
	ErrCompanyNotInRegister        = fault.New(fault.CompanyNotInRegister, "the register has no active company under this number")
)
