package grpcapi

import (
	"context"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	delegationgrpc "github.com/partnerline/partnerline/services/partnerconnect/delegation/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneygrpc "github.com/partnerline/partnerline/services/partnerconnect/money/grpcapi"
	moneyusecase "github.com/partnerline/partnerline/services/partnerconnect/money/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// SandboxMoney answers SandboxMoneyService.
type SandboxMoney struct {
	pcv1.UnimplementedSandboxMoneyServiceServer
	payments    *moneyusecase.Payments
	chargebacks *moneyusecase.Chargebacks
	payouts     *moneyusecase.Payouts
	accounts    *moneyusecase.Accounts
	links       signedlink.Links
	now         func() time.Time
}

// NewSandboxMoney returns the service.
func NewSandboxMoney(payments *moneyusecase.Payments, chargebacks *moneyusecase.Chargebacks, payouts *moneyusecase.Payouts, accounts *moneyusecase.Accounts, links signedlink.Links, now func() time.Time) *SandboxMoney {
	return &SandboxMoney{payments: payments, chargebacks: chargebacks, payouts: payouts, accounts: accounts, links: links, now: now}
}

// AdvancePayment answers with the payment as it is afterwards.
func (s *SandboxMoney) AdvancePayment(ctx context.Context, req *pcv1.AdvancePaymentRequest) (*pcv1.AdvancePaymentResponse, error) {
	op, err := delegationgrpc.OperationInSandbox(ctx, transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	m, p, err := s.payments.AdvancePayment(ctx, op, money.PaymentID(req.GetPaymentId()), money.PaymentStatus(req.GetTo()), grpcserver.CheckBody(ctx, req))
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	return &pcv1.AdvancePaymentResponse{Payment: moneygrpc.PaymentMessage(s.links, m, p, op.Now)}, nil
}

// AdvancePayout answers with the payout as it is afterwards.
func (s *SandboxMoney) AdvancePayout(ctx context.Context, req *pcv1.AdvancePayoutRequest) (*pcv1.AdvancePayoutResponse, error) {
	op, err := delegationgrpc.OperationInSandbox(ctx, transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	p, err := s.payouts.AdvancePayout(ctx, op, money.PayoutID(req.GetPayoutId()), money.PayoutStatus(req.GetTo()), grpcserver.CheckBody(ctx, req))
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	return &pcv1.AdvancePayoutResponse{Payout: moneygrpc.PayoutMessage(p)}, nil
}

// SettleMerchant answers with the number of settlements made.
func (s *SandboxMoney) SettleMerchant(ctx context.Context, req *pcv1.SettleMerchantRequest) (*pcv1.SettleMerchantResponse, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := transport.Present(s.now)
	n, err := s.accounts.SettleMerchant(ctx, key.View(), pc.Ref(req.GetRef()), now, accessgrpc.By(ctx, now))
	if err != nil {
		return nil, err
	}
	if n > 0 {
		accessgrpc.Recorded(ctx)
	}
	return &pcv1.SettleMerchantResponse{MerchantRef: req.GetRef(), Settlements: int32(n)}, nil
}

// ChargeBackPayment answers 201 with the chargeback.
func (s *SandboxMoney) ChargeBackPayment(ctx context.Context, req *pcv1.ChargeBackPaymentRequest) (*pcv1.ChargeBackPaymentResponse, error) {
	op, err := delegationgrpc.OperationInSandbox(ctx, transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	c, err := s.chargebacks.ChargeBackPayment(ctx, op, money.ChargebackOrder{
		Payment: money.PaymentID(req.GetPaymentId()), Amount: req.GetAmount(), AmountSent: req.Amount != nil, All: req.GetAll(),
	}, grpcserver.CheckBody(ctx, req))
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	return &pcv1.ChargeBackPaymentResponse{Chargeback: moneygrpc.ChargebackMessage(c)}, nil
}

// ReverseChargeback answers with the chargeback as it is afterwards.
func (s *SandboxMoney) ReverseChargeback(ctx context.Context, req *pcv1.ReverseChargebackRequest) (*pcv1.ReverseChargebackResponse, error) {
	op, err := delegationgrpc.OperationInSandbox(ctx, transport.Present(s.now))
	if err != nil {
		return nil, err
	}
	c, err := s.chargebacks.ReverseChargeback(ctx, op, money.PaymentID(req.GetPaymentId()), money.ChargebackID(req.GetChargebackId()))
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	return &pcv1.ReverseChargebackResponse{Chargeback: moneygrpc.ChargebackMessage(c)}, nil
}
