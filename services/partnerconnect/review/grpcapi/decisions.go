package grpcapi

import (
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"

	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/review"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// decide applies what the operator decides on a merchant.
func (s *Operator) decide(ctx context.Context, store *onboardingusecase.Changer, ref string, f func(o *onboarding.Onboarding, now time.Time) error) (*pcv1.MerchantState, error) {
	now := transport.Present(s.now)
	o, err := store.Change(ctx, access.SystemView, pc.Ref(ref), now, accessgrpc.By(ctx, now), func(o *onboarding.Onboarding) error { return f(o, now) })
	if err != nil {
		return nil, err
	}
	return &pcv1.MerchantState{
		Ref: string(o.Ref), Status: string(o.Status), MerchantStatus: string(o.Merchant), DelegationStatus: string(o.DelegationStatus()),
		PayoutsOptInStatus: string(o.OptIn.Status),
	}, nil
}

// DecideReview implements the contract.
func (s *Operator) DecideReview(ctx context.Context, req *pcv1.DecideReviewRequest) (*pcv1.DecideReviewResponse, error) {
	m, err := s.decide(ctx, s.store, req.GetRef(), func(o *onboarding.Onboarding, now time.Time) error {
		reason := req.GetReasonCode()
		switch req.GetDecision() {
		case "correct":
			if len(req.GetCodes()) == 0 {
				return fault.Field("/codes", "required", "must name at least one code of GET /requirements")
			}
			if reason == "" {
				reason = "correction_requested"
			}
			return review.RequestCorrection(o, req.GetCodes(), reason)
		case "reject":
			if reason == "" {
				reason = "other"
			}
			return review.Reject(o, reason, now)
		}
		return review.Approve(o)
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.DecideReviewResponse{Data: m}, nil
}

// BookTransfer implements the contract.
func (s *Operator) BookTransfer(ctx context.Context, req *pcv1.BookTransferRequest) (*pcv1.BookTransferResponse, error) {
	m, err := s.decide(ctx, s.store, req.GetRef(), func(o *onboarding.Onboarding, now time.Time) error {
		return signing.ReceiveTransfer(o, req.GetOutcome(), now)
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.BookTransferResponse{Data: m}, nil
}

// SuspendMerchant implements the contract.
func (s *Operator) SuspendMerchant(ctx context.Context, req *pcv1.SuspendMerchantRequest) (*pcv1.SuspendMerchantResponse, error) {
	m, err := s.decide(ctx, s.withdraw, req.GetRef(), func(o *onboarding.Onboarding, _ time.Time) error { return review.Suspend(o) })
	if err != nil {
		return nil, err
	}
	return &pcv1.SuspendMerchantResponse{Data: m}, nil
}

// endedAtOnce is how many payments are ended between two looks at the time that a call has.
const endedAtOnce = 100

// ResumeMerchant implements the contract. Payments that were open when the merchant was suspended are ended first: none of them comes
// back to life, whether or not they have all been ended since.
func (s *Operator) ResumeMerchant(ctx context.Context, req *pcv1.ResumeMerchantRequest) (*pcv1.ResumeMerchantResponse, error) {
	for {
		n, err := s.money.EndPayments(ctx, pc.Ref(req.GetRef()), transport.Present(s.now), endedAtOnce)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			break
		}
	}
	m, err := s.decide(ctx, s.store, req.GetRef(), func(o *onboarding.Onboarding, _ time.Time) error { return review.Resume(o) })
	if err != nil {
		return nil, err
	}
	return &pcv1.ResumeMerchantResponse{Data: m}, nil
}

// RevokeDelegation implements the contract.
func (s *Operator) RevokeDelegation(ctx context.Context, req *pcv1.RevokeDelegationRequest) (*pcv1.RevokeDelegationResponse, error) {
	m, err := s.decide(ctx, s.withdraw, req.GetRef(), func(o *onboarding.Onboarding, now time.Time) error {
		return signing.RevokeDelegation(o, audit.OperatorActor, now)
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokeDelegationResponse{Data: m}, nil
}
