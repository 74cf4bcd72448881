package grpcapi

import (
	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// Operator answers what OperatorService asks of money.
type Operator struct {
	payments *usecase.Payments
	accounts *usecase.Accounts
	now      func() time.Time
}

// NewOperator returns the service.
func NewOperator(payments *usecase.Payments, accounts *usecase.Accounts, now func() time.Time) *Operator {
	return &Operator{payments: payments, accounts: accounts, now: now}
}

// VerifyLedger answers with what does not hold.
func (s *Operator) VerifyLedger(ctx context.Context, _ *pcv1.VerifyLedgerRequest) (*pcv1.VerifyLedgerResponse, error) {
	r, err := s.accounts.VerifyLedger(ctx)
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
	op := delegation.SystemOperation(audit.OperatorActor, "", transport.Present(s.now))
	op.Audit = accessgrpc.By(ctx, op.Now)
	m, p, err := s.payments.RefundPayment(ctx, op, money.PaymentID(req.GetPaymentId()), req.GetAmount())
	if err != nil {
		return nil, err
	}
	// What is refunded is paid, so no page is linked.
	return &pcv1.RefundPaymentResponse{Data: PaymentMessage(signedlink.Links{}, m, p, op.Now)}, nil
}
