package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	pagingv1 "github.com/partnerline/partnerline/proto/gen/paging/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

// SearchOnboardings answers with a page of onboardings.
func (s *ReviewOperator) SearchOnboardings(
	ctx context.Context, req *pcv1.SearchOnboardingsRequest,
) (*pcv1.SearchOnboardingsResponse, error) {
	q := review.Search{
		Status: onboarding.Status(req.GetStatus()), WaitsFor: review.Actor(req.GetWaitsFor()),
		Partner: pc.PartnerID(req.GetPartnerId()), OldestFirst: req.GetOldestFirst(),
	}
	if req.GetMode() != "" {
		q.Livemode = new(req.GetMode() == "live")
	}
	if req.GetUnchangedSince() != nil {
		q.UnchangedSince = req.GetUnchangedSince().AsTime()
	}
	asked, err := kernelgrpc.Page(s.Tokens, req, "onboardings of operators", req.GetMode(),
		[]any{q.Status, q.WaitsFor, q.Partner, q.UnchangedSince, q.OldestFirst})
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(past *review.Changed, limit int) ([]review.Overview, error) {
		q.Past, q.Limit = past, limit
		return s.Queue.Search(ctx, q)
	}, func(o review.Overview) review.Changed { return review.Changed{At: o.UpdatedAt, Ref: o.Ref} })
	if err != nil {
		return nil, err
	}
	names, err := merchantgrpc.Names(ctx, s.Labels, page.Rows, func(o review.Overview) pc.Ref { return o.Ref })
	if err != nil {
		return nil, err
	}
	out := &pcv1.SearchOnboardingsResponse{
		Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}, MerchantNames: names,
	}
	for _, o := range page.Rows {
		out.Data = append(out.Data, overviewMessage(o))
	}
	return out, nil
}

func overviewMessage(o review.Overview) *pcv1.SearchedOnboarding {
	return &pcv1.SearchedOnboarding{
		Ref: string(o.Ref), Livemode: o.Livemode, PartnerId: string(o.Partner), Channel: string(o.Channel),
		PartnerExternalRef: o.ExternalRef,
		ApplicantType:      string(o.ApplicantType), Status: string(o.Status), ReasonCode: o.ReasonCode,
		MerchantStatus: string(o.MerchantStatus),
		WaitsFor:       string(o.WaitsFor()), Reasons: kernelgrpc.Texts(o.Reasons), CreatedAt: timestamppb.New(o.CreatedAt),
		UpdatedAt: timestamppb.New(o.UpdatedAt),
		ExpiresAt: kernelgrpc.Timestamp(o.ExpiresAt),
	}
}

// CountWaitingOnboardings answers with the groups of onboardings that make no progress.
func (s *ReviewOperator) CountWaitingOnboardings(
	ctx context.Context, req *pcv1.CountWaitingOnboardingsRequest,
) (*pcv1.CountWaitingOnboardingsResponse, error) {
	before := s.Now().Add(-review.NoProgress)
	if req.GetUnchangedSince() != nil {
		before = req.GetUnchangedSince().AsTime()
	}
	groups, err := s.Queue.Waiting(ctx, before)
	if err != nil {
		return nil, err
	}
	out := &pcv1.CountWaitingOnboardingsResponse{}
	for _, g := range groups {
		out.Data = append(out.Data, &pcv1.WaitingOnboardings{
			Livemode: g.Livemode, WaitsFor: string(g.WaitsFor), Status: string(g.Status), Count: int32(g.Count), More: g.More,
			OldestSince: timestamppb.New(g.Oldest),
		})
	}
	return out, nil
}

// GetOnboardingDetails answers with an onboarding and its merchant.
func (s *ReviewOperator) GetOnboardingDetails(
	ctx context.Context, req *pcv1.GetOnboardingDetailsRequest,
) (*pcv1.GetOnboardingDetailsResponse, error) {
	o, listed, balances, err := s.Queue.Details(ctx, pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.GetOnboardingDetailsResponse{
		Data: overviewMessage(listed), Onboarding: merchantgrpc.Message(o, nil, nil), State: merchantState(o),
		Erased: o.Erased, MerchantName: review.LabelOf(o).Name,
	}
	for _, b := range balances {
		out.Balances = append(out.Balances,
			&pcv1.MerchantBalance{Currency: b.Currency, Pending: b.Pending, Available: b.Available, Reserved: b.Reserved})
	}
	return out, nil
}

// RevealPersonalData answers with data of an applicant or an invited person in clear.
func (s *ReviewOperator) RevealPersonalData(
	ctx context.Context, req *pcv1.RevealPersonalDataRequest,
) (*pcv1.RevealPersonalDataResponse, error) {
	shown, proposed, err := s.Approvals.Reveal(ctx, pc.Ref(req.GetRef()), pc.InvitationID(req.GetInvitationId()),
		req.GetFields(), ProposedBy(ctx, "", s.Now()))
	if err != nil {
		return nil, err
	}
	out := &pcv1.RevealPersonalDataResponse{Approval: ApprovalMessage(proposed)}
	for _, f := range shown {
		out.Data = append(out.Data, &pcv1.RevealedField{Field: f.Field, Value: f.Value})
	}
	return out, nil
}

// GetOnboardingTimeline answers with a page of what happened to an onboarding.
func (s *ReviewOperator) GetOnboardingTimeline(
	ctx context.Context, req *pcv1.GetOnboardingTimelineRequest,
) (*pcv1.GetOnboardingTimelineResponse, error) {
	asked, err := kernelgrpc.Page(s.Tokens, req, "timeline", req.GetRef(), nil)
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(before *review.Moment, limit int) ([]review.Happening, error) {
		return s.Queue.Timeline(ctx, pc.Ref(req.GetRef()), before, limit)
	}, func(h review.Happening) review.Moment { return review.Moment{At: h.At, Kind: h.Kind, ID: h.ID} })
	if err != nil {
		return nil, err
	}
	out := &pcv1.GetOnboardingTimelineResponse{Meta: &pagingv1.PageMeta{NextPageToken: page.Next, PageSize: page.Size}}
	for _, h := range page.Rows {
		out.Data = append(out.Data, &pcv1.TimelineEntry{
			At: timestamppb.New(h.At), Kind: h.Kind, Id: h.ID, What: h.What, State: h.State, Actor: h.Actor, Reason: h.Reason,
		})
	}
	return out, nil
}
