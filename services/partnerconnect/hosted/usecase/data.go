package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// ConfirmData stores what the merchant added, by the names of inputs, and confirms the data as the page showed it.
func (f *Flow) ConfirmData(
	ctx context.Context, v *hostedflow.Visit, shown hostedflow.Shown, sent map[string]string,
) error {
	return f.change(ctx, v, "Review", func(o *onboarding.Onboarding) error {
		if err := shown.Check(f.parts.Keys, o.Ref, hostedflow.Facts(o, hostedflow.Untranslated)); err != nil {
			return err
		}
		return hostedflow.Confirm(o, sent, v.Now)
	})
}

// CorrectData stores corrections of the data that the page showed, by the names of inputs.
func (f *Flow) CorrectData(
	ctx context.Context, v *hostedflow.Visit, shown hostedflow.Shown, sent map[string]string,
) error {
	return f.change(ctx, v, "Correct", func(o *onboarding.Onboarding) error {
		if err := shown.Check(f.parts.Keys, o.Ref, hostedflow.Facts(o, hostedflow.Untranslated)); err != nil {
			return err
		}
		return hostedflow.Correct(o, sent, v.Now)
	})
}

// A Declaration is what the merchant declares.
type Declaration struct {
	Exposed          *bool // politically; nil: not answered
	OwnBehalf        bool
	BeneficialOwners bool
}

// Declare takes the declarations of the people whom the page showed.
func (f *Flow) Declare(ctx context.Context, v *hostedflow.Visit, shown hostedflow.Shown, d Declaration) error {
	return f.change(ctx, v, "Declare", func(o *onboarding.Onboarding) error {
		if err := shown.Check(f.parts.Keys, o.Ref, hostedflow.DeclaredFacts(o, hostedflow.Untranslated)); err != nil {
			return err
		}
		if d.Exposed == nil {
			return hostedflow.Mistake{Reason: "declarations_exposed", Input: "exposed"}
		}
		return signing.Declare(o, onboarding.Declarations{
			Evidence: v.Evidence(signing.DeclarationsVersion), Exposed: *d.Exposed, OwnBehalf: d.OwnBehalf,
			BeneficialOwners: d.BeneficialOwners,
		})
	})
}
