// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// MerchantsResource has the calls of Partner connect that concern merchants.
type MerchantsResource struct{ core *core }

// List lists the merchants of the key's channels, newest first.
// It reads page after page; an error ends it.
func (r *MerchantsResource) List(ctx context.Context, params ListMerchantsParams, opts ...CallOption) iter.Seq2[Merchant, error] {
	return all(func(token string) (*Page[Merchant], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListPage(ctx, params, opts...)
	})
}

// ListPage is one page of List.
func (r *MerchantsResource) ListPage(ctx context.Context, params ListMerchantsParams, opts ...CallOption) (*Page[Merchant], error) {
	return callPage[Merchant](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants", query: params}, opts)
}

// Get returns a merchant.
func (r *MerchantsResource) Get(ctx context.Context, ref string, opts ...CallOption) (*Merchant, error) {
	return callFor[Merchant](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}", args: []string{ref}}, opts)
}

// GetDelegation returns what the merchant lets the partner do. Its status is `none` until the channel agreement is
// signed.
func (r *MerchantsResource) GetDelegation(ctx context.Context, ref string, opts ...CallOption) (*Delegation, error) {
	return callFor[Delegation](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/merchants/{ref}/delegation", args: []string{ref}}, opts)
}
