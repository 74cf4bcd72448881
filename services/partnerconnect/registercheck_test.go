package partnerconnect

import "testing"

// The tax number that was given is compared with the register's by its digits and letters; nothing is found while either is unknown.
func TestTaxNumberOfTheRegister(t *testing.T) {
	for name, c := range map[string]struct {
		scheme, registered string
		given              TaxID
		want               string
	}{
		"the same":                  {"PL_KRS", "1234563218", TaxID{"PL_NIP", "1234563218"}, ""},
		"written another way":       {"PL_KRS", "PL 123-456-32-18", TaxID{"PL_NIP", "1234563218"}, ""},
		"prefix of the country":     {"GB_COH", "GB123456789", TaxID{"OTHER", "123456789"}, ""},
		"lower case":                {"OTHER", "AB-12", TaxID{"OTHER", "ab12"}, ""},
		"not given yet":             {"PL_KRS", "1234563218", TaxID{}, ""},
		"the register has none":     {"PL_KRS", "", TaxID{"PL_NIP", "1234563218"}, ""},
		"another company's":         {"PL_KRS", "5260250274", TaxID{"PL_NIP", "1234563218"}, "tax_id_mismatch"},
		"another under OTHER":       {"PL_KRS", "5260250274", TaxID{"OTHER", "1234563218"}, "tax_id_mismatch"},
		"a part of the number":      {"PL_KRS", "1234563218", TaxID{"OTHER", "123456321"}, "tax_id_mismatch"},
		"prefix of another country": {"PL_KRS", "1234563218", TaxID{"OTHER", "DE1234563218"}, "tax_id_mismatch"},
	} {
		t.Run(name, func(t *testing.T) {
			r := CompanyRegister{Scheme: c.scheme, Number: "1"}
			o := Onboarding{
				Data:     Data{ApplicantType: CompanyApplicant, Company: Company{Register: r, LegalName: "X"}, Business: Business{TaxID: c.given}},
				Register: &RegisterCheck{Register: r, Outcome: RegisterFound, LegalName: "X", TaxID: c.registered},
			}
			if got := o.registerReason(); got != c.want || o.registerMatches() != (c.want == "") {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
