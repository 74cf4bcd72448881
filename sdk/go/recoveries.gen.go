// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// RecoveriesResource has the calls of Webhooks that concern recoveries.
type RecoveriesResource struct{ core *core }

// Get shows the progress of a job.
func (r *RecoveriesResource) Get(ctx context.Context, id string, opts ...CallOption) (*Recovery, error) {
	out, err := callFor[envelope[*Recovery]](ctx, r.core, request{api: webhooks, method: "GET", path: "/api/v1/recoveries/{id}", args: []string{id}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Cancel stops a job; what it sent on its way stays there. 204 over JSON, also for a job that has ended.
func (r *RecoveriesResource) Cancel(ctx context.Context, id string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: webhooks, method: "DELETE", path: "/api/v1/recoveries/{id}", args: []string{id}}, opts, nil)
}
