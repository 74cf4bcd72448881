package grpcapi

import (
	"context"
	"errors"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// CreateOnboarding judges what identifies the onboarding first: one that exists wins before the rest of the body is
// judged.
func (s *Onboarding) CreateOnboarding(ctx context.Context, req *pcv1.CreateOnboardingRequest) (*pcv1.CreateOnboardingResponse, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	shape := grpcserver.CheckBody(ctx, req) // of the JSON; nil over gRPC
	if fault.ConcernsField(shape, "/partner_external_ref", "/channel") {
		return nil, shape
	}
	channel, err := key.Channel(req.Channel)
	if err != nil {
		return nil, err
	}
	wrongRef := onboarding.CheckExternalRef(req.GetPartnerExternalRef())
	if len(wrongRef) == 0 {
		o, err := s.store.OnboardingByExternalRef(ctx, channel, key.Livemode, req.GetPartnerExternalRef())
		if err == nil {
			accessgrpc.Found(ctx, o.Ref)
			return created(ctx, o, false), nil
		}
		if !errors.Is(err, pc.ErrOnboardingNotFound) {
			return nil, err
		}
	}
	owner, err := s.store.Owner(ctx, channel)
	if err != nil {
		return nil, err
	}
	data := dataOf(req)
	now := s.now()
	if err := fault.JoinViolations(shape, wrongRef, empties(req), data.Check(owner.Channel, now)); err != nil {
		return nil, err
	}
	o, event, err := onboarding.NewOnboarding(owner, key.Livemode, req.GetPartnerExternalRef(), data)
	if err != nil {
		return nil, err
	}
	// The register is asked before the draft is stored, as after every later change; it never stands in the way of the draft.
	if answer, err := s.ask(ctx, key.Livemode, o.Data); err != nil {
		return nil, err
	} else if answer != nil {
		o.Registered(answer.check, answer.record, now)
	}
	o, isNew, err := s.store.CreateOnboarding(ctx, o, event, accessgrpc.By(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	if isNew {
		accessgrpc.Recorded(ctx)
	} else {
		accessgrpc.Found(ctx, o.Ref)
	}
	return created(ctx, o, isNew), nil
}

func created(ctx context.Context, o onboarding.Onboarding, isNew bool) *pcv1.CreateOnboardingResponse {
	if isNew {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.CreateOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Channel: string(o.Owner.Channel.ID), PartnerExternalRef: o.ExternalRef,
		CreatedAt: timestamppb.New(o.CreatedAt),
	}
}
