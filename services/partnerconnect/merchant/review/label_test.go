package review

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A list names a company in clear, by its register first, and anyone else masked.
func TestLabelOf(t *testing.T) {
	t.Parallel()
	ada := onboarding.Data{
		Applicant: onboarding.Applicant{GivenNames: "Ada", FamilyName: "Testowa"},
		Business:  onboarding.Business{Name: "Ada Rowery"},
		Company:   onboarding.Company{LegalName: "Rowery sp. z o.o."},
	}
	as := func(t onboarding.ApplicantType, change func(*onboarding.Onboarding)) (o onboarding.Onboarding) {
		o.Data = ada
		o.Data.ApplicantType = t
		change(&o)
		return o
	}
	nothing := func(*onboarding.Onboarding) {}
	for name, c := range map[string]struct {
		of   onboarding.Onboarding
		want Label
	}{
		"nothing known": {onboarding.Onboarding{}, Label{}},
		"a company":     {as(onboarding.CompanyApplicant, nothing), Label{Name: "Rowery sp. z o.o."}},
		"a company in a register": {as(onboarding.CompanyApplicant, func(o *onboarding.Onboarding) {
			o.Register = &onboarding.RegisterCheck{LegalName: "ROWERY SPÓŁKA Z O.O."}
		}), Label{Name: "ROWERY SPÓŁKA Z O.O."}},
		"a company that is not listed": {as(onboarding.CompanyApplicant, func(o *onboarding.Onboarding) {
			o.Register, o.Data.Company.LegalName = &onboarding.RegisterCheck{}, ""
		}), Label{Name: "A** R*****"}},
		"a sole trader": {as(onboarding.SoleTrader, nothing), Label{Name: "A** R*****"}},
		"a sole trader without a business": {as(onboarding.SoleTrader, func(o *onboarding.Onboarding) {
			o.Data.Business.Name = ""
		}), Label{Name: "A** T******"}},
		"of an unknown type": {as("", nothing), Label{Name: "A** R*****"}},
		"an account": {onboarding.Onboarding{Data: onboarding.Data{
			PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"},
		}}, Label{Account: "****2874"}},
		"an account that is to replace another": {onboarding.Onboarding{
			Data:          onboarding.Data{PayoutAccount: onboarding.PayoutAccount{IBAN: "PL61109010140000071219812874"}},
			AccountChange: &onboarding.AccountChange{Account: onboarding.PayoutAccount{IBAN: "DE89370400440532013000"}},
		}, Label{Account: "****3000", Replaced: "****2874"}},
	} {
		if got := LabelOf(c.of); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
