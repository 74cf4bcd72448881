package hostedflow

import (
	"errors"
	"testing"
)

func TestParseAmount(t *testing.T) {
	for _, c := range []struct {
		entered, currency string
		want              int64 // 0: refused
	}{
		{"123,45", "PLN", 12345},
		{"123.45", "PLN", 12345},
		{" 1 234,5 ", "PLN", 123450},
		{"1\u00a0234", "PLN", 123400},
		{"500", "JPY", 500},
		{"1,005", "KWD", 1005},
		{"1.000", "PLN", 0},
		{"1.000,00", "PLN", 0},
		{"5.0", "JPY", 0},
		{"0", "PLN", 0},
		{"-5", "PLN", 0},
		{"+5", "PLN", 0},
		{"5e3", "PLN", 0},
		{"", "PLN", 0},
		{".50", "PLN", 0},
		{"99999999999999999999", "PLN", 0},
		{"5", "ZZZ", 0},
	} {
		t.Run(c.entered+" "+c.currency, func(t *testing.T) {
			got, err := ParseAmount(c.entered, c.currency)
			var m Mistake
			if got != c.want || (c.want == 0) != errors.As(err, &m) || c.want == 0 && m.Input != "amount" {
				t.Errorf("%d, %v", got, err)
			}
		})
	}
}

func TestPayoutTokens(t *testing.T) {
	a, b := NewPayoutToken(), NewPayoutToken()
	if a == b {
		t.Error("two tokens are equal")
	}
	if ref, err := a.ExternalRef(); err != nil || ref != "portal-"+string(a) {
		t.Errorf("%s, %v", ref, err)
	}
	for name, token := range map[string]PayoutToken{"empty": "", "short": a[:20], "long": a + "AA",
		"other letters": "!" + a[1:]} {
		t.Run(name, func(t *testing.T) {
			if _, err := token.ExternalRef(); !errors.Is(err, FormOld) {
				t.Error(err)
			}
		})
	}
}
