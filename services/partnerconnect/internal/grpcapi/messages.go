package grpcapi

import (
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Links makes the URLs of the hosted flow.
type Links struct {
	Keys *pc.LinkKeys
	Base string // public base URL, without a slash at its end
}

// URL is where a link is opened.
func (l Links) URL(link pc.Link) string { return l.Base + "/connect/" + l.Keys.Token(link) }

// nextAction is where the merchant goes next.
func nextAction(l Links, o pc.Onboarding, now time.Time) *pcv1.NextAction {
	if o.Status.Ended() {
		return &pcv1.NextAction{Type: "none"}
	}
	link := pc.NewLink(o, now)
	url := l.URL(link)
	return &pcv1.NextAction{Type: "hosted_flow", Url: &url, ExpiresAt: timestamppb.New(link.ExpiresAt)}
}

func onboardingMessage(o pc.Onboarding, next *pcv1.NextAction) *pcv1.GetOnboardingResponse {
	codes, details := missingMessages(o)
	out := &pcv1.GetOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef,
		Livemode: o.Livemode, ApplicantType: optional(o.Data.ApplicantType), CompanyStructure: optional(o.Structure()),
		Missing: codes, MissingDetails: details,
		Identity: identitySummary(o.Identity), Representation: decisionMessage(o.Decision), RequiredDocuments: requiredMessages(&o),
		Documents: documentMessages(&o), Invitations: invitationMessages(o.Invitations),
		HostedSteps: stepMessages(&o), Delegation: &pcv1.DelegationSummary{Status: string(o.DelegationStatus())}, Can: &pcv1.Abilities{},
		NextAction: next, ReasonCode: optional(o.ReasonCode), ReturnUrl: optional(o.Data.ReturnURL), Metadata: o.Data.Metadata,
		CreatedAt: timestamppb.New(o.CreatedAt), UpdatedAt: timestamppb.New(o.UpdatedAt), ExpiresAt: timestamp(o.ExpiresAt),
	}
	out.Delegation.Status, out.Can = string(o.DelegationStatus()), abilities(o.AsMerchant())
	return out
}

func missingMessages(o pc.Onboarding) ([]string, []*pcv1.MissingDetail) {
	var codes []string
	var details []*pcv1.MissingDetail
	for _, d := range pc.Missing(o) {
		codes = append(codes, d.Code)
		details = append(details, &pcv1.MissingDetail{
			Code: d.Code, Segment: d.Segment, ResolvableBy: string(d.ResolvableBy), Operation: optional(d.Operation), Fields: d.Fields,
			ReasonCode: optional(d.ReasonCode),
		})
	}
	return codes, details
}

func stepMessages(o *pc.Onboarding) []*pcv1.HostedStep {
	var out []*pcv1.HostedStep
	for _, h := range o.HostedSteps() {
		status := "pending"
		if h.Done {
			status = "completed"
		}
		out = append(out, &pcv1.HostedStep{Step: h.Name, Status: status, Optional: h.Optional})
	}
	return out
}

// optional is nil, which JSON shows as null, for an empty text.
func optional[S ~string](s S) *string {
	if s == "" {
		return nil
	}
	t := string(s)
	return &t
}

func timestamp(t *time.Time) *timestamppb.Timestamp {
	if t == nil {
		return nil
	}
	return timestamppb.New(*t)
}

func texts[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}
