package grpcapi

import (
	"context"
	"fmt"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
)

// ListOnboardings implements the contract.
func (s *Onboarding) ListOnboardings(ctx context.Context, req *pcv1.ListOnboardingsRequest) (*pcv1.ListOnboardingsResponse, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	view := key.View()
	q, err := onboardingQuery(req, &view)
	if err != nil {
		return nil, err
	}
	// A token belongs to the holder of the key and to the filters.
	query := fmt.Sprintf("onboardings/%s/%t/%q/%s/%s/%s", key.Partner, key.Livemode, view.Channels, given(req.Status), given(req.PartnerExternalRef),
		given(q.UpdatedFrom))
	if token := req.GetPageToken(); token != "" {
		if err := cursor.Decode(s.tokens, query, token, &q.After); err != nil {
			return nil, err
		}
	}
	size := q.Limit
	q.Limit++ // one more shows whether there is another page
	list, err := s.onboardings.ListOnboardings(ctx, view, q)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListOnboardingsResponse{}
	if len(list) > size {
		list = list[:size]
		last := list[size-1]
		if out.NextPageToken, err = cursor.Encode(s.tokens, query, onboarding.Position{Ref: last.Ref, UpdatedAt: last.UpdatedAt}); err != nil {
			return nil, err
		}
	}
	for _, o := range list {
		out.Data = append(out.Data, summaryMessage(o))
	}
	return out, nil
}

// given spells a filter so that one that is absent differs from any that is there.
func given[T any](v *T) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%q", fmt.Sprint(*v))
}

func onboardingQuery(req *pcv1.ListOnboardingsRequest, view *access.View) (q onboarding.OnboardingQuery, err error) {
	if q.Limit, err = transport.PageSize(req.GetPageSize()); err != nil {
		return q, err
	}
	if req.Status != nil {
		status := onboarding.Status(req.GetStatus())
		if !status.Known() {
			return q, transport.BadParameter("status", "unknown_value", "must be one of the statuses of an onboarding")
		}
		q.Status = &status
	}
	if req.Channel != nil {
		channel := pc.ChannelID(req.GetChannel())
		if !slices.Contains(view.Channels, channel) {
			return q, transport.BadParameter("channel", "not_owned", "must be one of the key's channels")
		}
		view.Channels = []pc.ChannelID{channel}
	}
	q.ExternalRef = req.PartnerExternalRef
	if t := req.GetUpdatedFrom(); t != nil {
		from := t.AsTime()
		q.UpdatedFrom = &from
	}
	return q, nil
}

func summaryMessage(o onboarding.Onboarding) *pcv1.OnboardingSummary {
	return &pcv1.OnboardingSummary{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef, Livemode: o.Livemode,
		ApplicantType: transport.Optional(o.Data.ApplicantType), ReasonCode: transport.Optional(o.ReasonCode), Metadata: o.Data.Metadata,
		CreatedAt: timestamppb.New(o.CreatedAt), UpdatedAt: timestamppb.New(o.UpdatedAt), ExpiresAt: transport.Timestamp(o.ExpiresAt),
	}
}

// ListRequirements implements the contract.
func (s *Onboarding) ListRequirements(ctx context.Context, req *pcv1.ListRequirementsRequest) (*pcv1.ListRequirementsResponse, error) {
	if _, err := accessgrpc.PartnerKey(ctx); err != nil {
		return nil, err
	}
	t := onboarding.ApplicantType(req.GetApplicantType())
	if req.ApplicantType != nil && !slices.Contains(onboarding.ApplicantTypes, t) {
		return nil, transport.BadParameter("applicant_type", "unknown_value", "must be natural_person, sole_trader or company")
	}
	out := &pcv1.ListRequirementsResponse{}
	for _, r := range requirements.RequirementsOf(t) {
		out.Data = append(out.Data, &pcv1.Requirement{
			Code: r.Code, Segment: r.Segment, AskedOf: r.AskedOf(), Condition: string(r.Condition), ResolvableBy: string(r.ResolvableBy),
			Operation: transport.Optional(r.Operation), Fields: r.Fields, Description: r.Description,
		})
	}
	return out, nil
}
