package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	approvalgrpc "github.com/partnerline/partnerline/services/partnerconnect/approval/grpcapi"
	approvalusecase "github.com/partnerline/partnerline/services/partnerconnect/approval/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Operator answers what OperatorService asks of money.
type Operator struct {
	approvals *approvalusecase.Approvals
	payments  *usecase.Payments
	payouts   *usecase.Payouts
	accounts  *usecase.Accounts
	tariffs   *usecase.Tariffs
	searches  *usecase.Searches
	tokens    *keyring.Keyring
	now       func() time.Time
}

// NewOperator returns the service; tokens seals page tokens.
func NewOperator(approvals *approvalusecase.Approvals, payments *usecase.Payments, payouts *usecase.Payouts, accounts *usecase.Accounts, tariffs *usecase.Tariffs, searches *usecase.Searches, tokens *keyring.Keyring, now func() time.Time) *Operator {
	return &Operator{approvals: approvals, payments: payments, payouts: payouts, accounts: accounts, tariffs: tariffs, searches: searches, tokens: tokens, now: now}
}

// VerifyLedger answers with what does not hold.
func (s *Operator) VerifyLedger(ctx context.Context, _ *pcv1.VerifyLedgerRequest) (*pcv1.VerifyLedgerResponse, error) {
	r, err := s.accounts.VerifyLedger(ctx, accessgrpc.By(ctx, s.now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.VerifyLedgerResponse{
		Intact: len(r.Faults) == 0, Books: r.Books, Entries: r.Entries, Transactions: r.Transactions, Settlements: r.Settlements, Payouts: r.Payouts,
		Faults: r.Faults,
	}, nil
}

// RunSettlement answers with the number of settlements made.
func (s *Operator) RunSettlement(ctx context.Context, req *pcv1.RunSettlementRequest) (*pcv1.RunSettlementResponse, error) {
	now := transport.Present(s.now)
	n, err := s.accounts.RunSettlement(ctx, pc.Ref(req.GetMerchantRef()), req.GetForce(), now, accessgrpc.By(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.RunSettlementResponse{Settlements: int32(n)}, nil
}

// RefundPayment answers with the payment as it is afterwards.
func (s *Operator) RefundPayment(ctx context.Context, req *pcv1.RefundPaymentRequest) (*pcv1.RefundPaymentResponse, error) {
	op := operation(ctx, s.now)
	m, p, proposed, err := s.approvals.RefundPayment(ctx, op, money.PaymentID(req.GetPaymentId()), req.GetAmount(), approvalgrpc.By(ctx, req.GetReason(), op.Now))
	if err != nil {
		return nil, err
	}
	// What is refunded is paid, so no page is linked.
	return &pcv1.RefundPaymentResponse{Data: PaymentMessage(signedlink.Links{}, m, p, op.Now), Approval: approvalgrpc.Message(proposed)}, nil
}

// WithdrawPayout answers with the payout as it is afterwards.
func (s *Operator) WithdrawPayout(ctx context.Context, req *pcv1.WithdrawPayoutRequest) (*pcv1.WithdrawPayoutResponse, error) {
	p, err := s.payouts.WithdrawPayout(ctx, operation(ctx, s.now), money.PayoutID(req.GetPayoutId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.WithdrawPayoutResponse{Data: PayoutMessage(p)}, nil
}

// operation is one of an internal caller.
func operation(ctx context.Context, now func() time.Time) delegation.Operation {
	op := delegation.SystemOperation(audit.OperatorActor, "", transport.Present(now))
	op.Audit = accessgrpc.By(ctx, op.Now)
	return op
}
