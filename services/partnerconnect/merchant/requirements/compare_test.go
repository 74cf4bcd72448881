package requirements

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

func TestCompare(t *testing.T) {
	entry := onboarding.CompanyRegister{Scheme: onboarding.SchemeKRS, Number: "0000123456"}
	company := func(name, taxID string, r *onboarding.RegisterCheck) *onboarding.Onboarding {
		o := &onboarding.Onboarding{Register: r}
		o.Data.ApplicantType = onboarding.CompanyApplicant
		o.Data.Company = onboarding.Company{Register: entry, LegalName: name}
		o.Data.Business.TaxID = onboarding.TaxID{Value: taxID}
		return o
	}
	found := &onboarding.RegisterCheck{Register: entry, Outcome: onboarding.RegisterFound, LegalName: "KREDA SP. Z O.O.",
		TaxID: "5260250274"}
	for _, c := range []struct {
		name  string
		of    *onboarding.Onboarding
		agree []bool // number, name, tax number
	}{
		{"not asked", company("Kreda", "", nil), nil},
		{"the same in other words", company("Kreda spółka z ograniczoną odpowiedzialnością", "PL 526-025-02-74", found),
			[]bool{true, true, true}},
		{"another name", company("Pisak sp. z o.o.", "5260250274", found), []bool{true, false, true}},
		{"another tax number", company("Kreda sp. z o.o.", "7740001454", found), []bool{true, true, false}},
		{"not listed", company("Kreda", "1",
			&onboarding.RegisterCheck{Register: entry, Outcome: onboarding.RegisterNotListed}), []bool{true, true, true}},
		{"asked about another", company("Kreda sp. z o.o.", "",
			&onboarding.RegisterCheck{Outcome: onboarding.RegisterFound, LegalName: "KREDA SP. Z O.O."}),
			[]bool{false, true, true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []bool
			for _, x := range Compare(c.of) {
				got = append(got, x.Agrees)
			}
			if !slices.Equal(got, c.agree) {
				t.Errorf("%v", Compare(c.of))
			}
		})
	}
}
