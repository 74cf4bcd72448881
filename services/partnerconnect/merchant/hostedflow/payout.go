package hostedflow

import (
	"crypto/rand"
	"encoding/base64"
	"strings"

	"github.com/partnerline/partnerline/internal/iso4217"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
)

// A PayoutToken distinguishes the payouts that merchants request in the portal: a form that is sent twice requests one.
type PayoutToken string

// payoutTokenBytes is how many random bytes a token has.
const payoutTokenBytes = 16

// NewPayoutToken returns a random one.
func NewPayoutToken() PayoutToken {
	var b [payoutTokenBytes]byte
	_, _ = rand.Read(b[:]) // never fails
	return PayoutToken(signedlink.Encode(b[:]))
}

// ExternalRef is the external reference of the payout; [FormOld] for a token that no page made.
func (t PayoutToken) ExternalRef() (string, error) {
	if b, err := base64.RawURLEncoding.DecodeString(string(t)); err != nil || len(b) != payoutTokenBytes {
		return "", FormOld
	}
	return "portal-" + string(t), nil
}

// ParseAmount returns what a person entered as an amount, in minor units. Blanks between the digits are left out; a
// comma or a point is before the fraction, which has at most the digits of the currency, as `1.000` may mean a
// thousand.
func ParseAmount(entered, currency string) (int64, error) {
	plain := strings.ReplaceAll(strings.Join(strings.Fields(entered), ""), ",", ".")
	_, fraction, _ := strings.Cut(plain, ".")
	exponent, _ := iso4217.Exponent(currency)
	amount, err := iso4217.ParseDecimal(plain, currency)
	if err != nil || len(fraction) > exponent || amount == 0 {
		return 0, Mistake{Reason: "field_invalid_amount", Input: "amount"}
	}
	return amount, nil
}
