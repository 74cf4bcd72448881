// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
	"iter"
)

// VerificationsResource has the calls of Webhooks that concern verifications.
type VerificationsResource struct{ core *core }

// List returns a page of sessions. With `order=updated_at` and `updated_from` a client finds what it missed, by
// comparing the list with its own data.
// It reads page after page; an error ends it.
func (r *VerificationsResource) List(ctx context.Context, params ListVerificationsParams, opts ...CallOption) iter.Seq2[Verification, error] {
	return all(func(token string) (*Page[Verification], error) {
		if token != "" {
			params.PageToken = token
		}
		return r.ListPage(ctx, params, opts...)
	})
}

// ListPage is one page of List.
func (r *VerificationsResource) ListPage(ctx context.Context, params ListVerificationsParams, opts ...CallOption) (*Page[Verification], error) {
	return callPage[Verification](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/verifications", query: params}, opts)
}

// Create makes a test session.
func (r *VerificationsResource) Create(ctx context.Context, params CreateVerificationParams, opts ...CallOption) (*Verification, error) {
	out, err := callFor[envelope[*Verification]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/verifications", body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Get returns one session.
func (r *VerificationsResource) Get(ctx context.Context, id string, opts ...CallOption) (*Verification, error) {
	out, err := callFor[envelope[*Verification]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/verifications/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Advance moves a test session to a status, by one legal step or the shortest legal path; each step emits its event.
// `invalid_state` when there is no path. The caller plays the provider: `checks` are the results that it reports.
func (r *VerificationsResource) Advance(ctx context.Context, id string, params AdvanceVerificationParams, opts ...CallOption) (*Verification, error) {
	out, err := callFor[envelope[*Verification]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/verifications/{id}/advance", args: []string{id}, body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}
