package provider

import (
	"errors"
	"slices"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

func TestRequire(t *testing.T) {
	var none Connected
	some := none.Connect(MessageSender).Connect(BankRail)
	for name, c := range map[string]struct {
		connected Connected
		livemode  bool
		parts     []Part
		missing   Part
	}{
		"test mode needs none":           {none, false, Parts, ""},
		"nothing is connected":           {none, true, []Part{PaymentEngine}, PaymentEngine},
		"the first missing one is named": {some, true, []Part{BankRail, IdentityProvider, PaymentEngine}, IdentityProvider},
		"all are connected":              {some, true, []Part{MessageSender, BankRail}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.connected.Require(c.livemode, c.parts...)
			var f *fault.Error
			switch {
			case c.missing == "" && err != nil:
				t.Error(err)
			case c.missing != "" && (!errors.As(err, &f) || f.Reason != pc.LiveModeUnavailable ||
				f.Extensions["part"] != c.missing):
				t.Errorf("%+v", err)
			}
		})
	}
	if got, want := some.Missing(), []Part{IdentityProvider, PaymentEngine, CompanyRegister}; !slices.Equal(got, want) {
		t.Errorf("%v are missing, not %v", got, want)
	}
	if len(none.Missing()) != len(Parts) {
		t.Error("Connect changed the value that it was called on")
	}
}
