package hostedflow

import (
	"slices"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// An answer is an input of this page for data that is missing, or that the operator asked for again.
type answer struct {
	code   string
	inputs []string
	store  func(d *onboarding.Data, values []string)
}

var answers = []answer{
	{
		"applicant.name", []string{"given_names", "family_name"},
		func(d *onboarding.Data, v []string) { d.Applicant.GivenNames, d.Applicant.FamilyName = v[0], v[1] },
	},
	{"payout_account.iban", []string{"iban"}, func(d *onboarding.Data, v []string) { d.PayoutAccount.IBAN = v[0] }},
	{"company.beneficial_owners", []string{"owner_given", "owner_family"}, func(d *onboarding.Data, v []string) {
		d.Company.BeneficialOwners = []onboarding.BeneficialOwner{{GivenNames: v[0], FamilyName: v[1]}}
	}},
}

// asked returns what the merchant can answer now, and the segments where only the partner can.
func asked(o *onboarding.Onboarding) (own []answer, partner []string) {
	for _, d := range withoutInvitation(requirements.Missing(*o)) {
		if i := slices.IndexFunc(answers, func(a answer) bool { return a.code == d.Code }); i >= 0 {
			own = append(own, answers[i])
		} else if !slices.Contains(partner, d.Segment) {
			partner = append(partner, d.Segment)
		}
	}
	return own, partner
}

// Asked returns the inputs for missing data that the merchant can fill in, and the segments of data that only the
// partner can provide.
func Asked(o *onboarding.Onboarding) (inputs []string, partner []string) {
	own, partner := asked(o)
	for _, a := range own {
		inputs = append(inputs, a.inputs...)
	}
	return inputs, partner
}

// Confirm stores what the merchant added, by the names of inputs, and confirms the whole. Data that was corrected for
// the operator goes back to the review.
func Confirm(o *onboarding.Onboarding, sent map[string]string, now time.Time) error {
	d := o.Data
	own, _ := asked(o)
	for _, a := range own {
		values := make([]string, len(a.inputs))
		for i, input := range a.inputs {
			if values[i] = sent[input]; values[i] == "" {
				return Mistake{"field_required", input}
			}
		}
		a.store(&d, values)
		requirements.Answered(o, a.code)
	}
	if err := signing.Review(o, d, now); err != nil {
		return err
	}
	switch missing := requirements.Missing(*o); {
	case len(withoutInvitation(missing)) > 0:
		return DataIncomplete
	case o.Status == onboarding.ActionRequired && len(missing) == 0:
		return review.Resubmit(o)
	}
	return nil
}
