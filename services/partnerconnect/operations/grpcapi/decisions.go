package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// ReviewOperator answers ReviewOperatorService.
type ReviewOperator struct {
	pcv1.UnsafeReviewOperatorServiceServer // every call is answered, or this does not compile

	Reviews   *usecase.Reviews
	Queue     *usecase.Queue
	Approvals *usecase.Approvals
	Exports   *usecase.Exports
	Search    *usecase.Search
	Labels    merchantgrpc.Labels
	Tokens    *keyring.Keyring // seals page tokens
	Now       func() time.Time
}

func merchantState(o onboarding.Onboarding) *pcv1.MerchantState {
	return &pcv1.MerchantState{
		Ref: string(o.Ref), Status: string(o.Status), MerchantStatus: string(o.Merchant),
		DelegationStatus:   string(o.DelegationStatus()),
		PayoutsOptInStatus: string(o.OptIn.Status),
	}
}

// DecideReview decides on an onboarding that is in review.
func (s *ReviewOperator) DecideReview(
	ctx context.Context, req *pcv1.DecideReviewRequest,
) (*pcv1.DecideReviewResponse, error) {
	ref, seen, by := pc.Ref(req.GetRef()), onboarding.Seen(req.GetIfMatch()), kernelgrpc.AuditEntry(ctx, s.Now())
	var o onboarding.Onboarding
	var proposed *approval.Approval
	var err error
	switch req.GetDecision() {
	case "correct":
		o, err = s.Reviews.RequestCorrection(ctx, ref, seen, req.GetCodes(), req.GetReasonCode(), by)
	case "reject":
		o, err = s.Reviews.Reject(ctx, ref, seen, req.GetReasonCode(), by)
	default:
		o, proposed, err = s.Approvals.Approve(ctx, ref, seen, ProposedBy(ctx, req.GetReason(), s.Now()))
	}
	if err != nil {
		return nil, err
	}
	return &pcv1.DecideReviewResponse{Data: merchantState(o), Approval: ApprovalMessage(proposed)}, nil
}

// BookTransfer reports an incoming verification transfer.
func (s *ReviewOperator) BookTransfer(
	ctx context.Context, req *pcv1.BookTransferRequest,
) (*pcv1.BookTransferResponse, error) {
	o, proposed, err := s.Approvals.BookTransfer(ctx, pc.Ref(req.GetRef()), req.GetOutcome(), ProposedBy(ctx, "", s.Now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.BookTransferResponse{Data: merchantState(o), Approval: ApprovalMessage(proposed)}, nil
}

// EraseMerchant erases personal data at a person's demand.
func (s *ReviewOperator) EraseMerchant(
	ctx context.Context, req *pcv1.EraseMerchantRequest,
) (*pcv1.EraseMerchantResponse, error) {
	o, proposed, err := s.Approvals.Erase(ctx, pc.Ref(req.GetRef()), ProposedBy(ctx, "", s.Now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.EraseMerchantResponse{Data: merchantState(o), Approval: ApprovalMessage(proposed)}, nil
}

// SuspendMerchant stops what is done for an active merchant.
func (s *ReviewOperator) SuspendMerchant(
	ctx context.Context, req *pcv1.SuspendMerchantRequest,
) (*pcv1.SuspendMerchantResponse, error) {
	o, err := s.Reviews.SuspendMerchant(ctx, pc.Ref(req.GetRef()), kernelgrpc.AuditEntry(ctx, s.Now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.SuspendMerchantResponse{Data: merchantState(o)}, nil
}

// ResumeMerchant ends a merchant's suspension.
func (s *ReviewOperator) ResumeMerchant(
	ctx context.Context, req *pcv1.ResumeMerchantRequest,
) (*pcv1.ResumeMerchantResponse, error) {
	o, err := s.Reviews.ResumeMerchant(ctx, pc.Ref(req.GetRef()), kernelgrpc.AuditEntry(ctx, s.Now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ResumeMerchantResponse{Data: merchantState(o)}, nil
}

// RevokeDelegation ends the partner's right to act for a merchant, and to payouts.
func (s *ReviewOperator) RevokeDelegation(
	ctx context.Context, req *pcv1.RevokeDelegationRequest,
) (*pcv1.RevokeDelegationResponse, error) {
	o, err := s.Reviews.RevokeDelegation(ctx, pc.Ref(req.GetRef()), kernelgrpc.AuditEntry(ctx, s.Now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.RevokeDelegationResponse{Data: merchantState(o)}, nil
}
