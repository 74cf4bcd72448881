package onboarding

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// PayoutAccount is the bank account that the merchant is paid to.
type PayoutAccount struct {
	IBAN       string `json:"iban,omitempty"`
	HolderName string `json:"holder_name,omitempty"`
}

func (p *PayoutAccount) check(v *field.Violations, at string) {
	if p.IBAN != "" {
		iban, ok := field.AccountNumber(p.IBAN)
		if !ok {
			v.Add(at+"/iban", "invalid_iban", "must be an IBAN with valid check digits and the length of its country")
		}
		p.IBAN = iban
	}
	v.Text(at+"/holder_name", p.HolderName, 1, 255)
}

// AccountChangeCoolingOff is how long the merchant can stop a change of its payout account after it was asked for.
const AccountChangeCoolingOff = 24 * time.Hour

// AccountChangeTTL is how long a change waits for the transfer that shows whose the new account is.
const AccountChangeTTL = 14 * 24 * time.Hour

// An AccountChange is the account that a merchant asked to be paid to from then on. It takes effect once the
// cooling-off is over and a transfer from the new account has shown that it is the merchant's. Until then payouts go to
// the account that is in effect.
type AccountChange struct {
	ID          string        `json:"id"` // names it in the link that stops it
	Account     PayoutAccount `json:"account"`
	Requested   Evidence      `json:"requested"`
	EffectiveAt time.Time     `json:"effective_at"` // at the earliest, by the clock of the database
	Transfer    Transfer      `json:"transfer"`     // from the new account
}

// Verified reports whether a transfer has shown that the new account is the merchant's.
func (c AccountChange) Verified() bool { return c.Transfer.ReceivedAt != nil }

// DueAt is when the change takes effect, or lapses for want of a transfer.
func (c AccountChange) DueAt() time.Time {
	if c.Verified() {
		return c.EffectiveAt
	}
	return c.EffectiveAt.Add(AccountChangeTTL - AccountChangeCoolingOff)
}

// AccountChangeAt is when the change of o is due; nil when there is none.
func (o *Onboarding) AccountChangeAt() *time.Time {
	if o.AccountChange == nil {
		return nil
	}
	due := o.AccountChange.DueAt()
	return &due
}

// Check returns what is wrong with an account that is to replace another, and brings its IBAN into its normal form.
func (p *PayoutAccount) Check() field.Violations {
	var v field.Violations
	v.Required("/payout_account/iban", p.IBAN)
	v.Required("/payout_account/holder_name", p.HolderName)
	p.check(&v, "/payout_account")
	return v
}

// AccountChangeMessages announce a change to the merchant, by each of its contacts.
func AccountChangeMessages(o *Onboarding) []message.Message {
	a := o.Data.Applicant
	return []message.Message{
		message.New(message.ByEmail, message.AccountChangeTemplate, a.Email, a.Locale),
		message.New(message.BySMS, message.AccountChangeTemplate, a.Phone, a.Locale),
	}
}
