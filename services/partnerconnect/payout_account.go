package partnerconnect

// PayoutAccount is the bank account that the merchant is paid to.
type PayoutAccount struct {
	IBAN       string `json:"iban,omitempty"`
	HolderName string `json:"holder_name,omitempty"`
}

func (p *PayoutAccount) check(v *violations, at string) {
	if p.IBAN != "" {
		iban, ok := normalIBAN(p.IBAN)
		if !ok {
			v.add(at+"/iban", "invalid_iban", "must be an IBAN with valid check digits and the length of its country")
		}
		p.IBAN = iban
	}
	v.text(at+"/holder_name", p.HolderName, 1, 255)
}
