package onboarding

import (
	"github.com/partnerline/partnerline/services/partnerconnect/field"
)

// PayoutAccount is the bank account that the merchant is paid to.
type PayoutAccount struct {
	IBAN       string `json:"iban,omitempty"`
	HolderName string `json:"holder_name,omitempty"`
}

func (p *PayoutAccount) check(v *field.Violations, at string) {
	if p.IBAN != "" {
		iban, ok := field.NormalIBAN(p.IBAN)
		if !ok {
			v.Add(at+"/iban", "invalid_iban", "must be an IBAN with valid check digits and the length of its country")
		}
		p.IBAN = iban
	}
	v.Text(at+"/holder_name", p.HolderName, 1, 255)
}
