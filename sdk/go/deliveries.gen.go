// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// DeliveriesResource has the calls of Webhooks that concern deliveries.
type DeliveriesResource struct{ core *core }

// List returns a page of an endpoint's deliveries, newest event first.
// It reads page after page; an error ends it.
func (r *DeliveriesResource) List(ctx context.Context, id string, params ListDeliveriesParams, opts ...CallOption) iter.Seq2[Delivery, error] {
	return all(func(token string) (*Page[Delivery], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListPage(ctx, id, params, opts...)
	})
}

// ListPage is one page of List.
func (r *DeliveriesResource) ListPage(ctx context.Context, id string, params ListDeliveriesParams, opts ...CallOption) (*Page[Delivery], error) {
	return callPage[Delivery](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/webhooks/{id}/deliveries", args: []string{id}, query: params}, opts)
}

// Get returns one delivery with all its attempts.
func (r *DeliveriesResource) Get(ctx context.Context, id string, opts ...CallOption) (*DeliveryDetail, error) {
	out, err := callFor[envelope[*DeliveryDetail]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/deliveries/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Resend sends a delivery now, under the same id. One that has ended begins one more run of the schedule; a run that
// fails so does not count against the endpoint. One that waits for a retry makes its next attempt now, which keeps its
// number, and goes on by the schedule. `invalid_state` while an attempt is due or under way, `endpoint_inactive` when
// the endpoint is.
func (r *DeliveriesResource) Resend(ctx context.Context, id string, opts ...CallOption) (*Delivery, error) {
	out, err := callFor[envelope[*Delivery]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/deliveries/{id}/resend", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Skip lets the other events of a key go on. A delivery that waits, for its retry or behind another one of its key,
// ends as `cancelled` with the reason `skipped`. One that has failed and stops its key stays `failed`. `invalid_state`
// while an attempt is due or under way, and for a delivery that has ended and holds back nothing.
func (r *DeliveriesResource) Skip(ctx context.Context, id string, opts ...CallOption) (*Delivery, error) {
	out, err := callFor[envelope[*Delivery]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/deliveries/{id}/skip", args: []string{id}, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}
