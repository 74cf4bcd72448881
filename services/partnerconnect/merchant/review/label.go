package review

import (
	"cmp"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// A Label is what a list shows of a merchant. Personal data is masked.
type Label struct {
	Name     string // empty when it is not known
	Account  string // for payouts: the one that is to be used, if the merchant changes it
	Replaced string // the account that Account is to replace; empty: it replaces none
	Status   onboarding.Status
}

// LabelOf returns the label of a merchant. The name of a company is in a public register; a business may be named after
// a person.
func LabelOf(o onboarding.Onboarding) (l Label) {
	if account := cmp.Or(reveal(o, "new_payout_account"), reveal(o, "payout_account")); account != "" {
		l.Account = field.MaskIBAN(account)
	}
	if before := reveal(o, "payout_account"); before != "" && reveal(o, "new_payout_account") != "" {
		l.Replaced = field.MaskIBAN(before)
	}
	l.Status = o.Status
	if o.Data.ApplicantType != onboarding.CompanyApplicant {
		l.Name = representation.MaskName(cmp.Or(reveal(o, "business_name"), reveal(o, "name")))
		return l
	}
	if o.Register != nil {
		l.Name = o.Register.LegalName
	}
	l.Name = cmp.Or(l.Name, o.Data.Company.LegalName, representation.MaskName(o.Data.Business.Name))
	return l
}
