package hostedflow

import (
	"slices"
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
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
				t.Errorf("%s stands among what is missing", h.Name)
			}
		}
	}
	if want := []string{"contact_verification", "identity_verification", "declarations", "agreement_signing", "payouts_opt_in", "verification_transfer"}; !slices.Equal(names, want) {
		t.Errorf("steps: %v", names)
	}
	if slices.ContainsFunc(steps, func(h HostedStep) bool { return h.Done }) {
		t.Error("a draft has a step behind it")
	}
}
