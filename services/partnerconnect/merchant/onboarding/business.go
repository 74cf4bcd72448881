package onboarding

import (
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
)

// Business is what the merchant does.
type Business struct {
	Name         string  `json:"name,omitempty"`
	Website      string  `json:"website,omitempty"`
	Description  string  `json:"description,omitempty"`
	CategoryCode string  `json:"category_code,omitempty"`
	TaxID        TaxID   `json:"tax_id,omitzero"`
	Address      Address `json:"address,omitzero"`
}

// TaxID is a tax number under a scheme.
type TaxID struct {
	Scheme string `json:"scheme,omitempty"`
	Value  string `json:"value,omitempty"`
}

// Address is a postal address.
type Address struct {
	Country        string `json:"country,omitempty"`
	City           string `json:"city,omitempty"`
	PostalCode     string `json:"postal_code,omitempty"`
	Street         string `json:"street,omitempty"`
	BuildingNumber string `json:"building_number,omitempty"`
	UnitNumber     string `json:"unit_number,omitempty"`
	Region         string `json:"region,omitempty"`
}

func (b Business) check(v *field.Violations, at string) {
	v.Text(at+"/name", b.Name, 1, 255)
	if b.Website != "" {
		if u := field.ParseURL(b.Website); u == nil || u.Scheme != "https" && u.Scheme != "http" {
			v.Add(at+"/website", "invalid_url", "must be an http or https URL of at most 2048 bytes")
		}
	}
	v.Prose(at+"/description", b.Description, 10, 1000)
	v.Valid(at+"/category_code", b.CategoryCode, field.CategoryCode.MatchString, "invalid_category_code",
		"must be a merchant category code of four digits")
	b.TaxID.check(v, at+"/tax_id")
	b.Address.check(v, at+"/address")
}

func (x TaxID) check(v *field.Violations, at string) {
	if (x.Scheme == "") != (x.Value == "") {
		v.Add(at, "incomplete", "must have both scheme and value")
	}
	field.OneOf(v, at+"/scheme", x.Scheme, SchemeNIP, SchemeOther)
	switch x.Scheme {
	case SchemeNIP:
		v.Valid(at+"/value", x.Value, field.ValidNIP, "invalid_nip", "must be ten digits with a valid check digit")
	case SchemeOther:
		v.Valid(at+"/value", x.Value, field.OtherNumber.MatchString, "invalid_tax_id", "must be 1 to 32 letters, digits or -")
	}
}

func (a Address) check(v *field.Violations, at string) {
	v.Valid(at+"/country", a.Country, field.ValidCountry, "invalid_country",
		"must be an ISO 3166-1 alpha-2 code, upper case")
	v.Text(at+"/city", a.City, 1, 100)
	if a.Country == "PL" {
		v.Valid(at+"/postal_code", a.PostalCode, field.PolishPostcode.MatchString, "invalid_postal_code",
			"must be like 00-950")
	} else {
		v.Text(at+"/postal_code", a.PostalCode, 1, 16)
	}
	v.Text(at+"/street", a.Street, 0, 150)
	v.Text(at+"/building_number", a.BuildingNumber, 1, 20)
	v.Text(at+"/unit_number", a.UnitNumber, 0, 20)
	v.Text(at+"/region", a.Region, 0, 100)
}

// Complete reports whether an address can be written on an envelope; places without streets have none.
func (a Address) Complete() bool {
	return a.Country != "" && a.City != "" && a.PostalCode != "" && a.BuildingNumber != ""
}
