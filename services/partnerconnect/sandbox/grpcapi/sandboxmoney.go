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
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	delegationgrpc "github.com/partnerline/partnerline/services/partnerconnect/delegation/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// SandboxMoneyStore is what test keys move.
type SandboxMoneyStore interface {
	moneygrpc.PaymentChanger
	moneygrpc.PayoutChanger
	moneygrpc.Settler
	MerchantSummary(ctx context.Context, v access.View, ref pc.Ref) (onboarding.MerchantSummary, error)
}

// SandboxMoney answers SandboxMoneyService.
type SandboxMoney struct {
	pcv1.UnimplementedSandboxMoneyServiceServer
	store SandboxMoneyStore
	links signedlink.Links
	now   func() time.Time
}

// NewSandboxMoney returns the service.
func NewSandboxMoney(store SandboxMoneyStore, links signedlink.Links, now func() time.Time) *SandboxMoney {
	return &SandboxMoney{store: store, links: links, now: now}
}

// AdvancePayment implements the contract.
func (s *SandboxMoney) AdvancePayment(ctx context.Context, req *pcv1.AdvancePaymentRequest) (*pcv1.AdvancePaymentResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationInSandbox(ctx, now)
	if err != nil {
		return nil, err
	}
	m, p, err := s.store.ChangePayment(ctx, a, money.PaymentID(req.GetPaymentId()), func(p *money.Payment) error {
		if err := checkTo(ctx, req, req.GetTo(), money.PaymentStatuses); err != nil {
			return err
		}
		return p.Advance(money.PaymentStatus(req.GetTo()), now)
	})
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	return &pcv1.AdvancePaymentResponse{Payment: moneygrpc.PaymentMessage(s.links, m, p, now)}, nil
}

// AdvancePayout implements the contract.
func (s *SandboxMoney) AdvancePayout(ctx context.Context, req *pcv1.AdvancePayoutRequest) (*pcv1.AdvancePayoutResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationInSandbox(ctx, now)
	if err != nil {
		return nil, err
	}
	p, err := s.store.ChangePayout(ctx, a, money.PayoutID(req.GetPayoutId()), func(p *money.Payout) error {
		if err := checkTo(ctx, req, req.GetTo(), money.PayoutStatuses); err != nil {
			return err
		}
		return p.Advance(money.PayoutStatus(req.GetTo()), now)
	})
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	return &pcv1.AdvancePayoutResponse{Payout: moneygrpc.PayoutMessage(p)}, nil
}

// checkTo checks the body of an advance, once its object was found.
func checkTo[W ~string](ctx context.Context, req proto.Message, to string, allowed []W) error {
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return err
	}
	if !slices.Contains(allowed, W(to)) {
		return fault.Field("/to", "unknown_value", "must be one of the statuses that the API reference lists")
	}
	return nil
}

// SettleMerchant implements the contract.
func (s *SandboxMoney) SettleMerchant(ctx context.Context, req *pcv1.SettleMerchantRequest) (*pcv1.SettleMerchantResponse, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := transport.Present(s.now)
	m, err := s.store.MerchantSummary(ctx, key.View(), pc.Ref(req.GetRef()))
	if err != nil {
		return nil, err
	}
	n, err := moneygrpc.SettleAll(ctx, s.store, m.Ref, true, now)
	if err != nil {
		return nil, err
	}
	if n > 0 {
		accessgrpc.Recorded(ctx)
	}
	return &pcv1.SettleMerchantResponse{MerchantRef: string(m.Ref), Settlements: int32(n)}, nil
}
