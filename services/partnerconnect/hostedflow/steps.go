package hostedflow

import (
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// A HostedStep is an act that only the merchant takes, in the hosted flow. Steps never stand among
// what is missing, so a partner can always reach completeness.
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

// A Landing is what the first page of the hosted flow may show: nothing of the merchant.
type Landing struct {
	Status      onboarding.Status
	LinkEpoch   int
	Livemode    bool
	PartnerName string
	ChannelName string
}
