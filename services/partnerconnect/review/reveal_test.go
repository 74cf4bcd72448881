package review

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

func TestReveal(t *testing.T) {
	o := onboarding.Onboarding{
		Data: onboarding.Data{
			Applicant:     onboarding.Applicant{GivenNames: "Kanarina", FamilyName: "Testowa", Email: "k@example.com", Phone: "+48600100200"},
			PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"},
		},
		Identity: onboarding.Identity{
			NationalID: onboarding.NationalID{Value: "80123112345"}, Document: onboarding.IdentityDocument{Type: "passport", Number: "ZS0000177", IssuingCountry: "PL"},
			Residence: onboarding.Address{Country: "PL", City: "Warszawa", PostalCode: "00-950", Street: "Prosta", BuildingNumber: "1", UnitNumber: "2"}, DateOfBirth: "1980-12-31",
		},
	}
	want := []Revealed{
		{"national_id", "80123112345"}, {"name", "Kanarina Testowa"}, {"email", "k@example.com"}, {"phone", "+48600100200"}, {"date_of_birth", "1980-12-31"},
		{"residential_address", "Prosta 1/2, 00-950 Warszawa, PL"}, {"identity_document", "passport ZS0000177 PL"}, {"payout_account", "PL61109010140000071219812874"},
	}
	fields := make([]string, len(want))
	for i, f := range want {
		fields[i] = f.Field
	}
	if got := Reveal(o, fields); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	for _, f := range Reveal(onboarding.Onboarding{}, fields) {
		if f.Value != "" {
			t.Errorf("%s of one that was erased is %q", f.Field, f.Value)
		}
	}
	if got := Reveal(o, []string{"phone"}); len(got) != 1 {
		t.Errorf("%v, although the phone alone was asked for", got)
	}
}
