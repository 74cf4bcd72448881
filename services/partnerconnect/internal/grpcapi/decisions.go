package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// decide applies what the operator decides on a merchant.
func (s *Operator) decide(ctx context.Context, store Changer, ref string, f func(o *pc.Onboarding, now time.Time) error) (*pcv1.MerchantState, error) {
	now := s.moment()
	o, err := store.ChangeOnboarding(ctx, pc.SystemView, pc.Ref(ref), now, by(ctx, now), func(o *pc.Onboarding) error { return f(o, now) })
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
	m, err := s.decide(ctx, s.store, req.GetRef(), func(o *pc.Onboarding, now time.Time) error {
		reason := req.GetReasonCode()
		switch req.GetDecision() {
		case "correct":
			if len(req.GetCodes()) == 0 {
				return fault.Field("/codes", "required", "must name at least one code of GET /requirements")
			}
			if reason == "" {
				reason = "correction_requested"
			}
			return o.RequestCorrection(req.GetCodes(), reason)
		case "reject":
			if reason == "" {
				reason = "other"
			}
			return o.Reject(reason, now)
		}
		return o.Approve()
	})
	if err != nil {
		return nil, err
	}
	return &pcv1.DecideReviewResponse{Merchant: m}, nil
}

// BookTransfer implements the contract.
func (s *Operator) BookTransfer(ctx context.Context, req *pcv1.BookTransferRequest) (*pcv1.BookTransferResponse, error) {
	m, err := s.decide(ctx, s.store, req.GetRef(), func(o *pc.Onboarding, now time.Time) error { return o.ReceiveTransfer(req.GetOutcome(), now) })
	if err != nil {
		return nil, err
	}
	return &pcv1.BookTransferResponse{Merchant: m}, nil
}

// SuspendMerchant implements the contract.
func (s *Operator) SuspendMerchant(ctx context.Context, req *pcv1.SuspendMerchantRequest) (*pcv1.SuspendMerchantResponse, error) {
	m, err := s.decide(ctx, s.withdraw, req.GetRef(), func(o *pc.Onboarding, _ time.Time) error { return o.Suspend() })
	if err != nil {
		return nil, err
	}
	return &pcv1.SuspendMerchantResponse{Merchant: m}, nil
}

// endedAtOnce is how many payments are ended between two looks at the time that a call has.
const endedAtOnce = 100

// ResumeMerchant implements the contract. Payments that were open when the merchant was suspended are ended first: none of them comes
// back to life, whether or not they have all been ended since.
func (s *Operator) ResumeMerchant(ctx context.Context, req *pcv1.ResumeMerchantRequest) (*pcv1.ResumeMerchantResponse, error) {
	for {
		n, err := s.store.EndPayments(ctx, pc.Ref(req.GetRef()), s.moment(), endedAtOnce)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			break
		}
	}
	m, err := s.decide(ctx, s.store, req.GetRef(), func(o *pc.Onboarding, _ time.Time) error { return o.Resume() })
	if err != nil {
		return nil, err
	}
	return &pcv1.ResumeMerchantResponse{Merchant: m}, nil
}

// RevokeDelegation implements the contract.
func (s *Operator) RevokeDelegation(ctx context.Context, req *pcv1.RevokeDelegationRequest) (*pcv1.RevokeDelegationResponse, error) {
	m, err := s.decide(ctx, s.withdraw, req.GetRef(), func(o *pc.Onboarding, now time.Time) error { return o.RevokeDelegation(pc.OperatorActor, now) })
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokeDelegationResponse{Merchant: m}, nil
}
