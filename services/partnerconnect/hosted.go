package partnerconnect

import "slices"

// A HostedStep is an act that only the merchant takes, in the hosted flow (partner-connect.md H1). Steps never stand among
// what is missing, so a partner can always reach completeness.
type HostedStep struct {
	Name     string
	Optional bool
	Done     bool
}

// hostedSteps are the steps in their order. An onboarding that got as far as one of doneIn has the step behind it.
var hostedSteps = []struct {
	name     string
	optional bool
	doneIn   []Status
}{
	{"contact_verification", false, []Status{InProgress, AwaitingSignatories, InReview, ActionRequired, Active}},
	{"identity_verification", false, []Status{AwaitingSignatories, InReview, ActionRequired, Active}},
	{"declarations", false, []Status{AwaitingSignatories, InReview, ActionRequired, Active}},
	{"agreement_signing", false, []Status{InReview, ActionRequired, Active}},
	{"payouts_opt_in", true, nil},
	{"verification_transfer", false, []Status{Active}},
}

// HostedSteps returns the steps of an onboarding. They follow from its status until the steps themselves are recorded.
func HostedSteps(s Status) []HostedStep {
	out := make([]HostedStep, len(hostedSteps))
	for i, h := range hostedSteps {
		out[i] = HostedStep{Name: h.name, Optional: h.optional, Done: slices.Contains(h.doneIn, s)}
	}
	return out
}

// A Landing is what the first page of the hosted flow may show: nothing of the merchant.
type Landing struct {
	Status      Status
	LinkEpoch   int
	Livemode    bool
	PartnerName string
	ChannelName string
}
