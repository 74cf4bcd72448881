package iso20022

import (
	"errors"
	"fmt"
	"strings"

	"github.com/partnerline/partnerline/internal/iso4217"
)

// MaxAmount is the most that an order can have, in minor units: schemas allow 18 digits, and a sum of orders has to fit
// too.
const MaxAmount = 1e15 - 1

// amount is a decimal number with its currency.
type amount struct {
	Currency string `xml:"Ccy,attr"`
	Value    string `xml:",chardata"`
}

func newAmount(minor int64, currency string) amount {
	return amount{Currency: currency, Value: iso4217.Decimal(minor, currency, ".")}
}

// minor returns the amount in minor units of its currency, exactly. xs:decimal allows a plus, and no digit before the
// point.
func (a amount) minor() (int64, error) {
	value := strings.TrimPrefix(strings.TrimSpace(a.Value), "+")
	if strings.HasPrefix(value, ".") && len(value) > 1 {
		value = "0" + value
	}
	n, err := iso4217.ParseDecimal(value, a.Currency)
	if err == nil && n > MaxAmount {
		err = errors.New("is too large")
	}
	if err != nil {
		return 0, fmt.Errorf("%w: an amount %w", ErrMalformed, err)
	}
	return n, nil
}

// signed is minor, negative for a debit.
func (a amount) signed(indicator string) (int64, error) {
	n, err := a.minor()
	switch {
	case err != nil:
		return 0, err
	case indicator == "DBIT":
		return -n, nil
	case indicator == "CRDT":
		return n, nil
	}
	return 0, fmt.Errorf("%w: CdtDbtInd is neither CRDT nor DBIT", ErrMalformed)
}
