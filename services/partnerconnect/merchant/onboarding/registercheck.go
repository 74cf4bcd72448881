package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// A Structure is what the register says of a company's representing body.
type Structure = representation.CompanyStructure

// The structures. Until the register has answered, it is unknown.
const (
	SinglePerson     = representation.SinglePerson
	MultiPerson      = representation.MultiPerson
	UnknownStructure = representation.UnknownStructure
)

// A RegisterOutcome is the result of asking a company's register.
type RegisterOutcome string

// The outcomes. All but the first are reasons why the company does not match.
const (
	RegisterFound       RegisterOutcome = "found"
	RegisterNotListed   RegisterOutcome = "not_listed"
	RegisterStruckOff   RegisterOutcome = "struck_off"
	RegisterInactive    RegisterOutcome = "inactive"
	RegisterUnavailable RegisterOutcome = "register_unavailable"
	// Only of sole traders, whose owner and limits the check compares itself.
	RegisterOwnerDiffers RegisterOutcome = "owner_mismatch"
	RegisterProceedings  RegisterOutcome = "proceedings_open"
	RegisterOutdated     RegisterOutcome = "data_changed" // the merchant corrected what was compared
)

// A RegisterCheck is what a company's register said, and of which entry. It holds no names.
type RegisterCheck struct {
	Register  CompanyRegister `json:"register"`
	Outcome   RegisterOutcome `json:"outcome"`
	LegalName string          `json:"legal_name,omitempty"` // as the register has it
	TaxID     string          `json:"tax_id,omitempty"`     // of the register, only for comparison: no answer shows it
	Structure Structure       `json:"structure,omitempty"`
	Snapshot  string          `json:"snapshot,omitempty"` // hash of the entry
	AsOf      time.Time       `json:"as_of,omitzero"`
	CheckedAt time.Time       `json:"checked_at"`
	// Overtaken is set when a decision was dropped because a newer entry led to another.
	Overtaken bool `json:"overtaken,omitempty"`
}

// Checked returns what follows from the register's answer.
func Checked(r CompanyRegister, record representation.Record, now time.Time) RegisterCheck {
	c := RegisterCheck{
		Register: r, Outcome: RegisterFound, LegalName: record.LegalName, TaxID: record.TaxID,
		Structure: representation.Structure(record), Snapshot: record.Hash(),
		AsOf: record.AsOf, CheckedAt: now,
	}
	switch record.Status {
	case representation.StruckOff:
		c.Outcome, c.Structure = RegisterStruckOff, UnknownStructure
	case representation.Inactive:
		c.Outcome = RegisterInactive
	}
	return c
}

// Entry is the register entry that the data names: that of a company, or of a sole trader by the Polish tax number;
// zero for none.
func (d Data) Entry() CompanyRegister {
	switch {
	case d.ApplicantType == CompanyApplicant:
		return d.Company.Register
	case d.ApplicantType == SoleTrader && d.Business.TaxID.Scheme == SchemeNIP:
		return CompanyRegister{Scheme: representation.SchemeNIP, Number: d.Business.TaxID.Value}
	}
	return CompanyRegister{}
}

// Structure is derived, never sent; empty unless the applicant is a company.
func (o *Onboarding) Structure() Structure {
	switch {
	case o.Data.ApplicantType != CompanyApplicant:
		return ""
	case o.Register == nil || o.Register.Register != o.Data.Company.Register || o.Register.Structure == "":
		return UnknownStructure
	}
	return o.Register.Structure
}

// ApplyRegisterCheck stores what the register said of the company, and what follows from it: a decision that a newer
// entry contradicts is outstanding again, a company of a single person gets the decision automatically when its member
// is the applicant, and an identity that was prefilled for a company of several people is dropped.
func (o *Onboarding) ApplyRegisterCheck(c RegisterCheck, r *representation.Record, now time.Time) {
	overtaken := o.Register != nil && o.Register.Register == c.Register && o.Register.Overtaken
	o.Register = &c
	o.Register.Overtaken = overtaken
	if o.Decision != nil && r != nil && o.Decision.RecordHash != c.Snapshot {
		o.decideAgain(*r, now)
	}
	if r != nil && o.Structure() == SinglePerson && (o.Decision == nil || o.Decision.Automatic) {
		o.DecideAlone(*r, now)
	}
	if o.Structure() == MultiPerson {
		o.Identity = Identity{}
	}
}

// ApplyTraderCheck stores what the register of sole traders said of the applicant. Of a business that bears its owner's
// name no name or number is kept.
func (o *Onboarding) ApplyTraderCheck(c RegisterCheck, r *representation.Record) {
	if c.Outcome == RegisterFound {
		match, _ := representation.Match(representation.Person{
			GivenNames: o.Data.Applicant.GivenNames, FamilyName: o.Data.Applicant.FamilyName,
		}, *r)
		switch {
		case match != representation.MatchName:
			c.Outcome = RegisterOwnerDiffers
		case len(r.Proceedings) > 0:
			c.Outcome = RegisterProceedings
		}
	}
	o.Register = &RegisterCheck{
		Register: CompanyRegister{Scheme: representation.SchemeNIP}, Outcome: c.Outcome, Snapshot: c.Snapshot, AsOf: c.AsOf,
		CheckedAt: c.CheckedAt,
	}
}

// TraderDiffers reports whether the register of sole traders was asked and did not confirm the applicant: a person
// decides.
func (o *Onboarding) TraderDiffers() bool {
	return o.Data.ApplicantType == SoleTrader && o.Register != nil && o.Register.Outcome != RegisterFound
}

// OutdateTraderCheck notes that the owner or the tax number is no longer what the register of sole traders was asked
// about.
func (o *Onboarding) OutdateTraderCheck() {
	if o.Data.ApplicantType == SoleTrader && o.Register != nil {
		o.Register.Outcome = RegisterOutdated
	}
}

// decideAgain takes the decision by a newer entry of the register. One that requires other
// signatures is dropped: the partner requests it again.
func (o *Onboarding) decideAgain(r representation.Record, now time.Time) {
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
