package review

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Who decides on a sole trader sees the business, masked; every field of it can be revealed.
func TestSubject(t *testing.T) {
	o := onboarding.Onboarding{Data: onboarding.Data{
		ApplicantType: onboarding.SoleTrader,
		Applicant: onboarding.Applicant{GivenNames: "Ada", FamilyName: "Testowa", Email: "ada@example.com",
			Phone: "+48600100200"},
		Business: onboarding.Business{
			Name: "Ada Rowery", Website: "https://rowery.example", CategoryCode: "5940", Description: "Repairs of bicycles",
			TaxID: onboarding.TaxID{Scheme: onboarding.SchemeNIP, Value: "5260250274"},
			Address: onboarding.Address{Country: "PL", City: "Warszawa", PostalCode: "00-950", Street: "Prosta",
				BuildingNumber: "1"},
		},
		PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"},
	}, AccountChange: &onboarding.AccountChange{Account: onboarding.PayoutAccount{IBAN: "DE89370400440532013000"}}}
	want := []Revealed{
		{"business_name", "A** R*****"}, {"tax_number", "***274"}, {"website", "https://rowery.example"}, {"category",
			"5940"}, {"business_description", "***"}, {"business_address", "***"},
		{"name", "A** T******"}, {"email", "a***@e***.com"}, {"phone", "***200"}, {"residential_address",
			""}, {"payout_account", "****2874"}, {"new_payout_account", "****3000"},
	}
	if got := Subject(o); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for i, f := range Reveal(o, []string{"business_name", "tax_number", "website", "category", "business_description",
		"business_address"}) {
		if clear := []string{"Ada Rowery", "5260250274", "https://rowery.example", "5940", "Repairs of bicycles",
			"Prosta 1, 00-950 Warszawa, PL"}[i]; f.Value != clear {
			t.Errorf("%s is revealed as %q, want %q", f.Field, f.Value, clear)
		}
	}
	for _, f := range Subject(onboarding.Onboarding{}) {
		if f.Value != "" {
			t.Errorf("%s of one that was erased is %q", f.Field, f.Value)
		}
	}
}
