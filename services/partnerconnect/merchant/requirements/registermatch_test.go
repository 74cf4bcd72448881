package requirements

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// The tax number that was given is compared with the register's by its digits and letters; nothing is found while
// either is unknown.
func TestTaxNumberOfTheRegister(t *testing.T) {
	for name, c := range map[string]struct {
		scheme, registered string
		given              onboarding.TaxID
		want               string
	}{
		"the same": {"PL_KRS", "1234563218", onboarding.TaxID{Scheme: "PL_NIP", Value: "1234563218"}, ""},
		"written another way": {"PL_KRS", "PL 123-456-32-18",
			onboarding.TaxID{Scheme: "PL_NIP", Value: "1234563218"}, ""},
		"prefix of the country": {"GB_COH", "GB123456789", onboarding.TaxID{Scheme: "OTHER", Value: "123456789"}, ""},
		"lower case":            {"OTHER", "AB-12", onboarding.TaxID{Scheme: "OTHER", Value: "ab12"}, ""},
		"not given yet":         {"PL_KRS", "1234563218", onboarding.TaxID{}, ""},
		"the register has none": {"PL_KRS", "", onboarding.TaxID{Scheme: "PL_NIP", Value: "1234563218"}, ""},
		"another company's": {"PL_KRS", "5260250274", onboarding.TaxID{Scheme: "PL_NIP", Value: "1234563218"},
			"tax_id_mismatch"},
		"another under OTHER": {"PL_KRS", "5260250274", onboarding.TaxID{Scheme: "OTHER", Value: "1234563218"},
			"tax_id_mismatch"},
		"a part of the number": {"PL_KRS", "1234563218", onboarding.TaxID{Scheme: "OTHER", Value: "123456321"},
			"tax_id_mismatch"},
		"prefix of another country": {"PL_KRS", "1234563218", onboarding.TaxID{Scheme: "OTHER", Value: "DE1234563218"},
			"tax_id_mismatch"},
	} {
		t.Run(name, func(t *testing.T) {
			r := onboarding.CompanyRegister{Scheme: c.scheme, Number: "1"}
			o := onboarding.Onboarding{
				Data: onboarding.Data{ApplicantType: onboarding.CompanyApplicant,
					Company: onboarding.Company{Register: r, LegalName: "X"}, Business: onboarding.Business{TaxID: c.given}},
				Register: &onboarding.RegisterCheck{Register: r, Outcome: onboarding.RegisterFound, LegalName: "X",
					TaxID: c.registered},
			}
			if got := registerReason(&o); got != c.want || registerMatches(&o) != (c.want == "") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
