package grpcapi

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// MoneyOperator answers MoneyOperatorService.
type MoneyOperator struct {
	pcv1.UnsafeMoneyOperatorServiceServer // every call is answered, or this does not compile

	Payouts  *usecase.Payouts
	Accounts *usecase.Accounts
	Tariffs  *usecase.Tariffs
	Searches *usecase.Searches
	Lines    *usecase.Lines
	Labels   merchantgrpc.Labels
	Tokens   *keyring.Keyring // seals page tokens
	Now      func() time.Time
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

// WithdrawPayout answers with the payout as it is afterwards.
func (s *MoneyOperator) WithdrawPayout(
	ctx context.Context, req *pcv1.WithdrawPayoutRequest,
) (*pcv1.WithdrawPayoutResponse, error) {
	p, err := s.Payouts.WithdrawPayout(ctx, InternalOperation(ctx, s.Now), money.PayoutID(req.GetPayoutId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.WithdrawPayoutResponse{Data: PayoutMessage(p)}, nil
}

// ListReconciliations answers with the last reconciliation of each account and currency.
func (s *MoneyOperator) ListReconciliations(
	ctx context.Context, _ *pcv1.ListReconciliationsRequest,
) (*pcv1.ListReconciliationsResponse, error) {
	all, err := s.Lines.Reconciliations(ctx)
	if err != nil {
		return nil, err
	}
	resp := &pcv1.ListReconciliationsResponse{}
	for _, r := range all {
		m := &pcv1.Reconciliation{
			Account: r.Account, Currency: r.Currency, StatementId: r.Statement, Closing: r.Closing, Ledger: r.Ledger,
			AtEngine:  r.AtEngine,
			Unmatched: r.Unmatched, Explained: r.Explained, Difference: r.Difference(), ReconciledAt: timestamppb.New(r.At),
		}
		if r.ClosedOn != nil {
			m.ClosedOn = r.ClosedOn.Format(time.DateOnly)
		}
		resp.Data = append(resp.Data, m)
	}
	return resp, nil
}
