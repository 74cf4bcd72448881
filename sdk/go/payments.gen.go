// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// PaymentsResource has the calls of Partner connect that concern payments.
type PaymentsResource struct{ core *core }

// Register registers a payment: 201, and `next_action.url` for the customer. `external_ref` is its idempotency key per
// merchant: the same content again gets the existing payment with 200 and `Idempotency-Replayed: true`, another
// `external_ref_conflict`. In live mode the payment engine opens it afterwards; without one it is
// `live_mode_unavailable`.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) Register(ctx context.Context, params RegisterPaymentParams, opts ...CallOption) (*Payment, error) {
	return callFor[Payment](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/payments", body: params, keyed: true}, opts)
}

// List lists the payments of the merchant, newest first.
// It reads page after page; an error ends it.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) List(ctx context.Context, params ListPaymentsParams, opts ...CallOption) iter.Seq2[Payment, error] {
	return all(func(token string) (*Page[Payment], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListPage(ctx, params, opts...)
	})
}

// ListPage is one page of List.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) ListPage(ctx context.Context, params ListPaymentsParams, opts ...CallOption) (*Page[Payment], error) {
	return callPage[Payment](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/payments", query: params}, opts)
}

// Get returns a payment of the merchant.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) Get(ctx context.Context, paymentID string, opts ...CallOption) (*Payment, error) {
	return callFor[Payment](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/payments/{payment_id}", args: []string{paymentID}}, opts)
}

// Cancel withdraws a payment that is not paid. One that is cancelled already stays so.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) Cancel(ctx context.Context, paymentID string, opts ...CallOption) (*Payment, error) {
	return callFor[Payment](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/payments/{payment_id}/cancel", args: []string{paymentID}, keyed: true}, opts)
}

// CreateRefund gives a part of a payment back to its customer, or all that is left of it: 201. The header
// `Idempotency-Key` is required. The amount leaves the balance at once, and returns should the refund fail. The same
// `external_ref` and content again get the existing refund with 200 and `Idempotency-Replayed: true`. In test mode a
// refund succeeds at once; one whose amount ends in 13 fails.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) CreateRefund(ctx context.Context, paymentID string, params CreateRefundParams, opts ...CallOption) (*Refund, error) {
	return callFor[Refund](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/payments/{payment_id}/refunds", args: []string{paymentID}, body: params, keyed: true}, opts)
}

// ListRefunds lists the refunds of a payment, newest first.
// It reads page after page; an error ends it.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) ListRefunds(ctx context.Context, paymentID string, params ListRefundsParams, opts ...CallOption) iter.Seq2[Refund, error] {
	return all(func(token string) (*Page[Refund], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListRefundsPage(ctx, paymentID, params, opts...)
	})
}

// ListRefundsPage is one page of ListRefunds.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) ListRefundsPage(ctx context.Context, paymentID string, params ListRefundsParams, opts ...CallOption) (*Page[Refund], error) {
	return callPage[Refund](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/payments/{payment_id}/refunds", args: []string{paymentID}, query: params}, opts)
}

// GetRefund returns a refund of a payment.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) GetRefund(ctx context.Context, paymentID string, refundID string, opts ...CallOption) (*Refund, error) {
	return callFor[Refund](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/payments/{payment_id}/refunds/{refund_id}", args: []string{paymentID, refundID}}, opts)
}

// ListChargebacks lists the chargebacks of a payment, newest first. There are no calls that make one: the payment
// engine reports them.
// It reads page after page; an error ends it.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) ListChargebacks(ctx context.Context, paymentID string, params ListChargebacksParams, opts ...CallOption) iter.Seq2[Chargeback, error] {
	return all(func(token string) (*Page[Chargeback], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListChargebacksPage(ctx, paymentID, params, opts...)
	})
}

// ListChargebacksPage is one page of ListChargebacks.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) ListChargebacksPage(ctx context.Context, paymentID string, params ListChargebacksParams, opts ...CallOption) (*Page[Chargeback], error) {
	return callPage[Chargeback](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/payments/{payment_id}/chargebacks", args: []string{paymentID}, query: params}, opts)
}

// GetChargeback returns a chargeback of a payment.
//
// Takes OnBehalfOf.
func (r *PaymentsResource) GetChargeback(ctx context.Context, paymentID string, chargebackID string, opts ...CallOption) (*Chargeback, error) {
	return callFor[Chargeback](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/payments/{payment_id}/chargebacks/{chargeback_id}", args: []string{paymentID, chargebackID}}, opts)
}
