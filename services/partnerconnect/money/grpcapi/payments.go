package grpcapi

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	delegationgrpc "github.com/partnerline/partnerline/services/partnerconnect/delegation/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// PaymentStore keeps payments.
type PaymentStore interface {
	RegisterPayment(ctx context.Context, a delegation.Operation, externalRef string, f func(m delegation.Merchant, there *money.Payment, fingerprint []byte) (money.Payment, error)) (money.Payment, bool, error)
	Payment(ctx context.Context, a delegation.Operation, id money.PaymentID) (delegation.Merchant, money.Payment, error)
	PaymentChanger
}

// A PaymentChanger changes one payment, alone.
type PaymentChanger interface {
	ChangePayment(ctx context.Context, a delegation.Operation, id money.PaymentID, f func(p *money.Payment) error) (delegation.Merchant, money.Payment, error)
}

// Payments answers PaymentService.
type Payments struct {
	pcv1.UnimplementedPaymentServiceServer
	store  PaymentStore
	links  signedlink.Links
	tariff money.Tariff
	now    func() time.Time
}

// NewPayments returns the service; links makes the URLs of payment pages, new payments cost what the tariff says.
func NewPayments(store PaymentStore, links signedlink.Links, tariff money.Tariff, now func() time.Time) *Payments {
	return &Payments{store: store, links: links, tariff: tariff, now: now}
}

// RegisterPayment implements the contract. A payment that exists is judged before the rest of the body: whatever is wrong with
// that, it is not what was registered.
func (s *Payments) RegisterPayment(ctx context.Context, req *pcv1.RegisterPaymentRequest) (*pcv1.RegisterPaymentResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationByHeader(ctx, now)
	if err != nil {
		return nil, err
	}
	order := paymentOrder(req)
	shape := grpcserver.CheckBody(ctx, req)
	var of delegation.Merchant
	externalRef := order.ExternalRef
	wrongRef := money.CheckOwnRef(externalRef)
	if fault.ConcernsField(shape, "/external_ref") || len(wrongRef) > 0 {
		externalRef = "" // names no payment
	}
	p, created, err := s.store.RegisterPayment(ctx, a, externalRef, func(m delegation.Merchant, there *money.Payment, fingerprint []byte) (money.Payment, error) {
		of = m
		if there != nil {
			if shape != nil || !bytes.Equal(fingerprint, order.Fingerprint()) {
				return money.Payment{}, money.ErrExternalRefConflict
			}
			return *there, nil
		}
		if err := fault.JoinViolations(shape, transport.Required("/amount", req.Amount == nil), emptyPaymentTexts(req), order.Violations(now)); err != nil {
			return money.Payment{}, err
		}
		if err := order.Check(m); err != nil {
			return money.Payment{}, err
		}
		return money.NewPayment(m, order, a.By(m), s.tariff, now), nil
	})
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	if created {
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/payments/"+string(p.ID))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.RegisterPaymentResponse{Payment: PaymentMessage(s.links, of, p, now)}, nil
}

// GetPayment implements the contract.
func (s *Payments) GetPayment(ctx context.Context, req *pcv1.GetPaymentRequest) (*pcv1.GetPaymentResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationByHeader(ctx, now)
	if err != nil {
		return nil, err
	}
	m, p, err := s.store.Payment(ctx, a, money.PaymentID(req.GetPaymentId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetPaymentResponse{Payment: PaymentMessage(s.links, m, p, now)}, nil
}

// CancelPayment implements the contract.
func (s *Payments) CancelPayment(ctx context.Context, req *pcv1.CancelPaymentRequest) (*pcv1.CancelPaymentResponse, error) {
	now := transport.Present(s.now)
	a, err := delegationgrpc.OperationByHeader(ctx, now)
	if err != nil {
		return nil, err
	}
	m, p, err := s.store.ChangePayment(ctx, a, money.PaymentID(req.GetPaymentId()), func(p *money.Payment) error { return p.Cancel(now) })
	if err != nil {
		return nil, err
	}
	accessgrpc.Recorded(ctx)
	return &pcv1.CancelPaymentResponse{Payment: PaymentMessage(s.links, m, p, now)}, nil
}

func paymentOrder(req *pcv1.RegisterPaymentRequest) money.PaymentOrder {
	o := money.PaymentOrder{
		Amount: req.GetAmount(), Currency: req.GetCurrency(), ExternalRef: req.GetExternalRef(), Description: req.GetDescription(),
		Customer:  money.Customer{Email: req.GetCustomer().GetEmail(), Name: req.GetCustomer().GetName(), Locale: req.GetCustomer().GetLocale()},
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
			out = append(out, fault.Violation{Field: f.field, Code: "empty", Message: "must not be empty; leave it out if it is not known"})
		}
	}
	return out
}

// PaymentMessage is what a payment shows; its page's link is the same every time.
func PaymentMessage(l signedlink.Links, m delegation.Merchant, p money.Payment, now time.Time) *pcv1.Payment {
	next := &pcv1.NextAction{Type: "none"}
	if p.Open(now) && m.Status == delegation.ActiveMerchant {
		link := money.NewPaymentLink(p)
		url := l.Base + "/pay/" + l.Keys.Token(link)
		next = &pcv1.NextAction{Type: "redirect", Url: &url, ExpiresAt: timestamppb.New(link.ExpiresAt)}
	}
	return &pcv1.Payment{
		PaymentId: string(p.ID), MerchantRef: string(p.Merchant), Channel: string(m.Owner.Channel.ID), Status: string(p.Status), Amount: p.Amount,
		Currency: p.Currency, ExternalRef: p.ExternalRef, NextAction: next, ActedBy: actedBy(p.ActedBy), CreatedAt: timestamppb.New(p.CreatedAt),
		Livemode: p.Livemode, Method: transport.Optional(p.Method), Fee: p.Fee(), RefundedAmount: p.Refunded, ReasonCode: transport.Optional(p.ReasonCode),
		Metadata: p.Metadata, ValidUntil: timestamppb.New(p.ValidUntil), UpdatedAt: timestamppb.New(p.UpdatedAt), PaidAt: transport.Timestamp(p.PaidAt),
	}
}

func actedBy(a delegation.ActedBy) *pcv1.ActedBy {
	return &pcv1.ActedBy{Type: string(a.Type), PartnerId: transport.Optional(a.Partner), DelegationId: transport.Optional(a.Delegation)}
}
