package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

type declarationsView struct {
	Facts   []hostedflow.Fact // of which the declarations are
	Hash    hostedflow.Shown  // digests of what is shown
	Company bool
}

func viewDeclarations(x *exchange) (any, error) {
	o := &x.visit.Onboarding
	facts := hostedflow.DeclaredFacts(o, x.page.T)
	return declarationsView{facts, x.show(facts), o.Data.ApplicantType == onboarding.CompanyApplicant}, nil
}

// actDeclarations takes the declarations of what the page showed.
func actDeclarations(x *exchange) (string, error) {
	d := usecase.Declaration{OwnBehalf: x.field("own_behalf") == "yes", BeneficialOwners: x.field("owners") == "yes"}
	if answer := x.field("exposed"); answer == "yes" || answer == "no" {
		exposed := answer == "yes"
		d.Exposed = &exposed
	}
	return "", x.h.flow.Declare(x.Context(), &x.visit, hostedflow.Shown(x.field("hash")), d)
}
