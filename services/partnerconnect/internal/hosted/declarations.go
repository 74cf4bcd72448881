package hosted

import pc "github.com/partnerline/partnerline/services/partnerconnect"

type declarationsView struct {
	Facts   []fact // of which the declarations are
	Hash    string // digests of what is shown
	Company bool
}

func (x *exchange) viewDeclarations() error {
	facts := x.declared(&x.o)
	x.page.Data = declarationsView{facts, x.digests(facts), x.o.Data.ApplicantType == pc.CompanyApplicant}
	return nil
}

// declared lists whom the declarations name: on whose behalf the person acts, and the beneficial owners.
func (x *exchange) declared(o *pc.Onboarding) []fact {
	s := sheet{page: x.page, hidden: hidden(o)}
	s.person(o.Data.Applicant)
	if o.Data.ApplicantType == pc.CompanyApplicant {
		s.companyFacts(o.Data.Company)
	}
	return s.facts
}

// actDeclarations takes the declarations of what the page showed.
func (x *exchange) actDeclarations() error {
	return x.change("Declare", func(o *pc.Onboarding) error {
		if err := x.unchanged(x.declared(o)); err != nil {
			return err
		}
		exposed := x.field("exposed")
		if exposed != "yes" && exposed != "no" {
			return mistake{"declarations_exposed", "exposed"}
		}
		return o.Declare(pc.Declarations{
			Evidence: x.evidence(pc.DeclarationsVersion + "/" + x.page.Lang), Exposed: exposed == "yes", OwnBehalf: x.field("own_behalf") == "yes",
			BeneficialOwners: x.field("owners") == "yes",
		})
	})
}
