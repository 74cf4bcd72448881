package partnerconnect

import (
	"slices"
	"strings"
	"testing"
)

var (
	common   = []string{"applicant.name", "applicant.email", "applicant.phone"}
	identity = []string{"identity.national_id", "identity.document", "identity.residential_address", "identity.place_of_birth", "identity.citizenships"}
	business = []string{"business.description_or_website", "business.category"}
	trader   = []string{"business.tax_id", "business.address"}
	company  = []string{"company.register_number", "company.legal_name", "company.register_match", "company.beneficial_owners"}
	payout   = []string{"payout_account.iban"}
)

func TestMissing(t *testing.T) {
	full := Data{
		Applicant: Applicant{GivenNames: "Jan", FamilyName: "Kowalski", Email: "jan@example.pl", Phone: "+48600100200"},
		Business: Business{
			Website: "https://shop.example", CategoryCode: "5732", TaxID: TaxID{"PL_NIP", "1234563218"},
			Address: Address{Country: "PL", City: "Warszawa", PostalCode: "00-950", BuildingNumber: "1"},
		},
		Company: Company{
			Register: CompanyRegister{"PL_KRS", "0000123456"}, LegalName: "Sklep", BeneficialOwners: []BeneficialOwner{{GivenNames: "Jan", FamilyName: "Kowalski"}},
		},
		PayoutAccount: PayoutAccount{IBAN: registryIBANs[0]},
	}
	for name, c := range map[string]struct {
		data   Data
		typ    ApplicantType
		status Status
		want   [][]string
	}{
		"nothing known":                 {Data{}, "", Draft, [][]string{{"applicant.type"}, common, business, payout}},
		"natural person, nothing":       {Data{}, NaturalPerson, Draft, [][]string{common, identity, business, payout}},
		"sole trader, nothing":          {Data{}, SoleTrader, Draft, [][]string{common, identity, business, trader, payout}},
		"company, structure not known":  {Data{}, CompanyApplicant, Draft, [][]string{common, business, trader, company, payout, {"representation.decision"}}},
		"natural person, all that goes": {full, NaturalPerson, Draft, [][]string{identity}},
		"sole trader, all that goes":    {full, SoleTrader, Draft, [][]string{identity}},
		"company, all that goes":        {full, CompanyApplicant, Draft, [][]string{{"company.register_match", "representation.decision"}}},
		"no type, all that goes":        {full, "", Draft, [][]string{{"applicant.type"}}},
		"active":                        {full, NaturalPerson, Active, [][]string{identity}},
		"rejected":                      {Data{}, SoleTrader, Rejected, nil},
		"cancelled":                     {Data{}, SoleTrader, Cancelled, nil},
		"expired":                       {Data{}, SoleTrader, Expired, nil},
	} {
		c.data.ApplicantType = c.typ
		got := Missing(Onboarding{Status: c.status, Data: c.data})
		if got == nil {
			t.Errorf("%s: nil, want an empty list", name)
		}
		var codes []string
		for _, d := range got {
			codes = append(codes, d.Code)
		}
		if want := slices.Concat(c.want...); !slices.Equal(codes, want) {
			t.Errorf("%s:\n got %v\nwant %v", name, codes, want)
		}
	}
}

// Half of a datum is none of it.
func TestMissingParts(t *testing.T) {
	for code, d := range map[string]Data{
		"applicant.name":          {Applicant: Applicant{GivenNames: "Jan"}},
		"business.address":        {Business: Business{Address: Address{Country: "PL", City: "Warszawa"}}},
		"company.register_number": {Company: Company{Register: CompanyRegister{Scheme: "PL_KRS"}}},
		"payout_account.iban":     {PayoutAccount: PayoutAccount{HolderName: "Jan Kowalski"}},
	} {
		d.ApplicantType = CompanyApplicant
		if !slices.ContainsFunc(Missing(Onboarding{Status: Draft, Data: d}), func(m Detail) bool { return m.Code == code }) {
			t.Errorf("%s is not missing", code)
		}
	}
}

func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Catalogue {
		if seen[r.Code] {
			t.Errorf("%s stands twice", r.Code)
		}
		seen[r.Code] = true
		if !strings.HasPrefix(r.Code, r.Segment+".") && !strings.HasPrefix(r.Code, r.Segment+":") || r.Segment == "" {
			t.Errorf("%s: segment %q", r.Code, r.Segment)
		}
		if len(r.Fields) == 0 || r.of == 0 || r.has == nil {
			t.Errorf("%s is not complete", r.Code)
		}
		if (r.ResolvableBy == ByMerchant) != (r.Operation == "") {
			t.Errorf("%s: resolvable by %s through %q", r.Code, r.ResolvableBy, r.Operation)
		}
	}
	// What Missing returns is the caller's to change.
	Missing(Onboarding{Status: Draft})[0].Fields[0] = "/changed"
	if Catalogue[0].Fields[0] == "/changed" {
		t.Error("the catalogue can be changed through Missing")
	}
}
