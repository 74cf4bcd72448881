// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// MeResource has the calls of Partner connect that concern me.
type MeResource struct{ core *core }

// Get describes the calling key.
func (r *MeResource) Get(ctx context.Context, opts ...CallOption) (*Me, error) {
	return callFor[Me](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/me"}, opts)
}
