package grpcapi

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	financegrpc "github.com/partnerline/partnerline/services/partnerconnect/finance/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/usecase"
)

// MoneyOperator answers what OperatorService asks of money.
type MoneyOperator struct {
	Approvals *usecase.Approvals
	Payments  *financeusecase.Payments
	Payouts   *financeusecase.Payouts
	Accounts  *financeusecase.Accounts
	Tariffs   *financeusecase.Tariffs
	Searches  *financeusecase.Searches
	Tokens    *keyring.Keyring // seals page tokens
	Now       func() time.Time
}

// VerifyLedger answers with what does not hold.
func (s *MoneyOperator) VerifyLedger(
	ctx context.Context, _ *pcv1.VerifyLedgerRequest,
) (*pcv1.VerifyLedgerResponse, error) {
	r, err := s.Accounts.VerifyLedger(ctx, kernelgrpc.AuditEntry(ctx, s.Now()))
	if err != nil {
		return nil, err
	}
	return &pcv1.VerifyLedgerResponse{
		Intact: len(r.Faults) == 0, Books: r.Books, Entries: r.Entries, Transactions: r.Transactions,
		Settlements: r.Settlements, Payouts: r.Payouts,
		Faults: r.Faults,
	}, nil
}

// RunSettlement answers with the number of settlements made.
func (s *MoneyOperator) RunSettlement(
	ctx context.Context, req *pcv1.RunSettlementRequest,
) (*pcv1.RunSettlementResponse, error) {
	now := kernelgrpc.Now(s.Now)
	n, err := s.Accounts.RunSettlement(ctx, pc.Ref(req.GetMerchantRef()), req.GetForce(), now,
		kernelgrpc.AuditEntry(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.RunSettlementResponse{Settlements: int32(n)}, nil
}

// RefundPayment answers with the payment as it is afterwards.
func (s *MoneyOperator) RefundPayment(
	ctx context.Context, req *pcv1.RefundPaymentRequest,
) (*pcv1.RefundPaymentResponse, error) {
	op := financegrpc.InternalOperation(ctx, s.Now)
	m, p, proposed, err := s.Approvals.RefundPayment(ctx, op, money.PaymentID(req.GetPaymentId()), req.GetAmount(),
		ProposedBy(ctx, req.GetReason(), op.Now))
	if err != nil {
		return nil, err
	}
	// A refunded payment is paid, so no page is linked.
	return &pcv1.RefundPaymentResponse{
		Data: financegrpc.PaymentMessage(signedlink.Links{}, m, p, op.Now), Approval: ApprovalMessage(proposed),
	}, nil
}

// WithdrawPayout answers with the payout as it is afterwards.
func (s *MoneyOperator) WithdrawPayout(
	ctx context.Context, req *pcv1.WithdrawPayoutRequest,
) (*pcv1.WithdrawPayoutResponse, error) {
	p, err := s.Payouts.WithdrawPayout(ctx, financegrpc.InternalOperation(ctx, s.Now), money.PayoutID(req.GetPayoutId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.WithdrawPayoutResponse{Data: financegrpc.PayoutMessage(p)}, nil
}
