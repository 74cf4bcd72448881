package grpcapi

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// NextAction is where the merchant goes next, and what became of the last message to the applicant.
func NextAction(
	l signedlink.Links, o onboarding.Onboarding, last signing.LastMessages, now time.Time,
) *pcv1.NextAction {
	if o.Status.Ended() || o.Erased {
		return &pcv1.NextAction{Type: "none"}
	}
	link := hostedflow.NewLink(o, now)
	url := l.URL(link)
	return &pcv1.NextAction{
		Type: "hosted_flow", Url: &url, ExpiresAt: timestamppb.New(link.ExpiresAt), LastMessage: lastMessage(last, ""),
	}
}

// Message is an onboarding as its partner sees it.
func Message(o onboarding.Onboarding, last signing.LastMessages, next *pcv1.NextAction) *pcv1.GetOnboardingResponse {
	codes, details := MissingMessages(o)
	out := &pcv1.GetOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef,
		Livemode: o.Livemode, ApplicantType: kernelgrpc.Optional(o.Data.ApplicantType),
		CompanyStructure: kernelgrpc.Optional(o.Structure()),
		Missing:          codes, MissingDetails: details,
		Identity: identitySummary(o.Identity), Representation: decisionMessage(o.Decision),
		RequiredDocuments: requiredMessages(&o),
		Documents:         documentMessages(&o), Invitations: invitationMessages(o.Invitations, last),
		HostedSteps: stepMessages(&o), Delegation: &pcv1.DelegationSummary{Status: string(o.DelegationStatus())},
		Can:        &pcv1.Abilities{},
		NextAction: next, ReasonCode: kernelgrpc.Optional(o.ReasonCode), ReturnUrl: kernelgrpc.Optional(o.Data.ReturnURL),
		Metadata:  o.Data.Metadata,
		CreatedAt: timestamppb.New(o.CreatedAt), UpdatedAt: timestamppb.New(o.UpdatedAt),
		ExpiresAt: kernelgrpc.Timestamp(o.ExpiresAt),
	}
	out.Delegation.Status, out.Can = string(o.DelegationStatus()), abilities(o.AsMerchant())
	return out
}

// lastMessage is what became of the last message to a person; nil: there is none.
func lastMessage(last signing.LastMessages, to pc.InvitationID) *pcv1.LastMessage {
	m, sent := last[to]
	if !sent {
		return nil
	}
	status, at := m.Outcome()
	return &pcv1.LastMessage{
		Medium: string(m.Medium), Status: string(status), ReasonCode: kernelgrpc.Optional(m.Failure), At: timestamppb.New(at),
	}
}

// MissingMessages are the codes of what an onboarding lacks, and how each is resolved.
func MissingMessages(o onboarding.Onboarding) ([]string, []*pcv1.MissingDetail) {
	return missingMessages(requirements.Missing(o))
}

func missingMessages(missing []requirements.Detail) ([]string, []*pcv1.MissingDetail) {
	var codes []string
	var details []*pcv1.MissingDetail
	for _, d := range missing {
		codes = append(codes, d.Code)
		details = append(details, &pcv1.MissingDetail{
			Code: d.Code, Segment: d.Segment, ResolvableBy: string(d.ResolvableBy), Operation: kernelgrpc.Optional(d.Operation),
			Fields:     d.Fields,
			ReasonCode: kernelgrpc.Optional(d.ReasonCode),
		})
	}
	return codes, details
}

func stepMessages(o *onboarding.Onboarding) []*pcv1.HostedStep {
	var out []*pcv1.HostedStep
	for _, h := range hostedflow.HostedSteps(o) {
		status := "pending"
		if h.Done {
			status = "completed"
		}
		out = append(out, &pcv1.HostedStep{Step: h.Name, Status: status, Optional: h.Optional})
	}
	return out
}
