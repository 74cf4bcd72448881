package grpcapi

import (
	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
)

// LedgerStore is what an operator does about money.
type LedgerStore interface {
	VerifyLedger(ctx context.Context) (ledger.Report, error)
	PaymentChanger
	EndPayments(ctx context.Context, merchant pc.Ref, now time.Time, limit int) (int, error)
	Settler
}

// VerifyLedger implements the contract.
func (s *Operator) VerifyLedger(ctx context.Context, _ *pcv1.VerifyLedgerRequest) (*pcv1.VerifyLedgerResponse, error) {
	r, err := s.store.VerifyLedger(ctx)
	if err != nil {
		return nil, err
	}
	return &pcv1.VerifyLedgerResponse{
		Intact: len(r.Faults) == 0, Books: r.Books, Entries: r.Entries, Transactions: r.Transactions, Settlements: r.Settlements, Payouts: r.Payouts,
		Faults: r.Faults,
	}, nil
}

// RunSettlement implements the contract.
func (s *Operator) RunSettlement(ctx context.Context, req *pcv1.RunSettlementRequest) (*pcv1.RunSettlementResponse, error) {
	n, err := settleAll(ctx, s.store, pc.Ref(req.GetMerchantRef()), req.GetForce(), s.moment())
	if err != nil {
		return nil, err
	}
	return &pcv1.RunSettlementResponse{Settlements: int32(n)}, nil
}

// RefundPayment implements the contract.
func (s *Operator) RefundPayment(ctx context.Context, req *pcv1.RefundPaymentRequest) (*pcv1.RefundPaymentResponse, error) {
	now := s.moment()
	a := pc.SystemAct(pc.OperatorActor, "", now)
	a.Audit = by(ctx, now)
	m, p, err := s.store.ChangePayment(ctx, a, pc.PaymentID(req.GetPaymentId()), func(p *pc.Payment) error {
		amount := req.GetAmount()
		if amount == 0 {
			amount = p.Amount - p.Refunded
		}
		return p.Refund(amount, now)
	})
	if err != nil {
		return nil, err
	}
	// What is refunded is paid, so no page is linked.
	return &pcv1.RefundPaymentResponse{Payment: paymentMessage(Links{}, m, p, now)}, nil
}
