package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

type declarationsView struct {
	Facts   []fact // of which the declarations are
	Hash    string // digests of what is shown
	Company bool
}

func (x *exchange) viewDeclarations() error {
	facts := x.declared(&x.o)
	x.page.Data = declarationsView{facts, x.digests(facts), x.o.Data.ApplicantType == onboarding.CompanyApplicant}
	return nil
}

// declared lists whom the declarations name: on whose behalf the person acts, and the beneficial owners.
func (x *exchange) declared(o *onboarding.Onboarding) []fact {
	s := sheet{page: x.page, hidden: hidden(o)}
	s.person(o.Data.Applicant)
	if o.Data.ApplicantType == onboarding.CompanyApplicant {
		s.companyFacts(o.Data.Company)
	}
	return s.facts
}

// actDeclarations takes the declarations of what the page showed.
func (x *exchange) actDeclarations() error {
	return x.change("Declare", func(o *onboarding.Onboarding) error {
		if err := x.unchanged(x.declared(o)); err != nil {
			return err
		}
		exposed := x.field("exposed")
		if exposed != "yes" && exposed != "no" {
			return mistake{"declarations_exposed", "exposed"}
		}
		return signing.Declare(o, onboarding.Declarations{
			Evidence: x.evidence(signing.DeclarationsVersion + "/" + x.page.Lang), Exposed: exposed == "yes", OwnBehalf: x.field("own_behalf") == "yes",
			BeneficialOwners: x.field("owners") == "yes",
		})
	})
}
