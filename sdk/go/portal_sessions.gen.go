// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// PortalSessionsResource has the calls of Webhooks that concern portal-sessions.
type PortalSessionsResource struct{ core *core }

// Create returns a URL that opens a session of the portal once, within 5 minutes. Send a signed-in person of yours
// there at once, or load it in a frame of a page whose origin the operator has allowed. The session ends an hour after
// it is opened, or as long as the operator has set, and at once when it or the key that made it is revoked.
func (r *PortalSessionsResource) Create(ctx context.Context, params CreatePortalSessionParams, opts ...CallOption) (*PortalSession, error) {
	out, err := callFor[envelope[*PortalSession]](ctx, r.core, request{api: webhooks, method: "POST", path: "/api/v1/portal-sessions", body: params, keyed: true}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Revoke ends a session at once, whether or not it was opened. 204 over JSON, also for one that has ended.
func (r *PortalSessionsResource) Revoke(ctx context.Context, id string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: webhooks, method: "DELETE", path: "/api/v1/portal-sessions/{id}", args: []string{id}}, opts, nil)
}
