package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
)

// An engine is the payment engine.
type engine struct {
	providersv1.UnimplementedPaymentEngineServer
	store     *store
	publicURL string
	now       func() time.Time
}

var methodNames = map[providersv1.PaymentMethod]string{
	providersv1.PaymentMethod_PAYMENT_METHOD_TRANSFER: "transfer", providersv1.PaymentMethod_PAYMENT_METHOD_BLIK: "blik",
	providersv1.PaymentMethod_PAYMENT_METHOD_CARD: "card",
}

// currencies are those that are offered, with the digits of their minor units (ISO 4217).
var currencies = map[string]int{
	"CHF": 2, "CZK": 2, "DKK": 2, "EUR": 2, "GBP": 2, "HUF": 2, "NOK": 2, "PLN": 2, "RON": 2, "SEK": 2, "UAH": 2, "USD": 2,
	"CLP": 0, "ISK": 0, "JPY": 0, "KRW": 0, "VND": 0, "BHD": 3, "JOD": 3, "KWD": 3, "OMR": 3, "TND": 3,
}

const maxAmount = 99_999_999_999

// CreatePayment opens a payment. The id of Partnerline is the key: a repeat gets the payment that was opened first.
func (e *engine) CreatePayment(_ context.Context,
	req *providersv1.CreatePaymentRequest) (*providersv1.CreatePaymentResponse, error) {
	if _, offered := currencies[req.GetCurrency()]; req.GetPaymentId() == "" || req.GetAmount() < 1 ||
		req.GetAmount() > maxAmount || !offered {
		return nil, status.Error(codes.InvalidArgument,
			"want a payment_id, an amount of 1 to 99999999999 and a currency that is offered")
	}
	sum, err := checksum(req)
	if err != nil {
		return nil, err
	}
	var p *payment
	err = e.store.change(func(s *state) error {
		if p = s.Payments[req.GetPaymentId()]; p != nil {
			if p.RequestSum != sum {
				return status.Error(codes.InvalidArgument, "another payment has this payment_id")
			}
			return nil
		}
		p = &payment{
			ID: req.GetPaymentId(), EngineID: rand.Text(), Seller: req.GetMerchantName(), Amount: req.GetAmount(),
			Currency: req.GetCurrency(), Text: req.GetDescription(),
			ReturnURL: req.GetReturnUrl(), ExpiresAt: req.GetExpiresAt().AsTime(), Status: paymentOpen, RequestSum: sum,
		}
		for _, m := range req.GetMethods() {
			p.Methods = append(p.Methods, methodNames[m])
		}
		s.Payments[p.ID] = p
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.CreatePaymentResponse{Data: &providersv1.EnginePayment{Id: p.EngineID,
		PageUrl: e.publicURL + "/pay/" + p.EngineID}}, nil
}

// checksum identifies what a request asks for.
func checksum(m proto.Message) (string, error) {
	b, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), err
}

// CancelPayment closes a payment that is not paid.
func (e *engine) CancelPayment(_ context.Context,
	req *providersv1.CancelPaymentRequest) (*providersv1.CancelPaymentResponse, error) {
	err := e.store.change(func(s *state) error {
		p := s.Payments[req.GetPaymentId()]
		switch {
		case p == nil:
			return status.Error(codes.NotFound, "no such payment")
		case p.Status == paymentPaid:
			return status.Error(codes.FailedPrecondition, "the payment is paid")
		case p.Status == paymentOpen:
			p.Status = paymentClosed
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.CancelPaymentResponse{}, nil
}

// RefundPayment accepts a refund. What becomes of it is decided on a page, and reported.
func (e *engine) RefundPayment(_ context.Context,
	req *providersv1.RefundPaymentRequest) (*providersv1.RefundPaymentResponse, error) {
	err := e.store.change(func(s *state) error {
		p := s.Payments[req.GetPaymentId()]
		if p == nil || p.Status != paymentPaid || p.Currency != req.GetCurrency() {
			return status.Error(codes.FailedPrecondition, "no such payment is paid")
		}
		if r := s.Refunds[req.GetRefundId()]; r != nil {
			if r.Payment != p.ID || r.Amount != req.GetAmount() {
				return status.Error(codes.InvalidArgument, "another refund has this refund_id")
			}
			return nil
		}
		left := p.Amount
		for _, r := range s.Refunds {
			if r.Payment == p.ID && r.Status != refundFailed {
				left -= r.Amount
			}
		}
		if req.GetRefundId() == "" || req.GetAmount() <= 0 || req.GetAmount() > left {
			return status.Error(codes.OutOfRange, "more than is left of the payment")
		}
		s.Refunds[req.GetRefundId()] = &refund{ID: req.GetRefundId(), Payment: p.ID, Amount: req.GetAmount(),
			Currency: p.Currency, Status: refundAccepted}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &providersv1.RefundPaymentResponse{}, nil
}

var (
	errNotFound = errors.New("there is no such page")
	errTooLate  = errors.New("this has been decided already, or its time is over")
)

// pay is the payer's decision on the page: it is stored together with its report.
func (e *engine) pay(engineID, method string, paid bool) error {
	return e.store.change(func(s *state) error {
		p := s.paymentAt(engineID)
		if p == nil {
			return errNotFound
		}
		if p.Status != paymentOpen || !e.now().Before(p.ExpiresAt) {
			return errTooLate
		}
		r := &providersv1.ReportPaymentRequest{
			EventId: "paid-" + p.EngineID, PaymentId: p.ID, Event: providersv1.PaymentEvent_PAYMENT_EVENT_PAID, Amount: p.Amount,
			Currency:   p.Currency,
			OccurredAt: timestamppb.New(e.now()),
		}
		p.Status = paymentPaid
		if !paid {
			p.Status = paymentDeclined
			r.EventId, r.Event, r.Reason = "declined-"+p.EngineID, providersv1.PaymentEvent_PAYMENT_EVENT_FAILED,
				"declined_by_payer"
		}
		for m, name := range methodNames {
			if name == method && slices.Contains(p.methods(), name) {
				r.Method = m
			}
		}
		return s.report(r.GetEventId(), methodReportPayment, r)
	})
}

// endRefund is the decision whether the payer got the money of a refund.
func (e *engine) endRefund(id string, arrived bool) error {
	return e.store.change(func(s *state) error {
		r := s.Refunds[id]
		if r == nil {
			return errNotFound
		}
		if r.Status != refundAccepted {
			return errTooLate
		}
		out := &providersv1.ReportPaymentRequest{
			EventId: "refund-" + r.ID, PaymentId: r.Payment, RefundId: r.ID,
			Event: providersv1.PaymentEvent_PAYMENT_EVENT_REFUNDED, Amount: r.Amount, Currency: r.Currency,
			OccurredAt: timestamppb.New(e.now()),
		}
		r.Status = refundArrived
		if !arrived {
			r.Status, out.Event, out.Reason = refundFailed, providersv1.PaymentEvent_PAYMENT_EVENT_REFUND_FAILED,
				"account_closed"
		}
		return s.report(out.GetEventId(), methodReportPayment, out)
	})
}

// paymentAt returns the payment of a page; nil for none.
func (s *state) paymentAt(engineID string) *payment {
	for _, p := range s.Payments {
		if p.EngineID == engineID {
			return p
		}
	}
	return nil
}

// methods are those of which the payer may choose.
func (p *payment) methods() []string {
	if len(p.Methods) > 0 {
		return p.Methods
	}
	return []string{"blik", "card", "transfer"}
}
