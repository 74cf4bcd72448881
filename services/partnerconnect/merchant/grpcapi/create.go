package grpcapi

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// CreateOnboarding makes a draft.
func (s *Onboarding) CreateOnboarding(ctx context.Context, req *pcv1.CreateOnboardingRequest) (*pcv1.CreateOnboardingResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	o, isNew, err := s.onboardings.CreateOnboarding(ctx, key, usecase.Draft{
		Channel: req.Channel, ExternalRef: req.GetPartnerExternalRef(), Data: dataOf(req), Body: bodyOf(ctx, req),
	}, kernelgrpc.AuditEntry(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	if isNew {
		kernelgrpc.MarkAudited(ctx)
	} else {
		kernelgrpc.SetAuditMerchant(ctx, o.Ref)
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
