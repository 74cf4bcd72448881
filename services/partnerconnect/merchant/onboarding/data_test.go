package onboarding

import (
	"fmt"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

func TestCheckData(t *testing.T) {
	channel := access.Channel{ReturnOrigins: []string{"https://partner.example", "https://partner.example:8443"}}
	many := map[string]string{}
	for i := range 21 {
		many[fmt.Sprint(i)] = ""
	}
	for name, c := range map[string]struct {
		data Data
		want string // field and code of each violation
	}{
		"nothing": {Data{}, ""},
		"everything": {Data{
			ApplicantType: CompanyApplicant,
			Applicant:     Applicant{"Jan Maria", "Kowalski-Nowak", "jan@example.pl", "+48600100200", "pl-PL"},
			Business: Business{
				Name: "Sklep", Website: "https://shop.example/a?b=c", Description: "Rowery i części\ndo rowerów",
				CategoryCode: "5940",
				TaxID:        TaxID{"PL_NIP", "1234563218"},
				Address:      Address{"PL", "Warszawa", "00-950", "Prosta", "1A", "7", "mazowieckie"},
			},
			Company: Company{
				Register: CompanyRegister{"PL_KRS", "0000123456"}, LegalName: "Sklep sp. z o.o.",
				BeneficialOwners: []BeneficialOwner{{"Jan", "Kowalski", "1980-02-29", []string{"PL", "DE"}}},
			},
			PayoutAccount: PayoutAccount{"pl61 1090 1014 0000 0712 1981 2874", "Jan Kowalski"},
			ReturnURL:     "https://Partner.example/back?x=1",
			Metadata:      map[string]string{"a": "", strings.Repeat("ż", 40): strings.Repeat("ż", 500)},
		}, ""},
		"type": {Data{ApplicantType: "person"}, "/applicant_type unknown_value"},
		"name too long": {
			Data{Applicant: Applicant{GivenNames: strings.Repeat("a", 101)}}, "/applicant/given_names too_long",
		},
		"name of 100 letters": {Data{Applicant: Applicant{GivenNames: strings.Repeat("ż", 100)}}, ""},
		"name with line break": {
			Data{Applicant: Applicant{FamilyName: "Kowal\nski"}}, "/applicant/family_name control_characters",
		},
		"blank name": {Data{Applicant: Applicant{FamilyName: "  "}}, "/applicant/family_name blank"},
		"email, phone, locale": {
			Data{Applicant: Applicant{Email: "x", Phone: "60010020", Locale: "polski!"}},
			"/applicant/email invalid_email, /applicant/phone invalid_phone, /applicant/locale invalid_locale",
		},
		"website":              {Data{Business: Business{Website: "javascript:alert(1)"}}, "/business/website invalid_url"},
		"website without host": {Data{Business: Business{Website: "https:///x"}}, "/business/website invalid_url"},
		"website with user":    {Data{Business: Business{Website: "https://a@b.example"}}, "/business/website invalid_url"},
		"short description":    {Data{Business: Business{Description: "Rowery"}}, "/business/description too_short"},
		"category": {Data{Business: Business{CategoryCode: "573"}},
			"/business/category_code invalid_category_code"},
		"NIP": {Data{Business: Business{TaxID: TaxID{"PL_NIP", "1234563219"}}},
			"/business/tax_id/value invalid_nip"},
		"tax id without value":  {Data{Business: Business{TaxID: TaxID{"PL_NIP", ""}}}, "/business/tax_id incomplete"},
		"tax id without scheme": {Data{Business: Business{TaxID: TaxID{"", "1"}}}, "/business/tax_id incomplete"},
		"tax scheme": {Data{Business: Business{TaxID: TaxID{"NIP", "1234563218"}}},
			"/business/tax_id/scheme unknown_value"},
		"other tax id": {Data{Business: Business{TaxID: TaxID{"OTHER", "a b"}}},
			"/business/tax_id/value invalid_tax_id"},
		"country": {Data{Business: Business{Address: Address{Country: "pl"}}},
			"/business/address/country invalid_country"},
		"country of blanks": {Data{Business: Business{Address: Address{Country: "  "}}},
			"/business/address/country invalid_country"},
		"Polish postcode": {Data{Business: Business{Address: Address{Country: "PL", PostalCode: "00950"}}},
			"/business/address/postal_code invalid_postal_code"},
		"other postcode": {Data{Business: Business{Address: Address{Country: "GB", PostalCode: "SW1A 1AA"}}}, ""},
		"KRS": {Data{Company: Company{Register: CompanyRegister{"PL_KRS", "123"}}},
			"/company/register/number invalid_register_number"},
		"register scheme": {Data{Company: Company{Register: CompanyRegister{"KRS", "123"}}},
			"/company/register/scheme unknown_value"},
		"owner without name": {Data{Company: Company{BeneficialOwners: []BeneficialOwner{{}}}},
			"/company/beneficial_owners/0/given_names required, /company/beneficial_owners/0/family_name required"},
		"owner of tomorrow": {Data{Company: Company{BeneficialOwners: []BeneficialOwner{{"A", "B", "2026-11-21", nil}}}},
			"/company/beneficial_owners/0/date_of_birth invalid_date"},
		"owner of 30 February": {Data{Company: Company{BeneficialOwners: []BeneficialOwner{{"A", "B", "1980-02-30", nil}}}},
			"/company/beneficial_owners/0/date_of_birth invalid_date"},
		"owner's citizenships": {Data{Company: Company{BeneficialOwners: []BeneficialOwner{{"A", "B", "",
			[]string{"PL", "PL", "XX"}}}}},
			"/company/beneficial_owners/0/citizenships/1 duplicate, /company/beneficial_owners/0/citizenships/2 " +
				"invalid_country"},
		"too many owners": {Data{Company: Company{BeneficialOwners: make([]BeneficialOwner, 21)}},
			"/company/beneficial_owners too_many"},
		"IBAN": {Data{PayoutAccount: PayoutAccount{IBAN: "PL62109010140000071219812874"}},
			"/payout_account/iban invalid_iban"},
		"return over http":        {Data{ReturnURL: "http://partner.example/"}, "/return_url invalid_url"},
		"return elsewhere":        {Data{ReturnURL: "https://evil.example/"}, "/return_url url_not_allowed"},
		"return to a subdomain":   {Data{ReturnURL: "https://x.partner.example/"}, "/return_url url_not_allowed"},
		"return to a longer name": {Data{ReturnURL: "https://partner.example.evil.example/"}, "/return_url url_not_allowed"},
		"return behind user info": {Data{ReturnURL: "https://partner.example@evil.example/"}, "/return_url invalid_url"},
		"return with backslash":   {Data{ReturnURL: `https://evil.example\@partner.example/`}, "/return_url invalid_url"},
		"return to default port":  {Data{ReturnURL: "https://partner.example:443/"}, ""},
		"return to another port":  {Data{ReturnURL: "https://partner.example:444/"}, "/return_url url_not_allowed"},
		"return to a listed port": {Data{ReturnURL: "https://partner.example:8443/"}, ""},
		"metadata, 21 keys":       {Data{Metadata: many}, "/metadata too_many"},
		"metadata, long key":      {Data{Metadata: map[string]string{strings.Repeat("k", 41): ""}}, "/metadata invalid_key"},
		"metadata, long value": {Data{Metadata: map[string]string{"a/b": strings.Repeat("v", 501)}},
			"/metadata/a~1b too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, v := range c.data.Check(channel, testTime) {
				got = append(got, v.Field+" "+v.Code)
				if v.Message == "" {
					t.Error("no message")
				}
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("%s:\n got %s\nwant %s", name, s, c.want)
			}
		})
	}
	d := Data{PayoutAccount: PayoutAccount{IBAN: "pl61 1090 1014 0000 0712 1981 2874"}}
	d.Check(channel, testTime)
	if d.PayoutAccount.IBAN != "PL61109010140000071219812874" {
		t.Error("the IBAN is not brought into its normal form")
	}
}
