package requirements

import (
	"slices"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

var (
	common   = []string{"applicant.name", "applicant.email", "applicant.phone"}
	identity = []string{"identity.national_id", "identity.document", "identity.residential_address",
		"identity.place_of_birth", "identity.citizenships"}
	business = []string{"business.description_or_website", "business.category"}
	trader   = []string{"business.tax_id", "business.address"}
	company  = []string{"company.register_number", "company.legal_name", "company.register_match",
		"company.beneficial_owners"}
	payout = []string{"payout_account.iban"}
)

func TestMissing(t *testing.T) {
	full := onboarding.Data{
		Applicant: onboarding.Applicant{GivenNames: "Jan", FamilyName: "Kowalski", Email: "jan@example.pl",
			Phone: "+48600100200"},
		Business: onboarding.Business{
			Website: "https://shop.example", CategoryCode: "5732",
			TaxID:   onboarding.TaxID{Scheme: "PL_NIP", Value: "1234563218"},
			Address: onboarding.Address{Country: "PL", City: "Warszawa", PostalCode: "00-950", BuildingNumber: "1"},
		},
		Company: onboarding.Company{
			Register: onboarding.CompanyRegister{Scheme: "PL_KRS", Number: "0000123456"}, LegalName: "Sklep",
			BeneficialOwners: []onboarding.BeneficialOwner{{GivenNames: "Jan", FamilyName: "Kowalski"}},
		},
		PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"},
	}
	for name, c := range map[string]struct {
		data   onboarding.Data
		typ    onboarding.ApplicantType
		status onboarding.Status
		want   [][]string
	}{
		"nothing known": {onboarding.Data{}, "", onboarding.Draft,
			[][]string{{"applicant.type"}, common, business, payout}},
		"natural person, nothing": {onboarding.Data{}, onboarding.NaturalPerson, onboarding.Draft,
			[][]string{common, identity, business, payout}},
		"sole trader, nothing": {onboarding.Data{}, onboarding.SoleTrader, onboarding.Draft,
			[][]string{common, identity, business, trader, payout}},
		"company, structure not known": {onboarding.Data{}, onboarding.CompanyApplicant, onboarding.Draft,
			[][]string{common, business, trader, company, payout, {"representation.decision"}}},
		"natural person, all that goes": {full, onboarding.NaturalPerson, onboarding.Draft, [][]string{identity}},
		"sole trader, all that goes":    {full, onboarding.SoleTrader, onboarding.Draft, [][]string{identity}},
		"company, all that goes": {full, onboarding.CompanyApplicant, onboarding.Draft,
			[][]string{{"company.register_match", "representation.decision"}}},
		"no type, all that goes": {full, "", onboarding.Draft, [][]string{{"applicant.type"}}},
		"active":                 {full, onboarding.NaturalPerson, onboarding.Active, [][]string{identity}},
		"rejected":               {onboarding.Data{}, onboarding.SoleTrader, onboarding.Rejected, nil},
		"cancelled":              {onboarding.Data{}, onboarding.SoleTrader, onboarding.Cancelled, nil},
		"expired":                {onboarding.Data{}, onboarding.SoleTrader, onboarding.Expired, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c.data.ApplicantType = c.typ
			got := Missing(onboarding.Onboarding{Status: c.status, Data: c.data})
			if got == nil {
				t.Error("nil, want an empty list")
			}
			var codes []string
			for _, d := range got {
				codes = append(codes, d.Code)
			}
			if want := slices.Concat(c.want...); !slices.Equal(codes, want) {
				t.Errorf("%s:\n got %v\nwant %v", name, codes, want)
			}
		})
	}
}

// Half of a datum is none of it.
func TestMissingParts(t *testing.T) {
	for code, d := range map[string]onboarding.Data{
		"applicant.name": {Applicant: onboarding.Applicant{GivenNames: "Jan"}},
		"business.address": {Business: onboarding.Business{Address: onboarding.Address{Country: "PL",
			City: "Warszawa"}}},
		"company.register_number": {Company: onboarding.Company{Register: onboarding.CompanyRegister{Scheme: "PL_KRS"}}},
		"payout_account.iban":     {PayoutAccount: onboarding.PayoutAccount{HolderName: "Jan Kowalski"}},
	} {
		t.Run(code, func(t *testing.T) {
			d.ApplicantType = onboarding.CompanyApplicant
			if !slices.ContainsFunc(Missing(onboarding.Onboarding{Status: onboarding.Draft, Data: d}),
				func(m Detail) bool { return m.Code == code }) {
				t.Errorf("%s is not missing", code)
			}
		})
	}
}

func TestCatalogueOfRequirements(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Catalogue {
		if seen[r.Code] {
			t.Errorf("%s is there twice", r.Code)
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
	Missing(onboarding.Onboarding{Status: onboarding.Draft})[0].Fields[0] = "/changed"
	if Catalogue[0].Fields[0] == "/changed" {
		t.Error("the catalogue can be changed through Missing")
	}
}
