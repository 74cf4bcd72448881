package partnerconnect

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

func (b Business) check(v *violations, at string) {
	v.text(at+"/name", b.Name, 1, 255)
	if b.Website != "" {
		if u := parseURL(b.Website); u == nil || u.Scheme != "https" && u.Scheme != "http" {
			v.add(at+"/website", "invalid_url", "must be an http or https URL of at most 2048 bytes")
		}
	}
	v.prose(at+"/description", b.Description, 10, 1000)
	v.valid(at+"/category_code", b.CategoryCode, categoryCode.MatchString, "invalid_category_code", "must be a merchant category code of four digits")
	b.TaxID.check(v, at+"/tax_id")
	b.Address.check(v, at+"/address")
}

func (x TaxID) check(v *violations, at string) {
	if (x.Scheme == "") != (x.Value == "") {
		v.add(at, "incomplete", "must have both scheme and value")
	}
	oneOf(v, at+"/scheme", x.Scheme, SchemeNIP, SchemeOther)
	switch x.Scheme {
	case SchemeNIP:
		v.valid(at+"/value", x.Value, validNIP, "invalid_nip", "must be ten digits with a valid check digit")
	case SchemeOther:
		v.valid(at+"/value", x.Value, otherNumber.MatchString, "invalid_tax_id", "must be 1 to 32 letters, digits or -")
	}
}

func (a Address) check(v *violations, at string) {
	v.valid(at+"/country", a.Country, validCountry, "invalid_country", "must be an ISO 3166-1 alpha-2 code, upper case")
	v.text(at+"/city", a.City, 1, 100)
	if a.Country == "PL" {
		v.valid(at+"/postal_code", a.PostalCode, polishPostcode.MatchString, "invalid_postal_code", "must be like 00-950")
	} else {
		v.text(at+"/postal_code", a.PostalCode, 1, 16)
	}
	v.text(at+"/street", a.Street, 0, 150)
	v.text(at+"/building_number", a.BuildingNumber, 1, 20)
	v.text(at+"/unit_number", a.UnitNumber, 0, 20)
	v.text(at+"/region", a.Region, 0, 100)
}
