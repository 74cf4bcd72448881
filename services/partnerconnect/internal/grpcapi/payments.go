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
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// PaymentStore keeps payments.
type PaymentStore interface {
	RegisterPayment(ctx context.Context, a pc.Act, externalRef string, f func(m pc.Merchant, there *pc.Payment, fingerprint []byte) (pc.Payment, error)) (pc.Payment, bool, error)
	Payment(ctx context.Context, a pc.Act, id pc.PaymentID) (pc.Merchant, pc.Payment, error)
	PaymentChanger
}

// A PaymentChanger changes one payment, alone.
type PaymentChanger interface {
	ChangePayment(ctx context.Context, a pc.Act, id pc.PaymentID, f func(p *pc.Payment) error) (pc.Merchant, pc.Payment, error)
}

// Payments answers PaymentService.
type Payments struct {
	pcv1.UnimplementedPaymentServiceServer
	store  PaymentStore
	links  Links
	tariff pc.Tariff
	now    func() time.Time
}

// NewPayments returns the service; links makes the URLs of payment pages, new payments cost what the tariff says.
func NewPayments(store PaymentStore, links Links, tariff pc.Tariff, now func() time.Time) *Payments {
	return &Payments{store: store, links: links, tariff: tariff, now: now}
}

// present is the present, as exact as the API shows times.
func present(now func() time.Time) time.Time { return now().UTC().Truncate(time.Millisecond) }

// RegisterPayment implements the contract. A payment that exists is judged before the rest of the body: whatever is wrong with
// that, it is not what was registered.
func (s *Payments) RegisterPayment(ctx context.Context, req *pcv1.RegisterPaymentRequest) (*pcv1.RegisterPaymentResponse, error) {
	now := present(s.now)
	a, err := actOnHeader(ctx, now)
	if err != nil {
		return nil, err
	}
	order := paymentOrder(req)
	shape := grpcserver.CheckBody(ctx, req)
	var of pc.Merchant
	externalRef := order.ExternalRef
	wrongRef := pc.CheckOwnRef(externalRef)
	if names(shape, "/external_ref") || len(wrongRef) > 0 {
		externalRef = "" // names no payment
	}
	p, created, err := s.store.RegisterPayment(ctx, a, externalRef, func(m pc.Merchant, there *pc.Payment, fingerprint []byte) (pc.Payment, error) {
		of = m
		if there != nil {
			if shape != nil || !bytes.Equal(fingerprint, order.Fingerprint()) {
				return pc.Payment{}, pc.ErrExternalRefConflict
			}
			return *there, nil
		}
		if err := refuse(shape, required("/amount", req.Amount == nil), emptyPaymentTexts(req), order.Violations(now)); err != nil {
			return pc.Payment{}, err
		}
		if err := order.Check(m); err != nil {
			return pc.Payment{}, err
		}
		return pc.NewPayment(m, order, a.By(m), s.tariff, now), nil
	})
	if err != nil {
		return nil, err
	}
	if created {
		recorded(ctx)
		gateway.SetHTTPStatus(ctx, http.StatusCreated)
		gateway.SetHeader(ctx, "Location", "/payments/"+string(p.ID))
	} else {
		gateway.SetHeader(ctx, "Idempotency-Replayed", "true")
	}
	return &pcv1.RegisterPaymentResponse{Payment: paymentMessage(s.links, of, p, now)}, nil
}

// GetPayment implements the contract.
func (s *Payments) GetPayment(ctx context.Context, req *pcv1.GetPaymentRequest) (*pcv1.GetPaymentResponse, error) {
	now := present(s.now)
	a, err := actOnHeader(ctx, now)
	if err != nil {
		return nil, err
	}
	m, p, err := s.store.Payment(ctx, a, pc.PaymentID(req.GetPaymentId()))
	if err != nil {
		return nil, err
	}
	return &pcv1.GetPaymentResponse{Payment: paymentMessage(s.links, m, p, now)}, nil
}

// CancelPayment implements the contract.
func (s *Payments) CancelPayment(ctx context.Context, req *pcv1.CancelPaymentRequest) (*pcv1.CancelPaymentResponse, error) {
	now := present(s.now)
	a, err := actOnHeader(ctx, now)
	if err != nil {
		return nil, err
	}
	m, p, err := s.store.ChangePayment(ctx, a, pc.PaymentID(req.GetPaymentId()), func(p *pc.Payment) error { return p.Cancel(now) })
	if err != nil {
		return nil, err
	}
	recorded(ctx)
	return &pcv1.CancelPaymentResponse{Payment: paymentMessage(s.links, m, p, now)}, nil
}

func paymentOrder(req *pcv1.RegisterPaymentRequest) pc.PaymentOrder {
	o := pc.PaymentOrder{
		Amount: req.GetAmount(), Currency: req.GetCurrency(), ExternalRef: req.GetExternalRef(), Description: req.GetDescription(),
		Customer:  pc.Customer{Email: req.GetCustomer().GetEmail(), Name: req.GetCustomer().GetName(), Locale: req.GetCustomer().GetLocale()},
		ReturnURL: req.GetReturnUrl(), Method: pc.PaymentMethod(req.GetMethod()), Metadata: req.GetMetadata(),
	}
	if t := req.GetValidUntil(); t != nil {
		at := t.AsTime()
		o.Valid = &at
	}
	return o
}

// required is the violation of a field that must be there.
func required(field string, missing bool) []fault.Violation {
	if !missing {
		return nil
	}
	return []fault.Violation{{Field: field, Code: "required", Message: "must be given"}}
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

// paymentMessage is what a payment shows; its page's link is the same every time.
func paymentMessage(l Links, m pc.Merchant, p pc.Payment, now time.Time) *pcv1.Payment {
	next := &pcv1.NextAction{Type: "none"}
	if p.Open(now) && m.Status == pc.ActiveMerchant {
		link := pc.NewPaymentLink(p)
		url := l.Base + "/pay/" + l.Keys.Token(link)
		next = &pcv1.NextAction{Type: "redirect", Url: &url, ExpiresAt: timestamppb.New(link.ExpiresAt)}
	}
	return &pcv1.Payment{
		PaymentId: string(p.ID), MerchantRef: string(p.Merchant), Channel: string(m.Owner.Channel.ID), Status: string(p.Status), Amount: p.Amount,
		Currency: p.Currency, ExternalRef: p.ExternalRef, NextAction: next, ActedBy: actedBy(p.ActedBy), CreatedAt: timestamppb.New(p.CreatedAt),
		Livemode: p.Livemode, Method: optional(p.Method), Fee: p.Fee(), RefundedAmount: p.Refunded, ReasonCode: optional(p.ReasonCode),
		Metadata: p.Metadata, ValidUntil: timestamppb.New(p.ValidUntil), UpdatedAt: timestamppb.New(p.UpdatedAt), PaidAt: timestamp(p.PaidAt),
	}
}

func actedBy(a pc.ActedBy) *pcv1.ActedBy {
	return &pcv1.ActedBy{Type: string(a.Type), PartnerId: optional(a.Partner), DelegationId: optional(a.Delegation)}
}
