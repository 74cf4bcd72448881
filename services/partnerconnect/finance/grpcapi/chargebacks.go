package grpcapi

import (
	"context"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// ListChargebacks answers with a page of chargebacks, newest first.
func (s *Payments) ListChargebacks(
	ctx context.Context, req *pcv1.ListChargebacksRequest,
) (*pcv1.ListChargebacksResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	asked, err := kernelgrpc.Page(s.tokens, req, "chargebacks", op.Merchant, req.GetPaymentId())
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(after *money.ChargebackID, limit int) ([]money.Chargeback, error) {
		return s.chargebacks.ListChargebacks(ctx, op, money.PaymentID(req.GetPaymentId()),
			money.ChargebackQuery{After: after, Limit: limit})
	}, func(c money.Chargeback) money.ChargebackID { return c.ID })
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListChargebacksResponse{NextPageToken: page.Next}
	for _, c := range page.Rows {
		out.Data = append(out.Data, ChargebackMessage(c))
	}
	return out, nil
}

// GetChargeback answers with a chargeback of a payment of the merchant.
func (s *Payments) GetChargeback(
	ctx context.Context, req *pcv1.GetChargebackRequest,
) (*pcv1.GetChargebackResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	c, err := s.chargebacks.GetChargeback(ctx, op, money.PaymentID(req.GetPaymentId()),
		money.ChargebackID(req.GetChargebackId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetChargebackResponse{Chargeback: ChargebackMessage(c)}, nil
}

// ChargebackMessage is what is shown of a chargeback.
func ChargebackMessage(c money.Chargeback) *pcv1.Chargeback {
	return &pcv1.Chargeback{
		ChargebackId: string(c.ID), PaymentId: string(c.Payment), MerchantRef: string(c.Merchant), Status: string(c.Status),
		Amount:   c.Amount,
		Currency: c.Currency, ReasonCode: c.ReasonCode, RespondBy: kernelgrpc.Timestamp(c.RespondBy), Livemode: c.Livemode,
		CreatedAt: timestamppb.New(c.CreatedAt), UpdatedAt: timestamppb.New(c.UpdatedAt), Fee: c.Fee,
	}
}
