package onboarding

import (
	"slices"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// Company is a company as its register knows it.
type Company struct {
	Register         CompanyRegister   `json:"register,omitzero"`
	LegalName        string            `json:"legal_name,omitempty"`
	BeneficialOwners []BeneficialOwner `json:"beneficial_owners,omitempty"`
}

// CompanyRegister is an entry of a register.
type CompanyRegister struct {
	Scheme string `json:"scheme,omitempty"`
	Number string `json:"number,omitempty"`
}

// BeneficialOwner is a natural person who owns or controls a company in the end.
type BeneficialOwner struct {
	GivenNames   string   `json:"given_names,omitempty"`
	FamilyName   string   `json:"family_name,omitempty"`
	DateOfBirth  string   `json:"date_of_birth,omitempty"`
	Citizenships []string `json:"citizenships,omitempty"`
}

func (c Company) check(v *field.Violations, at string, now time.Time) {
	c.Register.check(v, at+"/register")
	v.Text(at+"/legal_name", c.LegalName, 1, 255)
	if len(c.BeneficialOwners) > maxBeneficialOwners {
		v.Add(at+"/beneficial_owners", "too_many", "must have at most "+strconv.Itoa(maxBeneficialOwners)+" entries")
		return
	}
	for i, o := range c.BeneficialOwners {
		o.check(v, at+"/beneficial_owners/"+strconv.Itoa(i), now)
	}
}

func (r CompanyRegister) check(v *field.Violations, at string) {
	if (r.Scheme == "") != (r.Number == "") {
		v.Add(at, "incomplete", "must have both scheme and number")
	}
	field.OneOf(v, at+"/scheme", r.Scheme, SchemeKRS, SchemeCompaniesHouse, SchemeOther)
	const code = "invalid_register_number"
	switch r.Scheme {
	case SchemeKRS:
		v.Valid(at+"/number", r.Number, field.ValidKRS, code, "must be ten digits")
	case SchemeCompaniesHouse:
		v.Valid(at+"/number", r.Number, field.CompaniesHouse.MatchString, code,
			"must be eight digits, or two letters and six digits")
	case SchemeOther:
		v.Valid(at+"/number", r.Number, field.OtherNumber.MatchString, code, "must be 1 to 32 letters, digits or -")
	}
}

func (o BeneficialOwner) Equal(b BeneficialOwner) bool {
	return o.GivenNames == b.GivenNames && o.FamilyName == b.FamilyName && o.DateOfBirth == b.DateOfBirth &&
		slices.Equal(o.Citizenships, b.Citizenships)
}

func (o BeneficialOwner) check(v *field.Violations, at string, now time.Time) {
	v.Required(at+"/given_names", o.GivenNames)
	v.Required(at+"/family_name", o.FamilyName)
	v.Text(at+"/given_names", o.GivenNames, 1, 100)
	v.Text(at+"/family_name", o.FamilyName, 1, 100)
	v.Valid(at+"/date_of_birth", o.DateOfBirth, func(s string) bool { return pastDate(s, now) }, "invalid_date",
		"must be a date of the past like 1980-12-31")
	checkCitizenships(v, at+"/citizenships", o.Citizenships)
}
