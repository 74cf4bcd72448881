package review

import (
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// subject has the fields of the merchant that a person decides about, in the order in which a person reads them.
var subject = []struct {
	field string
	mask  func(string) string
}{
	{"business_name", representation.MaskName},
	{"tax_number", maskNumber},
	{"website", shown},
	{"category", shown},
	{"business_description", hidden},
	{"business_address", hidden},
	{"name", representation.MaskName},
	{"email", field.MaskEmail},
	{"phone", maskNumber},
	{"residential_address", hidden},
	{"payout_account", field.MaskIBAN},
	{"new_payout_account", field.MaskIBAN},
}

// Subject returns the merchant's data that a review or an approval decides on. Personal data is masked, which includes
// the business of a sole trader; Reveal returns it in clear. An unknown field has no value.
func Subject(o onboarding.Onboarding) []Revealed {
	out := make([]Revealed, len(subject))
	for i, s := range subject {
		out[i] = Revealed{s.field, masked(o, s.field, s.mask)}
	}
	return out
}

// Compare returns the data of a company or a sole trader with that of its register; nothing until the register was
// asked. That of a sole trader is masked. No name or number of a sole trader's entry is kept, so what the register has
// follows from the outcome of the check.
func Compare(o onboarding.Onboarding) []requirements.Comparison {
	if o.Data.ApplicantType != onboarding.SoleTrader {
		return requirements.Compare(&o)
	}
	if o.Register == nil {
		return nil
	}
	number := requirements.Comparison{
		Field: "/business/tax_id/value", Given: masked(o, "tax_number", maskNumber), Agrees: true,
	}
	name := requirements.Comparison{
		Field: "/applicant", Given: masked(o, "name", representation.MaskName), Agrees: true,
	}
	switch o.Register.Outcome {
	case onboarding.RegisterFound, onboarding.RegisterProceedings:
		number.Registered, name.Registered = number.Given, name.Given
	case onboarding.RegisterOwnerDiffers:
		number.Registered, name.Agrees = number.Given, false
	case onboarding.RegisterStruckOff, onboarding.RegisterInactive:
		number.Registered = number.Given
	}
	return []requirements.Comparison{number, name}
}

// masked is a field of the merchant, masked; empty when it is not known.
func masked(o onboarding.Onboarding, field string, mask func(string) string) string {
	if value := reveal(o, field); value != "" {
		return mask(value)
	}
	return ""
}

func shown(s string) string { return s }

// hidden shows that there is a value.
func hidden(string) string { return "***" }

// maskNumber leaves the last three characters of a number of at least six.
func maskNumber(s string) string {
	const left, least = 3, 6
	if len(s) < least {
		return hidden(s)
	}
	return hidden(s) + s[len(s)-left:]
}
