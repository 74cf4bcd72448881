package pages

import (
	"regexp"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// What merchants read and sign in Polish has the words of the trade.
func TestPolishTerms(t *testing.T) {
	t.Parallel()
	foreign := regexp.MustCompile(`(?i)\bmerchan|sprzedawc|wywołan|umowa kanału`)
	for key, text := range texts[pagekit.Polish] {
		if foreign.MatchString(text) {
			t.Errorf("%s: %s", key, text)
		}
	}
	o := onboarding.Onboarding{}
	o.Data.Applicant = onboarding.Applicant{GivenNames: "Ada", FamilyName: "Rower"}
	text := signing.AgreementFor(&o, "pl").Text
	if foreign.MatchString(text) || !strings.HasPrefix(text, "Umowa o dostęp\n") ||
		!strings.Contains(text, "przedsiębiorca (akceptant)") || !strings.Contains(text, "żądaniem partnera") {
		t.Error(text)
	}
}
