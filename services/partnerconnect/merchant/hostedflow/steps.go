package hostedflow

import (
	"cmp"
	"slices"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A HostedStep is an act that only the merchant takes, in the hosted flow. It is never listed as missing, so a partner
// can always reach completeness.
type HostedStep struct {
	Name     string
	Optional bool
	Done     bool
}

// HostedSteps returns the steps of an onboarding in their order.
func HostedSteps(o *onboarding.Onboarding) []HostedStep {
	f := o.Flow
	return []HostedStep{
		{Name: "contact_verification", Done: f.EmailVerifiedAt != nil && f.PhoneVerifiedAt != nil},
		{Name: "identity_verification", Done: signing.IdentityProven(o)},
		{Name: "declarations", Done: signing.Declared(o)},
		{Name: "agreement_signing", Done: f.Signature != nil},
		{Name: "payouts_opt_in", Optional: true, Done: o.OptIn.Status == delegation.OptInGranted},
		{Name: "verification_transfer", Done: f.Transfer != nil && f.Transfer.Outcome == signing.TransferMatched},
	}
}

// A Milestone is a part of the flow as the merchant sees it.
type Milestone struct {
	Title    string // key of its text
	Step     string // whose page it is
	Optional bool
	Done     bool
}

// stepOf is the step that takes a hosted step.
var stepOf = map[string]string{
	"contact_verification": StepContact, "identity_verification": StepIdentity, "declarations": StepDeclarations,
	"agreement_signing": StepAgreement,
	"payouts_opt_in":    StepPayouts, "verification_transfer": StepTransfer,
}

// Milestones lists the merchant's way through the flow: the hosted steps, the review, and the signatories where more
// than one must sign.
func Milestones(o *onboarding.Onboarding) []Milestone {
	out := make([]Milestone, 0, 8)
	for _, s := range HostedSteps(o) {
		out = append(out, Milestone{Title: s.Name, Step: stepOf[s.Name], Optional: s.Optional, Done: s.Done})
		if s.Name == "contact_verification" {
			out = append(out,
				Milestone{Title: "review_title", Step: StepReview, Done: o.Flow.ReviewedAt != nil &&
					o.Status != onboarding.ActionRequired})
		}
		if s.Name == "declarations" && o.Decision != nil && o.Decision.NeedsOthers() {
			missing := requirements.Missing(*o)
			out = append(out,
				Milestone{Title: "signatories_title", Step: StepSignatories, Done: len(missing) == len(withoutInvitation(missing))})
		}
	}
	return out
}

// withoutInvitation leaves out what the signatories' step resolves.
func withoutInvitation(list []requirements.Detail) []requirements.Detail {
	return slices.DeleteFunc(slices.Clone(list),
		func(d requirements.Detail) bool { return d.Code == "representation.invitation_or_poa" })
}

// A Landing is what the first page of the hosted flow may show: nothing of the merchant.
type Landing struct {
	Status      onboarding.Status
	Erased      bool // its personal data is: no one signs in any more
	LinkEpoch   int
	Livemode    bool
	Channel     pc.ChannelID // empty: it is not known
	PartnerName string
	ChannelName string
}

// Country returns where the merchant is, as far as it is known: ISO 3166-1; of its account otherwise.
func Country(o *onboarding.Onboarding) string {
	return cmp.Or(o.Data.Business.Address.Country, o.Identity.Residence.Country,
		o.Data.PayoutAccount.IBAN[:min(2, len(o.Data.PayoutAccount.IBAN))])
}
