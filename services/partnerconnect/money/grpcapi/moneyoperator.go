package grpcapi

import (
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"

	"context"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
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
	n, err := SettleAll(ctx, s.store, pc.Ref(req.GetMerchantRef()), req.GetForce(), transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	return &pcv1.RunSettlementResponse{Settlements: int32(n)}, nil
}

// RefundPayment implements the contract.
func (s *Operator) RefundPayment(ctx context.Context, req *pcv1.RefundPaymentRequest) (*pcv1.RefundPaymentResponse, error) {
	now := transport.Present(s.now)
	a := delegation.SystemOperation(audit.OperatorActor, "", now)
	a.Audit = accessgrpc.By(ctx, now)
	m, p, err := s.store.ChangePayment(ctx, a, money.PaymentID(req.GetPaymentId()), func(p *money.Payment) error {
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
	return &pcv1.RefundPaymentResponse{Data: PaymentMessage(signedlink.Links{}, m, p, now)}, nil
}

// A Settler makes settlements.
type Settler interface {
	Settle(ctx context.Context, merchant pc.Ref, force bool, now time.Time, by audit.Entry, limit int) (books, settlements int, err error)
}

// settleBatch is how many books are looked for at once.
const settleBatch = 100

// SettleAll settles until nothing is left to settle.
func SettleAll(ctx context.Context, store Settler, ref pc.Ref, force bool, now time.Time) (total int, err error) {
	for {
		books, n, err := store.Settle(ctx, ref, force, now, accessgrpc.By(ctx, now), settleBatch)
		total += n
		if err != nil || books < settleBatch {
			return total, err
		}
	}
}
