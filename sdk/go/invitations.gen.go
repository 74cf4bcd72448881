// Code generated from the OpenAPI documents by `make generate`. DO NOT EDIT.

package partnerline

import (
	"context"
)

// InvitationsResource has the calls of Partner connect that concern invitations.
type InvitationsResource struct{ core *core }

// Create invites someone: 201. `invitation_not_applicable` unless the representation decision asks for more people.
//
// Takes IfMatch.
func (r *InvitationsResource) Create(ctx context.Context, ref string, params CreateInvitationParams, opts ...CallOption) (*CreateInvitationResult, error) {
	return callFor[CreateInvitationResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/onboarding/{ref}/invitations", args: []string{ref}, body: params, keyed: true}, opts)
}

// List lists them, oldest first.
func (r *InvitationsResource) List(ctx context.Context, ref string, opts ...CallOption) ([]Invitation, error) {
	out, err := callFor[envelope[[]Invitation]](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/onboarding/{ref}/invitations", args: []string{ref}}, opts)
	if err != nil {
		return nil, err
	}
	return out.Data, nil
}

// Get returns one.
func (r *InvitationsResource) Get(ctx context.Context, ref string, invitationID string, opts ...CallOption) (*Invitation, error) {
	return callFor[Invitation](ctx, r.core, request{api: partnerConnect, method: "GET", path: "/onboarding/{ref}/invitations/{invitation_id}", args: []string{ref, invitationID}}, opts)
}

// Revoke takes a pending invitation back; its link stops working. 204.
//
// Takes IfMatch.
func (r *InvitationsResource) Revoke(ctx context.Context, ref string, invitationID string, opts ...CallOption) error {
	return r.core.call(ctx, request{api: partnerConnect, method: "DELETE", path: "/onboarding/{ref}/invitations/{invitation_id}", args: []string{ref, invitationID}}, opts, nil)
}

// Resend sends a pending invitation again, every 10 minutes at most and 5 times in all.
//
// Takes IfMatch.
func (r *InvitationsResource) Resend(ctx context.Context, ref string, invitationID string, opts ...CallOption) (*ResendInvitationResult, error) {
	return callFor[ResendInvitationResult](ctx, r.core, request{api: partnerConnect, method: "POST", path: "/onboarding/{ref}/invitations/{invitation_id}/resend", args: []string{ref, invitationID}, keyed: true}, opts)
}
