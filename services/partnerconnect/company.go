package partnerconnect

import (
	"slices"
	"strconv"
	"time"
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

func (c Company) check(v *violations, at string, now time.Time) {
	c.Register.check(v, at+"/register")
	v.text(at+"/legal_name", c.LegalName, 1, 255)
	if len(c.BeneficialOwners) > maxBeneficialOwners {
		v.add(at+"/beneficial_owners", "too_many", "must have at most "+strconv.Itoa(maxBeneficialOwners)+" entries")
		return
	}
	for i, o := range c.BeneficialOwners {
		o.check(v, at+"/beneficial_owners/"+strconv.Itoa(i), now)
	}
}

func (r CompanyRegister) check(v *violations, at string) {
	if (r.Scheme == "") != (r.Number == "") {
		v.add(at, "incomplete", "must have both scheme and number")
	}
	oneOf(v, at+"/scheme", r.Scheme, SchemeKRS, SchemeCompaniesHouse, SchemeOther)
	const code = "invalid_register_number"
	switch r.Scheme {
	case SchemeKRS:
		v.valid(at+"/number", r.Number, validKRS, code, "must be ten digits")
	case SchemeCompaniesHouse:
		v.valid(at+"/number", r.Number, companiesHouse.MatchString, code, "must be eight digits, or two letters and six digits")
	case SchemeOther:
		v.valid(at+"/number", r.Number, otherNumber.MatchString, code, "must be 1 to 32 letters, digits or -")
	}
}

func (o BeneficialOwner) equal(b BeneficialOwner) bool {
	return o.GivenNames == b.GivenNames && o.FamilyName == b.FamilyName && o.DateOfBirth == b.DateOfBirth && slices.Equal(o.Citizenships, b.Citizenships)
}

func (o BeneficialOwner) check(v *violations, at string, now time.Time) {
	v.required(at+"/given_names", o.GivenNames)
	v.required(at+"/family_name", o.FamilyName)
	v.text(at+"/given_names", o.GivenNames, 1, 100)
	v.text(at+"/family_name", o.FamilyName, 1, 100)
	v.valid(at+"/date_of_birth", o.DateOfBirth, func(s string) bool { return pastDate(s, now) }, "invalid_date",
		"must be a date of the past like 1980-12-31")
	checkCitizenships(v, at+"/citizenships", o.Citizenships)
}
