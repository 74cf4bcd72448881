package hosted

import pc "github.com/partnerline/partnerline/services/partnerconnect"

func (x *exchange) viewDeclarations() error {
	x.page.Data = x.o.Data.ApplicantType == pc.CompanyApplicant
	return nil
}

func (x *exchange) actDeclarations() error {
	exposed := x.field("exposed")
	if exposed != "yes" && exposed != "no" {
		return mistake{"declarations_exposed", "exposed"}
	}
	return x.change("Declare", func(o *pc.Onboarding) error {
		return o.Declare(pc.Declarations{
			Evidence: x.evidence(pc.DeclarationsVersion + "/" + x.page.Lang), Exposed: exposed == "yes", OwnBehalf: x.field("own_behalf") == "yes",
			BeneficialOwners: x.field("owners") == "yes",
		})
	})
}
