package review

import (
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
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
		out[i].Field = s.field
		if value := reveal(o, s.field); value != "" {
			out[i].Value = s.mask(value)
		}
	}
	return out
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
