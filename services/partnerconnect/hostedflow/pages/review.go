package pages

import (
	"slices"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/review"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

type reviewView struct {
	Facts   []fact
	Asked   map[string]bool // inputs that the merchant can fill
	Partner []string        // segments of what only the partner can tell
	Again   bool            // the operator asked for corrections
	Hash    string          // digests of what is shown
	Correct bool            // the merchant may correct what is shown
	Decline bool            // the merchant may still end it all
}

// An answer is what the merchant fills in on this page for what is missing, or for what the operator asked for again.
type answer struct {
	code   string
	inputs []string
	store  func(d *onboarding.Data, values []string)
}

var answers = []answer{
	{"applicant.name", []string{"given_names", "family_name"}, func(d *onboarding.Data, v []string) { d.Applicant.GivenNames, d.Applicant.FamilyName = v[0], v[1] }},
	{"payout_account.iban", []string{"iban"}, func(d *onboarding.Data, v []string) { d.PayoutAccount.IBAN = v[0] }},
	{"company.beneficial_owners", []string{"owner_given", "owner_family"}, func(d *onboarding.Data, v []string) {
		d.Company.BeneficialOwners = []onboarding.BeneficialOwner{{GivenNames: v[0], FamilyName: v[1]}}
	}},
}

// asked returns what the merchant can answer now, and the segments where only the partner can.
func asked(o *onboarding.Onboarding) (own []answer, partner []string) {
	for _, d := range others(requirements.Missing(*o)) {
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
		Asked: map[string]bool{}, Again: x.o.Status == onboarding.ActionRequired, Facts: facts, Partner: partner, Hash: x.digests(facts),
		Correct: x.open("correct"), Decline: x.open("decline"),
	}
	for _, a := range own {
		for _, i := range a.inputs {
			v.Asked[i] = true
		}
	}
	x.page.Data = v
	return nil
}

// actReview stores what the merchant added and confirms the whole; what was corrected for the operator goes back to the review.
func (x *exchange) actReview() error {
	return x.change("Review", func(o *onboarding.Onboarding) error {
		if err := x.unchanged(x.facts(o)); err != nil {
			return err
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
			requirements.Answered(o, a.code)
		}
		if err := signing.Review(o, d, x.now); err != nil {
			return err
		}
		switch missing := requirements.Missing(*o); {
		case len(others(missing)) > 0:
			return mistake{word: "review_missing"}
		case o.Status == onboarding.ActionRequired && len(missing) == 0:
			return review.Resubmit(o)
		}
		return nil
	})
}
