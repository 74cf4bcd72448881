package partnerconnect

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// A Structure is what the register says of a company's representing body (partner-connect.md A4).
type Structure = representation.CompanyStructure

// The structures. Until the register has answered, it is unknown.
const (
	SinglePerson     = representation.SinglePerson
	MultiPerson      = representation.MultiPerson
	UnknownStructure = representation.UnknownStructure
)

// A RegisterOutcome is what came of asking a company's register.
type RegisterOutcome string

// The outcomes. All but the first are reasons why the company does not match.
const (
	RegisterFound       RegisterOutcome = "found"
	RegisterNotListed   RegisterOutcome = "not_listed"
	RegisterStruckOff   RegisterOutcome = "struck_off"
	RegisterUnavailable RegisterOutcome = "register_unavailable"
)

// A RegisterCheck is what a company's register said, and of which entry. It holds no names.
type RegisterCheck struct {
	Register  CompanyRegister `json:"register"`
	Outcome   RegisterOutcome `json:"outcome"`
	LegalName string          `json:"legal_name,omitempty"` // as the register has it
	TaxID     string          `json:"tax_id,omitempty"`     // as the register has it, for comparison alone: no answer shows it
	Structure Structure       `json:"structure,omitempty"`
	Snapshot  string          `json:"snapshot,omitempty"` // hash of the entry
	AsOf      time.Time       `json:"as_of,omitzero"`
	CheckedAt time.Time       `json:"checked_at"`
	// Overtaken is set when a decision was dropped because a newer entry led to another.
	Overtaken bool `json:"overtaken,omitempty"`
}

// Checked is what an answer of the register tells.
func Checked(r CompanyRegister, record representation.Record, now time.Time) RegisterCheck {
	c := RegisterCheck{
		Register: r, Outcome: RegisterFound, LegalName: record.LegalName, TaxID: record.TaxID, Structure: representation.Structure(record), Snapshot: record.Hash(),
		AsOf: record.AsOf, CheckedAt: now,
	}
	if record.Status == representation.StruckOff {
		c.Outcome, c.Structure = RegisterStruckOff, UnknownStructure
	}
	return c
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

func (o *Onboarding) registerMatches() bool { return o.Register != nil && o.registerReason() == "" }

// registerReason is why the register does not match; empty when it does, and when it was not asked.
func (o *Onboarding) registerReason() string {
	switch {
	case o.Register == nil || o.Register.Register != o.Data.Company.Register:
		return ""
	case o.Register.Outcome != RegisterFound:
		return string(o.Register.Outcome)
	case o.Data.Company.LegalName != "" && legalName(o.Data.Company.LegalName) != legalName(o.Register.LegalName):
		return "name_mismatch"
	case o.taxIDDiffers():
		return "tax_id_mismatch"
	}
	return ""
}

// taxIDDiffers reports whether the tax number that was given is not the one that the register has; false while either is unknown.
func (o *Onboarding) taxIDDiffers() bool {
	country, _, _ := strings.Cut(o.Register.Register.Scheme, "_")
	given, registered := taxNumber(o.Data.Business.TaxID.Value, country), taxNumber(o.Register.TaxID, country)
	return given != "" && registered != "" && given != registered
}

// taxNumber is a tax number without what tells spellings of it apart: case, separators, and the prefix of its country.
func taxNumber(s, country string) string {
	s = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, strings.ToUpper(s))
	return strings.TrimPrefix(s, country)
}

// decisionReason tells why a decision that was there is outstanding again.
func (o *Onboarding) decisionReason() string {
	if o.Register != nil && o.Register.Overtaken {
		return "register_changed"
	}
	return ""
}

// legalForms are written in many ways; each is brought to one.
var legalForms = strings.NewReplacer(
	"prostaspolkaakcyjna", "psa", "spolkazograniczonaodpowiedzialnoscia", "spzoo", "spolkazoo", "spzoo", "spolkaakcyjna", "sa",
	"spolkakomandytowoakcyjna", "ska", "spolkakomandytowa", "spk", "spolkajawna", "spj", "spolkapartnerska", "spp",
	"limited", "ltd", "publiclimitedcompany", "plc",
)

// legalName is a company's name without what tells spellings of it apart: case, accents, punctuation, and how its legal form
// is written.
func legalName(s string) string {
	letters := strings.Map(func(r rune) rune {
		switch {
		case r == 'ł' || r == 'Ł':
			return 'l'
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(s))
	return legalForms.Replace(letters)
}
