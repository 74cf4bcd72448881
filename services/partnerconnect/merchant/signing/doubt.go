package signing

import (
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// A Doubt is what a person must look at before a merchant is active.
type Doubt string

// The doubts.
const (
	DoubtDocuments Doubt = "documents"            // a machine reads none
	DoubtRegulated Doubt = "regulated_activity"   // documents are required for the activity
	DoubtExposed   Doubt = "politically_exposed"  // declared by the applicant
	DoubtTrader    Doubt = "sole_trader_register" // the register of sole traders does not confirm the applicant
	// the rule was not read without doubt, or the person not found without doubt
	DoubtRepresentation Doubt = "representation"
	DoubtProxy          Doubt = "proxy"    // the applicant acts by a power of attorney
	DoubtIdentity       Doubt = "identity" // a check of a signatory's identity is not passed
	// it is not proven who gave a signature, or that these people bind the merchant
	DoubtSignature Doubt = "signature"
	DoubtTransfer  Doubt = "verification_transfer" // it came from another sender, or with another amount
)

// Doubts lists what a person must look at. Without any, a merchant is active once the rest is there.
func Doubts(o *onboarding.Onboarding) (doubts []Doubt) {
	add := func(d Doubt, is bool) {
		if is {
			doubts = append(doubts, d)
		}
	}
	d, t, proven, inDoubt := o.Decision, o.Flow.Transfer, signaturesProven(o), identityInDoubt(o)
	add(DoubtDocuments, len(o.Documents) > 0)
	add(DoubtRegulated, len(requirements.RequiredDocuments(o)) > 0)
	add(DoubtExposed, o.Flow.Declarations != nil && o.Flow.Declarations.Exposed)
	add(DoubtTrader, o.TraderDiffers())
	add(DoubtRepresentation, d != nil && (len(d.ReviewFlags) > 0 || d.IdentityConfirmationRequired))
	add(DoubtProxy, d != nil && d.Mode == representation.ModeProxy)
	add(DoubtIdentity, !proven && inDoubt)
	add(DoubtSignature, !proven && !inDoubt)
	add(DoubtTransfer, t != nil && t.Outcome != "" && t.Outcome != TransferMatched)
	return doubts
}

// identityInDoubt reports whether a person must look at a signatory's identity.
func identityInDoubt(o *onboarding.Onboarding) bool {
	for id := range o.Flow.AllVerifications() {
		if v := VerificationOf(o, id); v != nil && v.Verdict() == onboarding.IdentityNeedsReview {
			return true
		}
	}
	return false
}
