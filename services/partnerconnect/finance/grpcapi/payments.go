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
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	merchantgrpc "github.com/partnerline/partnerline/services/partnerconnect/merchant/grpcapi"
)

// Payments answers PaymentService.
type Payments struct {
	pcv1.UnimplementedPaymentServiceServer
	payments    *usecase.Payments
	chargebacks *usecase.Chargebacks
	links       signedlink.Links
	tokens      *keyring.Keyring
	now         func() time.Time
}

// NewPayments returns the service; links makes the URLs of payment pages, tokens seals page tokens.
func NewPayments(
	payments *usecase.Payments, chargebacks *usecase.Chargebacks, links signedlink.Links, tokens *keyring.Keyring,
	now func() time.Time,
) *Payments {
	return &Payments{payments: payments, chargebacks: chargebacks, links: links, tokens: tokens, now: now}
}

// RegisterPayment answers 201 for a new payment and 200 for one that the same request registered before.
func (s *Payments) RegisterPayment(
	ctx context.Context, req *pcv1.RegisterPaymentRequest,
) (*pcv1.RegisterPaymentResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	malformed := fault.JoinViolations(grpcserver.CheckBody(ctx, req), kernelgrpc.Required("/amount", req.Amount == nil),
		emptyPaymentTexts(req))
	m, p, created, err := s.payments.RegisterPayment(ctx, op, paymentOrder(req), malformed)
	if err != nil {
		return nil, err
	}
	if created {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/payments/"+string(p.ID))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.RegisterPaymentResponse{Payment: PaymentMessage(s.links, m, p, op.Now)}, nil
}

// ListPayments answers with a page of payments, newest first.
func (s *Payments) ListPayments(
	ctx context.Context, req *pcv1.ListPaymentsRequest,
) (*pcv1.ListPaymentsResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	if err := kernelgrpc.OneOfParameter("status", req.Status, money.PaymentStatuses); err != nil {
		return nil, err
	}
	q := money.PaymentQuery{
		CreatedFrom: kernelgrpc.OptionalTime(req.GetCreatedFrom()), CreatedTo: kernelgrpc.OptionalTime(req.GetCreatedTo()),
		Status:   money.PaymentStatus(req.GetStatus()),
		Currency: req.GetCurrency(), ExternalRef: req.GetExternalRef(),
	}
	asked, err := kernelgrpc.Page(s.tokens, req, "payments", op.Merchant, q)
	if err != nil {
		return nil, err
	}
	var m delegation.Merchant
	page, err := cursor.Fetch(asked, func(after *money.Position, limit int) (list []money.Payment, err error) {
		q.After, q.Limit = after, limit
		m, list, err = s.payments.ListPayments(ctx, op, q)
		return list, err
	}, money.Payment.Position)
	if err != nil {
		return nil, err
	}
	out := &pcv1.ListPaymentsResponse{NextPageToken: page.Next}
	for _, p := range page.Rows {
		out.Data = append(out.Data, PaymentMessage(s.links, m, p, op.Now))
	}
	return out, nil
}

// GetPayment answers with a payment of the merchant.
func (s *Payments) GetPayment(ctx context.Context, req *pcv1.GetPaymentRequest) (*pcv1.GetPaymentResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	m, p, err := s.payments.GetPayment(ctx, op, money.PaymentID(req.GetPaymentId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetPaymentResponse{Payment: PaymentMessage(s.links, m, p, op.Now)}, nil
}

// CancelPayment answers with the payment as it is afterwards.
func (s *Payments) CancelPayment(
	ctx context.Context, req *pcv1.CancelPaymentRequest,
) (*pcv1.CancelPaymentResponse, error) {
	op, err := merchantgrpc.OperationByHeader(ctx, kernelgrpc.Now(s.now))
	if err != nil {
		return nil, err
	}
	m, p, err := s.payments.CancelPayment(ctx, op, money.PaymentID(req.GetPaymentId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.CancelPaymentResponse{Payment: PaymentMessage(s.links, m, p, op.Now)}, nil
}

func paymentOrder(req *pcv1.RegisterPaymentRequest) money.PaymentOrder {
	o := money.PaymentOrder{
		Amount: req.GetAmount(), Currency: req.GetCurrency(), ExternalRef: req.GetExternalRef(),
		Description: req.GetDescription(),
		Customer: money.Customer{
			Email: req.GetCustomer().GetEmail(), Name: req.GetCustomer().GetName(), Locale: req.GetCustomer().GetLocale(),
		},
		ReturnURL: req.GetReturnUrl(), Method: money.PaymentMethod(req.GetMethod()), Metadata: req.GetMetadata(),
	}
	if t := req.GetValidUntil(); t != nil {
		at := t.AsTime()
		o.Valid = &at
	}
	return o
}

// emptyPaymentTexts are optional texts that are there and empty.
func emptyPaymentTexts(req *pcv1.RegisterPaymentRequest) (out []fault.Violation) {
	customer := req.GetCustomer()
	if customer == nil {
		customer = &pcv1.PaymentCustomer{}
	}
	for _, f := range []struct {
		field string
		text  *string
	}{{"/customer/name", customer.Name}, {"/customer/locale", customer.Locale}, {"/method", req.Method}} {
		if f.text != nil && *f.text == "" {
			out = append(out,
				fault.Violation{Field: f.field, Code: "empty", Message: "must not be empty; leave it out if it is not known"})
		}
	}
	return out
}

// PaymentMessage is what is shown of a payment; its page's link is the same every time.
func PaymentMessage(l signedlink.Links, m delegation.Merchant, p money.Payment, now time.Time) *pcv1.Payment {
	next := &pcv1.NextAction{Type: "none"}
	if p.Open(now) && m.Status == delegation.ActiveMerchant {
		link := money.NewPaymentLink(p)
		url := l.Base + "/pay/" + l.Keys.Token(link)
		next = &pcv1.NextAction{Type: "redirect", Url: &url, ExpiresAt: timestamppb.New(link.ExpiresAt)}
	}
	return &pcv1.Payment{
		PaymentId: string(p.ID), MerchantRef: string(p.Merchant), Channel: string(m.Owner.Channel.ID),
		Status: string(p.Status), Amount: p.Amount,
		Currency: p.Currency, ExternalRef: p.ExternalRef, NextAction: next, ActedBy: actedBy(p.ActedBy),
		CreatedAt: timestamppb.New(p.CreatedAt),
		Livemode:  p.Livemode, Method: kernelgrpc.Optional(p.Method), Fee: p.Fee(), RefundedAmount: p.Refunded,
		ReasonCode: kernelgrpc.Optional(p.ReasonCode),
		Metadata:   p.Metadata, ValidUntil: timestamppb.New(p.ValidUntil), UpdatedAt: timestamppb.New(p.UpdatedAt),
		PaidAt:            kernelgrpc.Timestamp(p.PaidAt),
		ChargedBackAmount: p.ChargedBack,
	}
}

func actedBy(a delegation.ActedBy) *pcv1.ActedBy {
	return &pcv1.ActedBy{
		Type: string(a.Type), PartnerId: kernelgrpc.Optional(a.Partner), DelegationId: kernelgrpc.Optional(a.Delegation),
	}
}
