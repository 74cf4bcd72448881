package grpcapi

import (
	"context"
	"fmt"
	"slices"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// Sizes of pages (AIP-158): a larger one than maxPage is brought down to it.
const (
	defaultPage = 50
	maxPage     = 200
)

func pageSize(asked int32) (int, error) {
	switch {
	case asked < 0:
		return 0, badParameter("page_size", "negative", "must not be negative")
	case asked == 0:
		return defaultPage, nil
	}
	return min(int(asked), maxPage), nil
}

func badParameter(name, code, message string) error {
	return fault.New(fault.InvalidParameter, "a parameter is not acceptable; see errors").WithField(name, code, message)
}

// ListOnboardings implements the contract.
func (s *Onboarding) ListOnboardings(ctx context.Context, req *pcv1.ListOnboardingsRequest) (*pcv1.ListOnboardingsResponse, error) {
	key, err := partnerKey(ctx)
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
	q.Limit++ // one more tells whether there is another page
	list, err := s.store.Onboardings(ctx, view, q)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListOnboardingsResponse{}
	if len(list) > size {
		list = list[:size]
		last := list[size-1]
		if out.NextPageToken, err = cursor.Encode(s.tokens, query, pc.Position{Ref: last.Ref, UpdatedAt: last.UpdatedAt}); err != nil {
			return nil, err
		}
	}
	for _, o := range list {
		out.Data = append(out.Data, summaryMessage(o))
	}
	return out, nil
}

// given writes a filter down so that one that is absent is told apart from any that is there.
func given[T any](v *T) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf("%q", fmt.Sprint(*v))
}

func onboardingQuery(req *pcv1.ListOnboardingsRequest, view *pc.View) (q pc.OnboardingQuery, err error) {
	if q.Limit, err = pageSize(req.GetPageSize()); err != nil {
		return q, err
	}
	if req.Status != nil {
		status := pc.Status(req.GetStatus())
		if !status.Known() {
			return q, badParameter("status", "unknown_value", "must be one of the statuses of an onboarding")
		}
		q.Status = &status
	}
	if req.Channel != nil {
		channel := pc.ChannelID(req.GetChannel())
		if !slices.Contains(view.Channels, channel) {
			return q, badParameter("channel", "not_owned", "must be one of the key's channels")
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

func summaryMessage(o pc.Onboarding) *pcv1.OnboardingSummary {
	return &pcv1.OnboardingSummary{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef, Livemode: o.Livemode,
		ApplicantType: optional(o.Data.ApplicantType), ReasonCode: optional(o.ReasonCode), Metadata: o.Data.Metadata,
		CreatedAt: timestamppb.New(o.CreatedAt), UpdatedAt: timestamppb.New(o.UpdatedAt), ExpiresAt: timestamp(o.ExpiresAt),
	}
}

// ListRequirements implements the contract.
func (s *Onboarding) ListRequirements(ctx context.Context, req *pcv1.ListRequirementsRequest) (*pcv1.ListRequirementsResponse, error) {
	if _, err := partnerKey(ctx); err != nil {
		return nil, err
	}
	t := pc.ApplicantType(req.GetApplicantType())
	if req.ApplicantType != nil && !slices.Contains(pc.ApplicantTypes, t) {
		return nil, badParameter("applicant_type", "unknown_value", "must be natural_person, sole_trader or company")
	}
	out := &pcv1.ListRequirementsResponse{}
	for _, r := range pc.RequirementsOf(t) {
		out.Data = append(out.Data, &pcv1.Requirement{
			Code: r.Code, Segment: r.Segment, AskedOf: r.AskedOf(), Condition: string(r.Condition), ResolvableBy: string(r.ResolvableBy),
			Operation: optional(r.Operation), Fields: r.Fields, Description: r.Description,
		})
	}
	return out, nil
}

// CancelOnboarding implements the contract.
func (s *Onboarding) CancelOnboarding(ctx context.Context, req *pcv1.CancelOnboardingRequest) (*pcv1.CancelOnboardingResponse, error) {
	now := s.moment()
	o, err := change(ctx, s.store, req.GetRef(), now, func(o *pc.Onboarding) error { return o.Cancel(now) })
	if err != nil {
		return nil, err
	}
	return &pcv1.CancelOnboardingResponse{Ref: string(o.Ref), Status: string(o.Status), UpdatedAt: timestamppb.New(o.UpdatedAt)}, nil
}
