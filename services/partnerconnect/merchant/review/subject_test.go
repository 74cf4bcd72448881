package review

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
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

// Who decides on a sole trader sees what was given next to what the register has, masked. The name of another owner is
// not kept.
func TestCompareSoleTrader(t *testing.T) {
	t.Parallel()
	const number, name = "***274", "A** T******"
	for outcome, want := range map[onboarding.RegisterOutcome][2]requirements.Comparison{
		onboarding.RegisterFound:        {{Registered: number, Agrees: true}, {Registered: name, Agrees: true}},
		onboarding.RegisterProceedings:  {{Registered: number, Agrees: true}, {Registered: name, Agrees: true}},
		onboarding.RegisterOwnerDiffers: {{Registered: number, Agrees: true}, {}},
		onboarding.RegisterInactive:     {{Registered: number, Agrees: true}, {Agrees: true}},
		onboarding.RegisterNotListed:    {{Agrees: true}, {Agrees: true}},
		onboarding.RegisterOutdated:     {{Agrees: true}, {Agrees: true}},
	} {
		t.Run(string(outcome), func(t *testing.T) {
			t.Parallel()
			o := onboarding.Onboarding{Data: onboarding.Data{
				ApplicantType: onboarding.SoleTrader,
				Applicant:     onboarding.Applicant{GivenNames: "Ada", FamilyName: "Testowa"},
				Business:      onboarding.Business{TaxID: onboarding.TaxID{Scheme: onboarding.SchemeNIP, Value: "5260250274"}},
			}}
			if got := Compare(o); got != nil {
				t.Errorf("before the register was asked: %v", got)
			}
			o.Register = &onboarding.RegisterCheck{Outcome: outcome}
			want[0].Field, want[0].Given = "/business/tax_id/value", number
			want[1].Field, want[1].Given = "/applicant", name
			if got := Compare(o); !slices.Equal(got, want[:]) {
				t.Errorf("%v, want %v", got, want)
			}
		})
	}
}
