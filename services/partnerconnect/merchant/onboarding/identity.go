package onboarding

import (
	"regexp"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// Identity is what a partner provides of the main applicant's identity. It is stored and never shown; the hosted flow
// verifies who the applicant is.
type Identity struct {
	NationalID   NationalID       `json:"national_id,omitzero"`
	Document     IdentityDocument `json:"document,omitzero"`
	Residence    Address          `json:"residence,omitzero"`
	PlaceOfBirth PlaceOfBirth     `json:"place_of_birth,omitzero"`
	Citizenships []string         `json:"citizenships,omitempty"`
	DateOfBirth  string           `json:"date_of_birth,omitempty"`
}

// SchemePESEL is the national number of Poland.
const SchemePESEL = "PL_PESEL"

// NationalID is a national identification number under a scheme.
type NationalID struct {
	Scheme  string `json:"scheme,omitempty"`
	Country string `json:"country,omitempty"`
	Value   string `json:"value,omitempty"`
}

// IdentityDocument is a document that proves who its holder is.
type IdentityDocument struct {
	Type           string `json:"type,omitempty"`
	Number         string `json:"number,omitempty"`
	IssuingCountry string `json:"issuing_country,omitempty"`
	IssuedOn       string `json:"issued_on,omitempty"`
	ExpiresOn      string `json:"expires_on,omitempty"`
}

// PlaceOfBirth is where a person was born.
type PlaceOfBirth struct {
	Country string `json:"country,omitempty"`
	City    string `json:"city,omitempty"`
}

// PolishCard is the identity document whose number can be checked.
const PolishCard = "identity_card"

var documentNumber = regexp.MustCompile(`^[A-Z0-9]{4,20}$`)

// Check returns everything that is wrong with the identity.
func (x Identity) Check(now time.Time) []fault.Violation {
	var v field.Violations
	x.NationalID.check(&v, "/national_id", now)
	x.Document.check(&v, "/identity_document", now)
	x.Residence.checkWhole(&v, "/residential_address")
	x.PlaceOfBirth.check(&v, "/place_of_birth")
	checkCitizenships(&v, "/citizenships", x.Citizenships)
	v.Valid("/date_of_birth", x.DateOfBirth, func(s string) bool { return pastDate(s, now) }, "invalid_date",
		"must be a date of the past like 1980-12-31")
	return v
}

// CheckPerson returns what is wrong with a person to look for in a register: a name has both parts, and a national id
// is valid.
func CheckPerson(a Applicant, n NationalID, now time.Time) []fault.Violation {
	var v field.Violations
	if a.GivenNames != "" || a.FamilyName != "" {
		v.Required("/person/given_names", a.GivenNames)
		v.Required("/person/family_name", a.FamilyName)
	}
	v.Text("/person/given_names", a.GivenNames, 1, 100)
	v.Text("/person/family_name", a.FamilyName, 1, 100)
	n.check(&v, "/person/national_id", now)
	return v
}

// ErrIdentityMismatch means two different dates of birth.
var ErrIdentityMismatch = fault.New(pc.IdentityMismatch, "date of birth and national id contradict each other")

// CheckAgreement returns ErrIdentityMismatch when the date of birth is not the one that the national id contains.
func (x Identity) CheckAgreement() error {
	if birth, ok := x.NationalID.birth(); ok && x.DateOfBirth != "" && x.DateOfBirth != birth.Format(time.DateOnly) {
		return ErrIdentityMismatch.WithField("/date_of_birth", "mismatch",
			"must be the date that the national id contains, or be left out")
	}
	return nil
}

// BirthKnown reports whether the date of birth is known, by itself or from the national id.
func (x Identity) BirthKnown() bool {
	_, known := x.NationalID.birth()
	return known || x.DateOfBirth != ""
}

// adulthood is the age from which a person signs alone, in years.
const adulthood = 18

// Warnings returns what a person should look at although it is stored.
func (x Identity) Warnings(now time.Time) []string {
	birth, ok := x.NationalID.birth()
	if !ok {
		var err error
		if birth, err = time.Parse(time.DateOnly, x.DateOfBirth); err != nil {
			return nil
		}
	}
	if birth.AddDate(adulthood, 0, 0).After(now) {
		return []string{"applicant_under_18"}
	}
	return nil
}

func (n NationalID) birth() (time.Time, bool) {
	if n.Scheme != SchemePESEL {
		return time.Time{}, false
	}
	return field.ParsePESEL(n.Value)
}

func (n NationalID) check(v *field.Violations, at string, now time.Time) {
	if n == (NationalID{}) {
		return
	}
	v.Required(at+"/scheme", n.Scheme)
	v.Required(at+"/value", n.Value)
	field.OneOf(v, at+"/scheme", n.Scheme, SchemePESEL, SchemeOther)
	v.Valid(at+"/country", n.Country, field.ValidCountry, "invalid_country",
		"must be an ISO 3166-1 alpha-2 code, upper case")
	switch n.Scheme {
	case SchemePESEL:
		if n.Country != "" && n.Country != "PL" && field.ValidCountry(n.Country) {
			v.Add(at+"/country", "mismatch", "must be PL for this scheme, or be left out")
		}
		v.Valid(at+"/value", n.Value, func(s string) bool {
			birth, ok := field.ParsePESEL(s)
			return ok && birth.Before(now)
		}, "invalid_national_id", "must be eleven digits with a valid check digit and a date of the past")
	case SchemeOther:
		v.Required(at+"/country", n.Country)
		v.Valid(at+"/value", n.Value, field.OtherNumber.MatchString, "invalid_national_id",
			"must be 1 to 32 letters, digits or -")
	}
}

func (d IdentityDocument) check(v *field.Violations, at string, now time.Time) {
	if d == (IdentityDocument{}) {
		return
	}
	v.Required(at+"/type", d.Type)
	v.Required(at+"/number", d.Number)
	v.Required(at+"/issuing_country", d.IssuingCountry)
	field.OneOf(v, at+"/type", d.Type, PolishCard, "passport", "residence_card", "driving_licence")
	v.Valid(at+"/issuing_country", d.IssuingCountry, field.ValidCountry, "invalid_country",
		"must be an ISO 3166-1 alpha-2 code, upper case")
	if d.Type == PolishCard && d.IssuingCountry == "PL" {
		v.Valid(at+"/number", d.Number, field.ValidPolishIdentityCard, "invalid_document_number",
			"must be three capital letters and six digits with a valid check digit")
	} else {
		v.Valid(at+"/number", d.Number, documentNumber.MatchString, "invalid_document_number",
			"must be 4 to 20 capital letters and digits")
	}
	v.Valid(at+"/issued_on", d.IssuedOn, func(s string) bool { return pastDate(s, now) }, "invalid_date",
		"must be a date of the past like 2020-12-31")
	v.Valid(at+"/expires_on", d.ExpiresOn, func(s string) bool {
		end, err := time.Parse(time.DateOnly, s)
		return err == nil && end.After(now)
	}, "document_expired", "must be a date of the future like 2030-12-31; leave it out for a document without an end")
}

func (p PlaceOfBirth) check(v *field.Violations, at string) {
	if p == (PlaceOfBirth{}) {
		return
	}
	v.Required(at+"/country", p.Country)
	v.Required(at+"/city", p.City)
	v.Valid(at+"/country", p.Country, field.ValidCountry, "invalid_country",
		"must be an ISO 3166-1 alpha-2 code, upper case")
	v.Text(at+"/city", p.City, 1, 100)
}

// checkWhole checks an address that must be complete when it is there.
func (a Address) checkWhole(v *field.Violations, at string) {
	if a == (Address{}) {
		return
	}
	v.Required(at+"/country", a.Country)
	v.Required(at+"/city", a.City)
	v.Required(at+"/postal_code", a.PostalCode)
	v.Required(at+"/building_number", a.BuildingNumber)
	a.check(v, at)
}

func checkCitizenships(v *field.Violations, at string, list []string) {
	if len(list) > maxCitizenships {
		v.Add(at, "too_many", "must have at most "+strconv.Itoa(maxCitizenships)+" entries")
		return
	}
	seen := map[string]bool{}
	for i, c := range list {
		in := at + "/" + strconv.Itoa(i)
		switch {
		case !field.ValidCountry(c):
			v.Add(in, "invalid_country", "must be an ISO 3166-1 alpha-2 code, upper case")
		case seen[c]:
			v.Add(in, "duplicate", "must not repeat a country")
		}
		seen[c] = true
	}
}

// pastDate reports whether s is a day of the past on which someone may have been born.
func pastDate(s string, now time.Time) bool {
	d, err := time.Parse(time.DateOnly, s)
	return err == nil && d.Before(now) && d.Year() >= 1800
}
