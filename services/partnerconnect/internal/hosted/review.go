package hosted

import (
	"strings"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// A fact is a line of the data that the merchant confirms.
type fact struct{ Key, Value string }

type reviewView struct {
	Facts   []fact
	Asked   map[string]bool // inputs that the merchant can fill
	Partner []string        // codes that only the partner can resolve
	Again   bool            // the operator asked for corrections
}

// merchantCodes are what is missing that the merchant fills in on this page, and the inputs for it.
var merchantCodes = map[string][]string{
	"applicant.name": {"given_names", "family_name"}, "payout_account.iban": {"iban"}, "company.beneficial_owners": {"owner_given", "owner_family"},
}

func (x *exchange) viewReview() error {
	v := reviewView{Asked: map[string]bool{}, Again: x.o.Status == pc.ActionRequired, Facts: x.facts()}
	for _, d := range others(pc.Missing(x.o)) {
		inputs, own := merchantCodes[d.Code]
		if !own {
			v.Partner = append(v.Partner, d.Code)
		}
		for _, i := range inputs {
			v.Asked[i] = true
		}
	}
	x.page.Data = v
	return nil
}

// facts lists what is known. Where the contact is only the holder's word, names and account stay masked until the identity is
// verified; numbers and documents are never shown.
func (x *exchange) facts() []fact {
	d := x.o.Data
	name, iban := strings.TrimSpace(d.Applicant.GivenNames+" "+d.Applicant.FamilyName), d.PayoutAccount.IBAN
	email, phone := d.Applicant.Email, d.Applicant.Phone
	if x.o.Flow.ContactByHolder && (x.o.Flow.Verification == nil || x.o.Flow.Verification.Status != "completed") {
		name, iban = representation.MaskName(name), pc.MaskIBAN(iban)
	}
	var out []fact
	add := func(key, value string) {
		if value != "" {
			out = append(out, fact{key, value})
		}
	}
	add("fact_name", name)
	add("fact_email", email)
	add("fact_phone", phone)
	add("fact_company", d.Company.LegalName)
	add("fact_register", strings.TrimSpace(d.Company.Register.Scheme+" "+d.Company.Register.Number))
	add("fact_business", d.Business.Name)
	add("fact_website", d.Business.Website)
	add("fact_tax", d.Business.TaxID.Value)
	if x.o.Identity.NationalID.Value != "" {
		add("fact_identity", x.page.T("provided"))
	}
	if iban != "" && d.PayoutAccount.IBAN != "" {
		add("fact_iban", iban)
	}
	return out
}

// actReview stores what the merchant added and confirms the whole; what was corrected for the operator goes back to the review.
func (x *exchange) actReview() error {
	return x.change("Review", func(o *pc.Onboarding) error {
		d := o.Data
		fill := func(to *string, name string) {
			if v := strings.TrimSpace(x.field(name)); v != "" && *to == "" {
				*to = v
			}
		}
		fill(&d.Applicant.GivenNames, "given_names")
		fill(&d.Applicant.FamilyName, "family_name")
		fill(&d.PayoutAccount.IBAN, "iban")
		if given, family := strings.TrimSpace(x.field("owner_given")), strings.TrimSpace(x.field("owner_family")); given != "" && len(d.Company.BeneficialOwners) == 0 {
			d.Company.BeneficialOwners = []pc.BeneficialOwner{{GivenNames: given, FamilyName: family}}
		}
		if err := o.Review(d, x.now); err != nil {
			return err
		}
		if len(others(pc.Missing(*o))) > 0 {
			return mistake("review_missing")
		}
		if o.Status == pc.ActionRequired {
			return o.Resubmit()
		}
		return nil
	})
}
