package iso4217

import (
	"strings"
	"testing"
)

func TestExponents(t *testing.T) {
	for currency, want := range map[string]int64{"PLN": 100, "EUR": 100, "JPY": 1, "KWD": 1000, "TND": 1000,
		"KRW": 1, "MGA": 100} {
		t.Run(currency, func(t *testing.T) {
			if got := MajorUnit(currency); got != want {
				t.Errorf("%d", got)
			}
			if _, ok := Exponent(currency); !ok {
				t.Errorf("%s is no currency", currency)
			}
		})
	}
	for _, currency := range []string{"", "pln", "PL", "PLNN", "XXX", "XAU", "ZZZ", " PL", "N P"} {
		if _, ok := Exponent(currency); ok {
			t.Errorf("%q is a currency", currency)
		}
	}
	for currency := range exponents {
		if !strings.Contains(currencies, " "+currency+" ") {
			t.Errorf("%s is not listed", currency)
		}
	}
	for _, c := range []struct {
		amount         int64
		currency, want string
	}{{12345, "PLN", "123,45"}, {5, "PLN", "0,05"}, {-5, "PLN", "-0,05"}, {500, "JPY", "500"}, {1005, "KWD", "1,005"},
		{100, "PLN", "1,00"}} {
		t.Run(c.want+" "+c.currency, func(t *testing.T) {
			if got := Decimal(c.amount, c.currency, ","); got != c.want {
				t.Errorf("%d %s: %s", c.amount, c.currency, got)
			}
		})
	}
}
