package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

type reviewView struct {
	Facts   []hostedflow.Fact
	Asked   map[string]bool  // inputs that the merchant can fill
	Partner []string         // segments of what only the partner can provide
	Again   bool             // the operator asked for corrections
	Hash    hostedflow.Shown // digests of what is shown
	Correct bool             // the merchant may correct what is shown
	Decline bool             // the merchant may still end the onboarding
}

func viewReview(x *exchange) (any, error) {
	v := &x.visit
	facts := hostedflow.Facts(&v.Onboarding, x.page.T)
	own, partner := hostedflow.Asked(&v.Onboarding)
	view := reviewView{
		Asked: map[string]bool{}, Again: v.Onboarding.Status == onboarding.ActionRequired, Facts: facts, Partner: partner, Hash: x.show(facts),
		Correct: v.Open(hostedflow.StepCorrect), Decline: v.Open(hostedflow.StepDecline),
	}
	for _, input := range own {
		view.Asked[input] = true
	}
	return view, nil
}

// actReview confirms the data; what was corrected for the operator goes back to the review.
func actReview(x *exchange) (string, error) {
	return "", x.h.flow.ConfirmData(x.Context(), &x.visit, hostedflow.Shown(x.field("hash")), x.trimmed())
}
