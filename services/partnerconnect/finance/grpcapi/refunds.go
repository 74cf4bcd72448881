package grpcapi

import (
	"context"
	"net/http"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// CreateRefund answers 201 for a new refund and 200 for one that the same request created before.
func (s *Payments) CreateRefund(
	ctx context.Context, req *pcv1.CreateRefundRequest,
) (*pcv1.CreateRefundResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	r, created, err := s.payments.CreateRefund(ctx, op, money.RefundOrder{
		Payment: money.PaymentID(req.GetPaymentId()), Amount: req.GetAmount(), AmountSent: req.Amount != nil,
		All:         req.GetAll(),
		ExternalRef: req.GetExternalRef(),
	}, grpcserver.CheckBody(ctx, req))
	if err != nil {
		return nil, err
	}
	if created {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/payments/"+string(r.Payment)+"/refunds/"+string(r.ID))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.CreateRefundResponse{Refund: RefundMessage(r)}, nil
}

// ListRefunds answers with a page of refunds, newest first.
func (s *Payments) ListRefunds(ctx context.Context, req *pcv1.ListRefundsRequest) (*pcv1.ListRefundsResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	asked, err := kernelgrpc.Page(s.tokens, req, "refunds", op.Merchant, req.GetPaymentId())
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(after *money.RefundID, limit int) ([]money.Refund, error) {
		return s.payments.ListRefunds(ctx, op, money.PaymentID(req.GetPaymentId()),
			money.RefundQuery{After: after, Limit: limit})
	}, func(r money.Refund) money.RefundID { return r.ID })
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListRefundsResponse{NextPageToken: page.Next}
	for _, r := range page.Rows {
		out.Data = append(out.Data, RefundMessage(r))
	}
	return out, nil
}

// GetRefund answers with a refund of a payment of the merchant.
func (s *Payments) GetRefund(ctx context.Context, req *pcv1.GetRefundRequest) (*pcv1.GetRefundResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	r, err := s.payments.GetRefund(ctx, op, money.PaymentID(req.GetPaymentId()), money.RefundID(req.GetRefundId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetRefundResponse{Refund: RefundMessage(r)}, nil
}

func RefundMessage(r money.Refund) *pcv1.Refund {
	return &pcv1.Refund{
		RefundId: string(r.ID), PaymentId: string(r.Payment), MerchantRef: string(r.Merchant), Status: string(r.Status),
		Amount:   r.Amount,
		Currency: r.Currency, ExternalRef: r.ExternalRef, ActedBy: actedBy(r.ActedBy),
		ReasonCode: kernelgrpc.Optional(r.ReasonCode),
		Livemode:   r.Livemode, CreatedAt: timestamppb.New(r.CreatedAt), UpdatedAt: timestamppb.New(r.UpdatedAt),
	}
}
