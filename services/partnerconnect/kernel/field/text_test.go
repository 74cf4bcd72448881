package field_test

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// Free text that pages and lists show must not change how it is shown.
func TestTextMustNotMislead(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(string) int // violations of a text
	}{
		{"a line", func(s string) int { var v field.Violations; v.Text("/x", s, 1, 100); return len(v) }},
		{"prose", func(s string) int { var v field.Violations; v.Prose("/x", s, 1, 100); return len(v) }},
		{"the reference of an onboarding", func(s string) int { return len(onboarding.CheckExternalRef(s)) }},
		{"the reference of a payment", func(s string) int { return len(money.CheckExternalRef(s)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range []string{"ACME\u202eknab", "\u2067ACME", "AC\x00ME", "ACME\u200f"} {
				if c.of(s) != 1 {
					t.Errorf("%q passes", s)
				}
			}
			for _, s := range []string{"Zażółć gęślą jaźń", "שלום", "عربي"} {
				if c.of(s) != 0 {
					t.Errorf("%q is refused", s)
				}
			}
		})
	}
}
