package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Onboarding answers OnboardingService.
type Onboarding struct {
	pcv1.UnimplementedOnboardingServiceServer
	onboardings *usecase.Onboardings
	links       signedlink.Links
	tokens      *keyring.Keyring
	now         func() time.Time
}

// NewOnboarding returns the service; links makes the URLs of the hosted flow, tokens seals page tokens.
func NewOnboarding(
	onboardings *usecase.Onboardings, links signedlink.Links, tokens *keyring.Keyring, now func() time.Time,
) *Onboarding {
	return &Onboarding{onboardings: onboardings, links: links, tokens: tokens, now: now}
}

// GetOnboarding returns an onboarding with a fresh link to the hosted flow.
func (s *Onboarding) GetOnboarding(
	ctx context.Context, req *pcv1.GetOnboardingRequest,
) (*pcv1.GetOnboardingResponse, error) {
	view, ref, err := target(ctx, req)
	if err != nil {
		return nil, err
	}
	o, last, err := s.onboardings.GetOnboarding(ctx, view, ref)
	if err != nil {
		return nil, err
	}
	gateway.SetETag(ctx, o.Version)
	return Message(o, last, NextAction(s.links, o, last, s.now())), nil
}

// FinalizeOnboarding reports what is missing and hands the merchant over.
func (s *Onboarding) FinalizeOnboarding(
	ctx context.Context, req *pcv1.FinalizeOnboardingRequest,
) (*pcv1.FinalizeOnboardingResponse, error) {
	view, ref, err := target(ctx, req)
	if err != nil {
		return nil, err
	}
	o, missing, last, err := s.onboardings.FinalizeOnboarding(ctx, view, ref)
	if err != nil {
		return nil, err
	}
	now := s.now()
	codes, details := missingMessages(missing)
	return &pcv1.FinalizeOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), Missing: codes, MissingDetails: details,
		NextAction:  NextAction(s.links, o, last, now),
		EvaluatedAt: timestamppb.New(now.Truncate(time.Millisecond)),
	}, nil
}

// CancelOnboarding ends an onboarding that the merchant has not signed.
func (s *Onboarding) CancelOnboarding(
	ctx context.Context, req *pcv1.CancelOnboardingRequest,
) (*pcv1.CancelOnboardingResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	o, err := s.onboardings.CancelOnboarding(ctx, c)
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	return &pcv1.CancelOnboardingResponse{
		Ref: string(o.Ref), Status: string(o.Status), UpdatedAt: timestamppb.New(o.UpdatedAt),
	}, nil
}
