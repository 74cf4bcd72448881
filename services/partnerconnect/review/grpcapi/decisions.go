package grpcapi

import (
	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/review/usecase"
)

// Operator answers what OperatorService asks of the review of onboardings and of what merchants may do.
type Operator struct {
	reviews *usecase.Reviews
	now     func() time.Time
}

// NewOperator returns the service.
func NewOperator(reviews *usecase.Reviews, now func() time.Time) *Operator {
	return &Operator{reviews: reviews, now: now}
}

func merchantState(o onboarding.Onboarding) *pcv1.MerchantState {
	return &pcv1.MerchantState{
		Ref: string(o.Ref), Status: string(o.Status), MerchantStatus: string(o.Merchant), DelegationStatus: string(o.DelegationStatus()),
		PayoutsOptInStatus: string(o.OptIn.Status),
	}
}

// DecideReview implements the contract.
func (s *Operator) DecideReview(ctx context.Context, req *pcv1.DecideReviewRequest) (*pcv1.DecideReviewResponse, error) {
	ref, by := pc.Ref(req.GetRef()), accessgrpc.By(ctx, s.now())
	var o onboarding.Onboarding
	var err error
	switch req.GetDecision() {
	case "correct":
		o, err = s.reviews.RequestCorrection(ctx, ref, req.GetCodes(), req.GetReasonCode(), by)
	case "reject":
		o, err = s.reviews.Reject(ctx, ref, req.GetReasonCode(), by)
	default:
		o, err = s.reviews.Approve(ctx, ref, by)
	}
	if err != nil {
		return nil, err
	}
	return &pcv1.DecideReviewResponse{Data: merchantState(o)}, nil
}

// BookTransfer implements the contract.
func (s *Operator) BookTransfer(ctx context.Context, req *pcv1.BookTransferRequest) (*pcv1.BookTransferResponse, error) {
	o, err := s.reviews.BookTransfer(ctx, pc.Ref(req.GetRef()), req.GetOutcome(), accessgrpc.By(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.BookTransferResponse{Data: merchantState(o)}, nil
}

// SuspendMerchant implements the contract.
func (s *Operator) SuspendMerchant(ctx context.Context, req *pcv1.SuspendMerchantRequest) (*pcv1.SuspendMerchantResponse, error) {
	o, err := s.reviews.SuspendMerchant(ctx, pc.Ref(req.GetRef()), accessgrpc.By(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.SuspendMerchantResponse{Data: merchantState(o)}, nil
}

// ResumeMerchant implements the contract.
func (s *Operator) ResumeMerchant(ctx context.Context, req *pcv1.ResumeMerchantRequest) (*pcv1.ResumeMerchantResponse, error) {
	o, err := s.reviews.ResumeMerchant(ctx, pc.Ref(req.GetRef()), accessgrpc.By(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ResumeMerchantResponse{Data: merchantState(o)}, nil
}

// RevokeDelegation implements the contract.
func (s *Operator) RevokeDelegation(ctx context.Context, req *pcv1.RevokeDelegationRequest) (*pcv1.RevokeDelegationResponse, error) {
	o, err := s.reviews.RevokeDelegation(ctx, pc.Ref(req.GetRef()), accessgrpc.By(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokeDelegationResponse{Data: merchantState(o)}, nil
}
