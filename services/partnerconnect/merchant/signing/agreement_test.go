package signing

import (
	"testing"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// What was signed has its text at the version of then, whatever is signed now.
func TestSignedAgreementKeepsItsVersion(t *testing.T) {
	t.Parallel()
	const before = "2026-11-01"
	o := &onboarding.Onboarding{Ref: "mrc_1"}
	for _, language := range AgreementLanguages {
		now := AgreementFor(o, language)
		was := SignedAgreement(onboarding.Signature{Agreement: "agr_a_shop_" + before}, o, language)
		if was.Version != before || was.Hash == now.Hash || now.Version != AgreementVersion {
			t.Errorf("%s: version %s, now %s; the same text: %t", language, was.Version, now.Version, was.Hash == now.Hash)
		}
		same := SignedAgreement(onboarding.Signature{Agreement: now.ID}, o, language)
		if same != now {
			t.Errorf("%s: %s differs from %s", language, same.Hash, now.Hash)
		}
	}
}
