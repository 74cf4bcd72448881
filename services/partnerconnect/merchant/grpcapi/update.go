package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// UpdateOnboarding changes the partner's data about the merchant.
func (s *Onboarding) UpdateOnboarding(ctx context.Context, req *pcv1.UpdateOnboardingRequest) (*pcv1.UpdateOnboardingResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	o, err := s.onboardings.UpdateOnboarding(ctx, c, onboarding.DataPatch{Fields: fieldsOf(req), Values: dataOf(req)})
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	codes, details := MissingMessages(o)
	return &pcv1.UpdateOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), CompanyStructure: kernelgrpc.Optional(o.Structure()), Missing: codes, MissingDetails: details,
		RequiredDocuments: requiredMessages(&o), UpdatedAt: timestamppb.New(o.UpdatedAt),
	}, nil
}
