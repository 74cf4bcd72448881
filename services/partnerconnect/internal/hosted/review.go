package hosted

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

// A fact is a line of the data that the merchant confirms.
type fact struct{ Key, Value string }

type reviewView struct {
	Facts   []fact
	Asked   map[string]bool // inputs that the merchant can fill
	Partner []string        // segments of what only the partner can tell
	Again   bool            // the operator asked for corrections
	Hash    string          // of what is shown
	Decline bool            // the merchant may still end it all
}

// An answer is what the merchant fills in on this page for what is missing, or for what the operator asked for again.
type answer struct {
	code   string
	inputs []string
	store  func(d *pc.Data, values []string)
}

var answers = []answer{
	{"applicant.name", []string{"given_names", "family_name"}, func(d *pc.Data, v []string) { d.Applicant.GivenNames, d.Applicant.FamilyName = v[0], v[1] }},
	{"payout_account.iban", []string{"iban"}, func(d *pc.Data, v []string) { d.PayoutAccount.IBAN = v[0] }},
	{"company.beneficial_owners", []string{"owner_given", "owner_family"}, func(d *pc.Data, v []string) {
		d.Company.BeneficialOwners = []pc.BeneficialOwner{{GivenNames: v[0], FamilyName: v[1]}}
	}},
}

// asked returns what the merchant can answer now, and the segments where only the partner can.
func asked(o *pc.Onboarding) (own []answer, partner []string) {
	for _, d := range others(pc.Missing(*o)) {
		if i := slices.IndexFunc(answers, func(a answer) bool { return a.code == d.Code }); i >= 0 {
			own = append(own, answers[i])
		} else if !slices.Contains(partner, d.Segment) {
			partner = append(partner, d.Segment)
		}
	}
	return own, partner
}

func (x *exchange) viewReview() error {
	own, partner := asked(&x.o)
	facts := x.facts(&x.o)
	v := reviewView{
		Asked: map[string]bool{}, Again: x.o.Status == pc.ActionRequired, Facts: facts, Partner: partner, Hash: hashOf(facts),
		Decline: x.open("decline"),
	}
	for _, a := range own {
		for _, i := range a.inputs {
			v.Asked[i] = true
		}
	}
	x.page.Data = v
	return nil
}

// hashOf tells whether what is confirmed is what was shown.
func hashOf(facts []fact) string {
	h := sha256.New()
	for _, f := range facts {
		fmt.Fprintf(h, "%q %q\n", f.Key, f.Value)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// facts lists what is known. Where the contact is only the holder's word, what the partner told of a person stays masked until the
// identity is verified; numbers and documents are never shown. What a register publishes of a company is no secret.
func (x *exchange) facts(o *pc.Onboarding) []fact {
	d := o.Data
	hidden := o.Flow.ContactByHolder && o.IdentityVerdict() != pc.IdentityVerified
	person := func(s string) string {
		if hidden {
			return representation.MaskName(s)
		}
		return s
	}
	business := person
	if d.ApplicantType == pc.CompanyApplicant {
		business = func(s string) string { return s }
	}
	email, phone := d.Applicant.Email, d.Applicant.Phone
	iban, website, tax := d.PayoutAccount.IBAN, d.Business.Website, d.Business.TaxID.Value
	if !hidden {
		iban = grouped(iban)
	} else {
		// One of the two may be the partner's.
		email, phone = pc.MaskEmail(email), masked(pc.CodeForPhone, phone)
		if iban != "" {
			iban = pc.MaskIBAN(iban)
		}
		if d.ApplicantType != pc.CompanyApplicant {
			website, tax = x.provided(website), x.provided(tax)
		}
	}
	var out []fact
	for _, f := range []fact{
		{"fact_name", person(strings.TrimSpace(d.Applicant.GivenNames + " " + d.Applicant.FamilyName))},
		{"fact_email", email},
		{"fact_phone", phone},
		{"fact_company", d.Company.LegalName},
		{"fact_register", strings.TrimSpace(strings.TrimPrefix(d.Company.Register.Scheme, "PL_") + " " + d.Company.Register.Number)},
		{"fact_business", business(d.Business.Name)},
		{"fact_website", website},
		{"fact_tax", tax},
		{"fact_identity", x.provided(o.Identity.NationalID.Value)},
		{"fact_iban", iban},
	} {
		if f.Value != "" {
			out = append(out, f)
		}
	}
	return out
}

// grouped writes a number in groups of four, as people compare it.
func grouped(iban string) string {
	var b strings.Builder
	for i, c := range iban {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// provided says that there is something, and not what.
func (x *exchange) provided(s string) string {
	if s == "" {
		return ""
	}
	return x.page.T("provided")
}

// actReview stores what the merchant added and confirms the whole; what was corrected for the operator goes back to the review.
func (x *exchange) actReview() error {
	return x.change("Review", func(o *pc.Onboarding) error {
		if seen := x.field("hash"); seen != hashOf(x.facts(o)) {
			return mistake{word: "review_changed"}
		}
		d := o.Data
		own, _ := asked(o)
		for _, a := range own {
			values := make([]string, len(a.inputs))
			for i, input := range a.inputs {
				if values[i] = strings.TrimSpace(x.field(input)); values[i] == "" {
					return mistake{"field_required", input}
				}
			}
			a.store(&d, values)
			o.Answered(a.code)
		}
		if err := o.Review(d, x.now); err != nil {
			return err
		}
		switch missing := pc.Missing(*o); {
		case len(others(missing)) > 0:
			return mistake{word: "review_missing"}
		case o.Status == pc.ActionRequired && len(missing) == 0:
			return o.Resubmit()
		}
		return nil
	})
}
