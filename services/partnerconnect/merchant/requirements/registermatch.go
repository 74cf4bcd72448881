package requirements

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

func registerMatches(o *onboarding.Onboarding) bool {
	return o.Register != nil && registerReason(o) == ""
}

// registerReason is why the register does not match; empty when it does, and when it was not asked.
func registerReason(o *onboarding.Onboarding) string {
	switch {
	case o.Register == nil || o.Register.Register != o.Data.Company.Register:
		return ""
	case o.Register.Outcome != onboarding.RegisterFound:
		return string(o.Register.Outcome)
	case nameDiffers(o):
		return "name_mismatch"
	case taxIDDiffers(o):
		return "tax_id_mismatch"
	}
	return ""
}

// A Comparison is a value that was given, with that of the register.
type Comparison struct {
	Field             string // JSON pointer
	Given, Registered string
	Agrees            bool
}

// Compare returns the data of a company with that of its register entry; nothing until the register was asked.
func Compare(o *onboarding.Onboarding) []Comparison {
	if o.Register == nil || o.Data.ApplicantType != onboarding.CompanyApplicant {
		return nil
	}
	found := o.Register.Outcome == onboarding.RegisterFound
	return []Comparison{
		{
			"/company/register/number", o.Data.Company.Register.Number, o.Register.Register.Number,
			o.Register.Register == o.Data.Company.Register,
		},
		{"/company/legal_name", o.Data.Company.LegalName, o.Register.LegalName, !found || !nameDiffers(o)},
		{"/business/tax_id/value", o.Data.Business.TaxID.Value, o.Register.TaxID, !found || !taxIDDiffers(o)},
	}
}

func nameDiffers(o *onboarding.Onboarding) bool {
	given := o.Data.Company.LegalName
	return given != "" && legalName(given) != legalName(o.Register.LegalName)
}

// taxIDDiffers reports whether the tax number that was given is not the one that the register has; false while either
// is unknown.
func taxIDDiffers(o *onboarding.Onboarding) bool {
	country, _, _ := strings.Cut(o.Register.Register.Scheme, "_")
	given, registered := taxNumber(o.Data.Business.TaxID.Value, country), taxNumber(o.Register.TaxID, country)
	return given != "" && registered != "" && given != registered
}

// taxNumber is a tax number without what distinguishes its notations: case, separators, and the prefix of its country.
func taxNumber(s, country string) string {
	s = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, strings.ToUpper(s))
	return strings.TrimPrefix(s, country)
}

// decisionReason returns why a decision that was there is outstanding again.
func decisionReason(o *onboarding.Onboarding) string {
	if o.Register != nil && o.Register.Overtaken {
		return "register_changed"
	}
	return ""
}

// legalForms are written in many ways; each is brought to one.
var legalForms = strings.NewReplacer(
	"prostaspolkaakcyjna", "psa", "spolkazograniczonaodpowiedzialnoscia", "spzoo", "spolkazoo", "spzoo", "spolkaakcyjna",
	"sa",
	"spolkakomandytowoakcyjna", "ska", "spolkakomandytowa", "spk", "spolkajawna", "spj", "spolkapartnerska", "spp",
	"limited", "ltd", "publiclimitedcompany", "plc",
)

// legalName is a company's name without what distinguishes its notations: case, accents, punctuation, and how its legal
// form is written.
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
