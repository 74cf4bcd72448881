package grpcclient

import (
	"context"
	"errors"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/timestamppb"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelclient "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcclient"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// An Engine is the payment engine behind a connection.
type Engine struct {
	client providersv1.PaymentEngineClient
}

// NewEngine returns the engine.
func NewEngine(conn grpc.ClientConnInterface) Engine {
	return Engine{providersv1.NewPaymentEngineClient(conn)}
}

var methods = map[money.PaymentMethod]providersv1.PaymentMethod{
	money.ByTransfer: providersv1.PaymentMethod_PAYMENT_METHOD_TRANSFER,
	money.ByBLIK:     providersv1.PaymentMethod_PAYMENT_METHOD_BLIK,
	money.ByCard:     providersv1.PaymentMethod_PAYMENT_METHOD_CARD,
}

// maxPaymentID is the longest id of an engine's payment.
const maxPaymentID = 128

// CreatePayment opens a payment at the engine.
func (e Engine) CreatePayment(ctx context.Context, p money.Payment, seller string) (money.EnginePayment, error) {
	req := &providersv1.CreatePaymentRequest{
		PaymentId: string(p.ID), MerchantRef: string(p.Merchant), MerchantName: seller, Amount: p.Amount,
		Currency: p.Currency, Description: p.Description,
		Payer: &providersv1.Payer{Email: p.Customer.Email, Name: p.Customer.Name}, Locale: p.Customer.Locale,
		ReturnUrl: p.ReturnPage(""),
		ExpiresAt: timestamppb.New(p.ValidUntil),
	}
	if p.Method != "" {
		req.Methods = []providersv1.PaymentMethod{methods[p.Method]}
	}
	resp, err := e.client.CreatePayment(ctx, req)
	if err != nil {
		return money.EnginePayment{}, kernelclient.Failure(err)
	}
	made := money.EnginePayment{ID: resp.GetData().GetId(), Page: resp.GetData().GetPageUrl()}
	if err := kernelclient.CheckPage(made.Page); err != nil {
		return made, err
	}
	if made.ID == "" || len(made.ID) > maxPaymentID {
		return made, kernelclient.Malformed("an id that does not have 1 to 128 characters")
	}
	return made, nil
}

// RefundPayment gives some of a payment back.
func (e Engine) RefundPayment(ctx context.Context, r money.Refund) error {
	_, err := e.client.RefundPayment(ctx, &providersv1.RefundPaymentRequest{
		RefundId: string(r.ID), PaymentId: string(r.Payment), Amount: r.Amount, Currency: r.Currency,
	})
	return kernelclient.Failure(err)
}

// CancelPayment closes a payment at the engine. One that the engine does not have counts as closed.
func (e Engine) CancelPayment(ctx context.Context, id money.PaymentID) error {
	_, err := e.client.CancelPayment(ctx, &providersv1.CancelPaymentRequest{PaymentId: string(id)})
	err = kernelclient.Failure(err, codes.NotFound)
	if f, ok := errors.AsType[*provider.Failure](err); ok && f.Code == "not_found" {
		return nil
	}
	return err
}
