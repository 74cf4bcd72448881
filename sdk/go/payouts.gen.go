// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// PayoutsResource has the calls of Partner connect that concern payouts.
type PayoutsResource struct{ core *core }

// RequestOptIn asks the merchant to allow payouts: 201, and `next_action.url` for the merchant. Where the merchant was
// asked before, or has allowed it: 200.
//
// Takes OnBehalfOf.
func (r *PayoutsResource) RequestOptIn(ctx context.Context, ref string, opts ...CallOption) (*RequestPayoutsOptInResult, error) {
	return callFor[RequestPayoutsOptInResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/merchants/{ref}/payouts-opt-in-requests", args: []string{ref}, keyed: true}, opts)
}

// Create requests a payout and reserves its money: 201. The header `Idempotency-Key` is required. The same
// `external_ref` and content again get the existing payout with 200 and `Idempotency-Replayed: true`.
//
// Takes OnBehalfOf.
func (r *PayoutsResource) Create(ctx context.Context, ref string, params CreatePayoutParams, opts ...CallOption) (*Payout, error) {
	return callFor[Payout](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/merchants/{ref}/payouts", args: []string{ref}, body: params, keyed: true}, opts)
}

// List lists payouts, newest first.
// It reads page after page; an error ends it.
//
// Takes OnBehalfOf.
func (r *PayoutsResource) List(ctx context.Context, ref string, params ListPayoutsParams, opts ...CallOption) iter.Seq2[Payout, error] {
	return all(func(token string) (*Page[Payout], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListPage(ctx, ref, params, opts...)
	})
}

// ListPage is one page of List.
//
// Takes OnBehalfOf.
func (r *PayoutsResource) ListPage(ctx context.Context, ref string, params ListPayoutsParams, opts ...CallOption) (*Page[Payout], error) {
	return callPage[Payout](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/payouts", args: []string{ref}, query: params}, opts)
}

// Get returns a payout.
//
// Takes OnBehalfOf.
func (r *PayoutsResource) Get(ctx context.Context, ref string, payoutID string, opts ...CallOption) (*Payout, error) {
	return callFor[Payout](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/payouts/{payout_id}", args: []string{ref, payoutID}}, opts)
}

// Cancel withdraws a payout that is not under way, and releases its money. One that is cancelled already stays so.
//
// Takes OnBehalfOf.
func (r *PayoutsResource) Cancel(ctx context.Context, ref string, payoutID string, opts ...CallOption) (*Payout, error) {
	return callFor[Payout](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/merchants/{ref}/payouts/{payout_id}/cancel", args: []string{ref, payoutID}, keyed: true}, opts)
}
