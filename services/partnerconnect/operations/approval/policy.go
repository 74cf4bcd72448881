package approval

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/iso4217"
)

// A Policy says what four eyes are required for.
type Policy struct {
	live, test   bool
	refundsAbove map[string]int64 // minor units, by currency
}

// ParsePolicy reads the settings FOUR_EYES and FOUR_EYES_REFUNDS_ABOVE.
func ParsePolicy(modes, refundsAbove string) (Policy, error) {
	p := Policy{refundsAbove: map[string]int64{}}
	var faults []error
	switch modes {
	case "live":
		p.live = true
	case "all":
		p.live, p.test = true, true
	case "off":
	default:
		faults = append(faults, errors.New("FOUR_EYES: want live, all or off"))
	}
	for entry := range strings.SplitSeq(refundsAbove, ",") {
		if entry = strings.TrimSpace(entry); entry == "" {
			continue
		}
		currency, amount, _ := strings.Cut(entry, ":")
		n, err := strconv.ParseInt(amount, 10, 64)
		_, known := iso4217.Exponent(currency)
		if _, twice := p.refundsAbove[currency]; err != nil || n < 0 || twice || !known {
			faults = append(faults,
				errors.New("FOUR_EYES_REFUNDS_ABOVE: want CURRENCY:MINOR_UNITS[,...], such as PLN:100000, each currency once"))
			break
		}
		p.refundsAbove[currency] = n
	}
	return p, errors.Join(faults...)
}

// Requires reports whether another person must confirm an activation, and that a payout account is verified.
func (p Policy) Requires(livemode bool) bool { return livemode && p.live || !livemode && p.test }

// RefundWindow is how far back the refunds of a person count. A calendar day would end at midnight, and the limit with
// it.
const RefundWindow = 24 * time.Hour

// A Refunded is what was given back without a second person before, minor units.
type Refunded struct {
	OfPayment int64 // by anybody
	ByPerson  int64 // of all payments, within RefundWindow
}

// Refund reports whether another person must confirm a refund: whether with it one payment, or one person, has given
// back more than the limit.
func (p Policy) Refund(livemode bool, currency string, amount int64, before Refunded) bool {
	return p.Requires(livemode) && amount+max(before.OfPayment, before.ByPerson) > p.refundsAbove[currency]
}
