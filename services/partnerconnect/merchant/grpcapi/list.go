package grpcapi

import (
	"context"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/requirements"
)

// ListOnboardings lists the onboardings of the key's channels, newest first.
func (s *Onboarding) ListOnboardings(
	ctx context.Context, req *pcv1.ListOnboardingsRequest,
) (*pcv1.ListOnboardingsResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	view := key.View()
	q, err := onboardingQuery(req, &view)
	if err != nil {
		return nil, err
	}
	// A token belongs to the partner, not to its key: it stays good when the key is replaced.
	asked, err := kernelgrpc.Page(s.tokens, req, "onboardings", []any{key.Partner, view}, q)
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(after *onboarding.Position, limit int) ([]onboarding.Onboarding, error) {
		q.After, q.Limit = after, limit
		return s.onboardings.ListOnboardings(ctx, view, q)
	}, func(o onboarding.Onboarding) onboarding.Position {
		return onboarding.Position{Ref: o.Ref, UpdatedAt: o.UpdatedAt}
	})
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListOnboardingsResponse{NextPageToken: page.Next}
	for _, o := range page.Rows {
		out.Data = append(out.Data, summaryMessage(o))
	}
	return out, nil
}

func onboardingQuery(req *pcv1.ListOnboardingsRequest, view *access.View) (q onboarding.OnboardingQuery, err error) {
	if err := kernelgrpc.OneOfParameter("status", req.Status, onboarding.Statuses); err != nil {
		return q, err
	}
	q.Status = (*onboarding.Status)(req.Status)
	if err := narrow(view, req.Channel); err != nil {
		return q, err
	}
	q.ExternalRef = req.PartnerExternalRef
	if t := req.GetUpdatedFrom(); t != nil {
		from := t.AsTime()
		q.UpdatedFrom = &from
	}
	return q, nil
}

// narrow restricts a view to the channel that a list asks for, if it asks for one.
func narrow(view *access.View, channel *string) error {
	if channel == nil {
		return nil
	}
	if !slices.Contains(view.Channels, pc.ChannelID(*channel)) {
		return kernelgrpc.BadParameter("channel", "not_owned", "must be a channel of the key")
	}
	view.Channels = []pc.ChannelID{pc.ChannelID(*channel)}
	return nil
}

func summaryMessage(o onboarding.Onboarding) *pcv1.OnboardingSummary {
	return &pcv1.OnboardingSummary{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef,
		Livemode:      o.Livemode,
		ApplicantType: kernelgrpc.Optional(o.Data.ApplicantType), ReasonCode: kernelgrpc.Optional(o.ReasonCode),
		Metadata:  o.Data.Metadata,
		CreatedAt: timestamppb.New(o.CreatedAt), UpdatedAt: timestamppb.New(o.UpdatedAt),
		ExpiresAt: kernelgrpc.Timestamp(o.ExpiresAt),
	}
}

// ListRequirements explains every code that `missing` can hold.
func (s *Onboarding) ListRequirements(
	ctx context.Context, req *pcv1.ListRequirementsRequest,
) (*pcv1.ListRequirementsResponse, error) {
	if _, err := kernelgrpc.PartnerKey(ctx); err != nil {
		return nil, err
	}
	t := onboarding.ApplicantType(req.GetApplicantType())
	if err := kernelgrpc.OneOfParameter("applicant_type", req.ApplicantType, onboarding.ApplicantTypes); err != nil {
		return nil, err
	}
	out := &pcv1.ListRequirementsResponse{}
	for _, r := range requirements.RequirementsOf(t) {
		out.Data = append(out.Data, &pcv1.Requirement{
			Code: r.Code, Segment: r.Segment, AskedOf: r.AskedOf(), Condition: string(r.Condition),
			ResolvableBy: string(r.ResolvableBy),
			Operation:    kernelgrpc.Optional(r.Operation), Fields: r.Fields, Description: r.Description,
		})
	}
	return out, nil
}
