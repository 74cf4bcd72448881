package grpcapi

import (
	"context"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	financegrpc "github.com/partnerline/partnerline/services/partnerconnect/finance/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// SandboxMoney answers SandboxMoneyService.
type SandboxMoney struct {
	pcv1.UnimplementedSandboxMoneyServiceServer
	payments    *financeusecase.Payments
	chargebacks *financeusecase.Chargebacks
	payouts     *financeusecase.Payouts
	accounts    *financeusecase.Accounts
	links       signedlink.Links
	now         func() time.Time
}

// NewSandboxMoney returns the service.
func NewSandboxMoney(
	payments *financeusecase.Payments, chargebacks *financeusecase.Chargebacks, payouts *financeusecase.Payouts,
	accounts *financeusecase.Accounts, links signedlink.Links, now func() time.Time,
) *SandboxMoney {
	return &SandboxMoney{
		payments: payments, chargebacks: chargebacks, payouts: payouts, accounts: accounts, links: links, now: now,
	}
}

// AdvancePayment answers with the payment as it is afterwards.
func (s *SandboxMoney) AdvancePayment(
	ctx context.Context, req *pcv1.AdvancePaymentRequest,
) (*pcv1.AdvancePaymentResponse, error) {
	op, err := merchantgrpc.OperationInSandbox(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	id := money.PaymentID(req.GetPaymentId())
	if _, _, err := s.payments.GetPayment(ctx, op, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	m, p, err := s.payments.AdvancePayment(ctx, op, id, money.PaymentStatus(req.GetTo()))
	if err != nil {
		return nil, err
	}
	return &pcv1.AdvancePaymentResponse{Payment: financegrpc.PaymentMessage(s.links, m, p, op.Now)}, nil
}

// AdvancePayout answers with the payout as it is afterwards.
func (s *SandboxMoney) AdvancePayout(
	ctx context.Context, req *pcv1.AdvancePayoutRequest,
) (*pcv1.AdvancePayoutResponse, error) {
	op, err := merchantgrpc.OperationInSandbox(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	id := money.PayoutID(req.GetPayoutId())
	if _, err := s.payouts.GetPayout(ctx, op, id); err != nil {
		return nil, err
	}
	if err := grpcserver.CheckBody(ctx, req); err != nil {
		return nil, err
	}
	p, err := s.payouts.AdvancePayout(ctx, op, id, money.PayoutStatus(req.GetTo()))
	if err != nil {
		return nil, err
	}
	return &pcv1.AdvancePayoutResponse{Payout: financegrpc.PayoutMessage(p)}, nil
}

// SettleMerchant answers with the number of settlements made.
func (s *SandboxMoney) SettleMerchant(
	ctx context.Context, req *pcv1.SettleMerchantRequest,
) (*pcv1.SettleMerchantResponse, error) {
	key, err := kernelgrpc.PartnerKey(ctx)
	if err != nil {
		return nil, err
	}
	now := kernelgrpc.Now(s.now)
	n, err := s.accounts.SettleMerchant(ctx, key.View(), pc.Ref(req.GetRef()), now, kernelgrpc.AuditEntry(ctx, now))
	if err != nil {
		return nil, err
	}
	return &pcv1.SettleMerchantResponse{MerchantRef: req.GetRef(), Settlements: int32(n)}, nil
}

// ChargeBackPayment answers 201 with the chargeback.
func (s *SandboxMoney) ChargeBackPayment(
	ctx context.Context, req *pcv1.ChargeBackPaymentRequest,
) (*pcv1.ChargeBackPaymentResponse, error) {
	op, err := merchantgrpc.OperationInSandbox(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	order := money.ChargebackOrder{
		Payment: money.PaymentID(req.GetPaymentId()), Amount: req.GetAmount(), AmountSent: req.Amount != nil,
		All: req.GetAll(),
	}
	if _, _, err := s.payments.GetPayment(ctx, op, order.Payment); err != nil {
		return nil, err
	}
	if err := fault.First(grpcserver.CheckBody(ctx, req), order.Check()); err != nil {
		return nil, err
	}
	c, err := s.chargebacks.ChargeBackPayment(ctx, op, order)
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	return &pcv1.ChargeBackPaymentResponse{Chargeback: financegrpc.ChargebackMessage(c)}, nil
}

// ReverseChargeback answers with the chargeback as it is afterwards.
func (s *SandboxMoney) ReverseChargeback(
	ctx context.Context, req *pcv1.ReverseChargebackRequest,
) (*pcv1.ReverseChargebackResponse, error) {
	op, err := merchantgrpc.OperationInSandbox(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	c, err := s.chargebacks.ReverseChargeback(ctx, op, money.PaymentID(req.GetPaymentId()),
		money.ChargebackID(req.GetChargebackId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.ReverseChargebackResponse{Chargeback: financegrpc.ChargebackMessage(c)}, nil
}
