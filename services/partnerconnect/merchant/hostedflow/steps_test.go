package hostedflow

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

func TestHostedSteps(t *testing.T) {
	steps := HostedSteps(&onboarding.Onboarding{Status: onboarding.Draft})
	var names []string
	for _, h := range steps {
		names = append(names, h.Name)
		if h.Optional != (h.Name == "payouts_opt_in") {
			t.Errorf("%s optional: %t", h.Name, h.Optional)
		}
		for _, r := range requirements.Catalogue {
			if r.Code == h.Name {
				t.Errorf("%s is a missing code too", h.Name)
			}
		}
	}
	if want := []string{"contact_verification", "identity_verification", "declarations", "agreement_signing",
		"payouts_opt_in", "verification_transfer"}; !slices.Equal(names, want) {
		t.Errorf("steps: %v", names)
	}
	if slices.ContainsFunc(steps, func(h HostedStep) bool { return h.Done }) {
		t.Error("a draft has a step behind it")
	}
}

func TestCountry(t *testing.T) {
	var o onboarding.Onboarding
	for _, c := range []struct {
		name string
		set  func()
		want string
	}{
		{"nothing is known", func() {}, ""},
		{"of the account", func() { o.Data.PayoutAccount.IBAN = "DE89370400440532013000" }, "DE"},
		{"of the person", func() { o.Identity.Residence.Country = "CZ" }, "CZ"},
		{"of the business", func() { o.Data.Business.Address.Country = "PL" }, "PL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.set()
			if got := Country(&o); got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}
