package grpcapi

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/cursor"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/keyring"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// Payouts answers PayoutService.
type Payouts struct {
	pcv1.UnimplementedPayoutServiceServer
	payouts *usecase.Payouts
	links   signedlink.Links
	tokens  *keyring.Keyring
	now     func() time.Time
}

// NewPayouts returns the service; links makes the URLs of the hosted flow, tokens seals page tokens.
func NewPayouts(
	payouts *usecase.Payouts, links signedlink.Links, tokens *keyring.Keyring, now func() time.Time,
) *Payouts {
	return &Payouts{payouts: payouts, links: links, tokens: tokens, now: now}
}

// RequestPayoutsOptIn answers 201 when the merchant is asked, and with where it grants the opt-in.
func (s *Payouts) RequestPayoutsOptIn(
	ctx context.Context, req *pcv1.RequestPayoutsOptInRequest,
) (*pcv1.RequestPayoutsOptInResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	o, requested, err := s.payouts.RequestPayoutsOptIn(ctx, op)
	if err != nil {
		return nil, err
	}
	if requested {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
	}
	next := &pcv1.NextAction{Type: "none"}
	if o.OptIn.Status != delegation.OptInGranted {
		next = merchantgrpc.NextAction(s.links, o, nil, op.Now)
	}
	return &pcv1.RequestPayoutsOptInResponse{
		MerchantRef: string(o.Ref), PayoutsOptIn: merchantgrpc.OptInMessage(o.OptIn), NextAction: next,
	}, nil
}

// CreatePayout answers 201 for a new payout and 200 for one that the same request made before.
func (s *Payouts) CreatePayout(ctx context.Context, req *pcv1.CreatePayoutRequest) (*pcv1.CreatePayoutResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	var empty []fault.Violation
	if req.Description != nil && req.GetDescription() == "" {
		empty = []fault.Violation{{
			Field: "/description", Code: "empty", Message: "must not be empty; leave it out if there is none",
		}}
	}
	p, created, err := s.payouts.RequestPayout(ctx, op, money.PayoutOrder{
		Amount: req.GetAmount(), AmountSent: req.Amount != nil, All: req.GetAll(), Currency: req.GetCurrency(),
		ExternalRef: req.GetExternalRef(),
		Description: req.GetDescription(),
	}, fault.JoinViolations(grpcserver.CheckBody(ctx, req), empty))
	if err != nil {
		return nil, err
	}
	if created {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/merchants/"+string(p.Merchant)+"/payouts/"+string(p.ID))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.CreatePayoutResponse{Payout: PayoutMessage(p)}, nil
}

// ListPayouts answers with a page of payouts, newest first.
func (s *Payouts) ListPayouts(ctx context.Context, req *pcv1.ListPayoutsRequest) (*pcv1.ListPayoutsResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	if err := kernelgrpc.OneOfParameter("status", req.Status, money.PayoutStatuses); err != nil {
		return nil, err
	}
	q := money.PayoutQuery{Status: money.PayoutStatus(req.GetStatus()), Currency: req.GetCurrency()}
	asked, err := kernelgrpc.Page(s.tokens, req, "payouts", req.GetRef(), q)
	if err != nil {
		return nil, err
	}
	page, err := cursor.Fetch(asked, func(after *money.PayoutID, limit int) ([]money.Payout, error) {
		q.After, q.Limit = after, limit
		return s.payouts.ListPayouts(ctx, op, q)
	}, func(p money.Payout) money.PayoutID { return p.ID })
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListPayoutsResponse{NextPageToken: page.Next}
	for _, p := range page.Rows {
		out.Data = append(out.Data, PayoutMessage(p))
	}
	return out, nil
}

// GetPayout answers with a payout of the merchant.
func (s *Payouts) GetPayout(ctx context.Context, req *pcv1.GetPayoutRequest) (*pcv1.GetPayoutResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	p, err := s.payouts.GetPayout(ctx, op, money.PayoutID(req.GetPayoutId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetPayoutResponse{Payout: PayoutMessage(p)}, nil
}

// CancelPayout answers with the payout as it is afterwards.
func (s *Payouts) CancelPayout(ctx context.Context, req *pcv1.CancelPayoutRequest) (*pcv1.CancelPayoutResponse, error) {
	op, err := merchantgrpc.OperationByPath(ctx, req.GetRef(), kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	p, err := s.payouts.CancelPayout(ctx, op, money.PayoutID(req.GetPayoutId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.CancelPayoutResponse{Payout: PayoutMessage(p)}, nil
}

// PayoutMessage is what is shown of a payout.
func PayoutMessage(p money.Payout) *pcv1.Payout {
	return &pcv1.Payout{
		PayoutId: string(p.ID), MerchantRef: string(p.Merchant), Status: string(p.Status), Amount: p.Amount,
		Currency:   p.Currency,
		IbanMasked: field.MaskIBAN(p.IBAN), ExternalRef: p.ExternalRef, ActedBy: actedBy(p.ActedBy),
		CreatedAt: timestamppb.New(p.CreatedAt),
		Livemode:  p.Livemode, Description: kernelgrpc.Optional(p.Description), ReasonCode: kernelgrpc.Optional(p.ReasonCode),
		UpdatedAt: timestamppb.New(p.UpdatedAt),
		PaidAt:    kernelgrpc.Timestamp(p.PaidAt),
	}
}
