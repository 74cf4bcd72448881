package grpcapi

import (
	"context"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Settler makes settlements.
type Settler interface {
	Settle(ctx context.Context, merchant pc.Ref, force bool, now time.Time, by pc.AuditEntry, limit int) (books, settlements int, err error)
}

// SandboxMoneyStore is what test keys move.
type SandboxMoneyStore interface {
	PaymentChanger
	PayoutChanger
	Settler
	MerchantSummary(ctx context.Context, v pc.View, ref pc.Ref) (pc.MerchantSummary, error)
}

// SandboxMoney answers SandboxMoneyService.
type SandboxMoney struct {
	pcv1.UnimplementedSandboxMoneyServiceServer
	store SandboxMoneyStore
	links Links
	now   func() time.Time
}

// NewSandboxMoney returns the service.
func NewSandboxMoney(store SandboxMoneyStore, links Links, now func() time.Time) *SandboxMoney {
	return &SandboxMoney{store: store, links: links, now: now}
}

// AdvancePayment implements the contract.
func (s *SandboxMoney) AdvancePayment(ctx context.Context, req *pcv1.AdvancePaymentRequest) (*pcv1.AdvancePaymentResponse, error) {
	now := present(s.now)
	a, err := actInSandbox(ctx, now)
	if err != nil {
		return nil, err
	}
	m, p, err := s.store.ChangePayment(ctx, a, pc.PaymentID(req.GetPaymentId()), func(p *pc.Payment) error {
		if err := checkTo(ctx, req, req.GetTo(), pc.PaymentStatuses); err != nil {
			return err
		}
		return p.Advance(pc.PaymentStatus(req.GetTo()), now)
	})
	if err != nil {
		return nil, err
	}
	recorded(ctx)
	return &pcv1.AdvancePaymentResponse{Payment: paymentMessage(s.links, m, p, now)}, nil
}

// AdvancePayout implements the contract.
func (s *SandboxMoney) AdvancePayout(ctx context.Context, req *pcv1.AdvancePayoutRequest) (*pcv1.AdvancePayoutResponse, error) {
	now := present(s.now)
	a, err := actInSandbox(ctx, now)
	if err != nil {
		return nil, err
	}
	p, err := s.store.ChangePayout(ctx, a, pc.PayoutID(req.GetPayoutId()), func(p *pc.Payout) error {
		if err := checkTo(ctx, req, req.GetTo(), pc.PayoutStatuses); err != nil {
			return err
		}
		return p.Advance(pc.PayoutStatus(req.GetTo()), now)
	})
	if err != nil {
		return nil, err
	}
	recorded(ctx)
	return &pcv1.AdvancePayoutResponse{Payout: payoutMessage(p)}, nil
}

// checkTo judges the body of an advance, once what it concerns was found.
func checkTo[W ~string](ctx context.Context, req proto.Message, to string, words []W) error {
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return err
	}
	if !slices.Contains(words, W(to)) {
		return fault.Field("/to", "unknown_value", "must be one of the statuses that the API reference lists")
	}
	return nil
}

// SettleMerchant implements the contract.
func (s *SandboxMoney) SettleMerchant(ctx context.Context, req *pcv1.SettleMerchantRequest) (*pcv1.SettleMerchantResponse, error) {
	key, err := partnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := present(s.now)
	m, err := s.store.MerchantSummary(ctx, key.View(), pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	n, err := settleAll(ctx, s.store, m.Ref, true, now)
	if err != nil {
		return nil, err
	}
	if n > 0 {
		recorded(ctx)
	}
	return &pcv1.SettleMerchantResponse{MerchantRef: string(m.Ref), Settlements: int32(n)}, nil
}

// settleBatch is how many books are looked for at once.
const settleBatch = 100

// settleAll settles until nothing is left to settle.
func settleAll(ctx context.Context, store Settler, ref pc.Ref, force bool, now time.Time) (total int, err error) {
	for {
		books, n, err := store.Settle(ctx, ref, force, now, by(ctx, now), settleBatch)
		total += n
		if err != nil || books < settleBatch {
			return total, err
		}
	}
}
