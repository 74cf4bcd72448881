package grpcapi

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/gateway"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	kernelgrpc "github.com/partnerline/partnerline/services/partnerconnect/kernel/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
)

// Invitations answers InvitationService.
type Invitations struct {
	pcv1.UnimplementedInvitationServiceServer
	invitations *usecase.Invitations
	now         func() time.Time
}

// NewInvitations returns the service.
func NewInvitations(invitations *usecase.Invitations, now func() time.Time) *Invitations {
	return &Invitations{invitations: invitations, now: now}
}

// CreateInvitation invites someone.
func (s *Invitations) CreateInvitation(
	ctx context.Context, req *pcv1.CreateInvitationRequest,
) (*pcv1.CreateInvitationResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	p := req.GetInvitee()
	v := onboarding.Invitation{
		Role: onboarding.InvitationRole(req.GetRole()), MemberID: req.GetMemberId(), Locale: req.GetLocale(),
		Person: onboarding.Invitee{
			GivenNames: p.GetGivenNames(), FamilyName: p.GetFamilyName(), Email: p.GetEmail(), Phone: p.GetPhone(),
		},
	}
	for _, id := range req.GetDocumentIds() {
		v.DocumentIDs = append(v.DocumentIDs, onboarding.DocumentID(id))
	}
	o, v, err := s.invitations.CreateInvitation(ctx, c, v)
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref)+"/invitations/"+string(v.ID))
	m := invitationMessage(v, nil)
	return &pcv1.CreateInvitationResponse{
		InvitationId: m.GetInvitationId(), Role: m.GetRole(), Status: m.GetStatus(), InviteeMasked: m.GetInviteeMasked(),
		DocumentIds: m.GetDocumentIds(), ExpiresAt: m.GetExpiresAt(), MemberId: m.MemberId, CreatedAt: m.GetCreatedAt(),
	}, nil
}

// ListInvitations lists them, oldest first.
func (s *Invitations) ListInvitations(
	ctx context.Context, req *pcv1.ListInvitationsRequest,
) (*pcv1.ListInvitationsResponse, error) {
	view, ref, err := target(ctx, req)
	if err != nil {
		return nil, err
	}
	list, last, err := s.invitations.ListInvitations(ctx, view, ref)
	if err != nil {
		return nil, err
	}
	return &pcv1.ListInvitationsResponse{Data: invitationMessages(list, last)}, nil
}

// GetInvitation returns one.
func (s *Invitations) GetInvitation(
	ctx context.Context, req *pcv1.GetInvitationRequest,
) (*pcv1.GetInvitationResponse, error) {
	view, ref, err := target(ctx, req)
	if err != nil {
		return nil, err
	}
	v, last, err := s.invitations.GetInvitation(ctx, view, ref, pc.InvitationID(req.GetInvitationId()))
	if err != nil {
		return nil, err
	}
	m := invitationMessage(v, last)
	return &pcv1.GetInvitationResponse{
		InvitationId: m.GetInvitationId(), Role: m.GetRole(), Status: m.GetStatus(), InviteeMasked: m.GetInviteeMasked(),
		DocumentIds: m.GetDocumentIds(), ExpiresAt: m.GetExpiresAt(), MemberId: m.MemberId, CreatedAt: m.GetCreatedAt(),
		LastSentAt: m.GetLastSentAt(), ResentCount: m.GetResentCount(), LastMessage: m.GetLastMessage(),
	}, nil
}

// ResendInvitation sends a pending invitation again, every 10 minutes at most and 5 times in all.
func (s *Invitations) ResendInvitation(
	ctx context.Context, req *pcv1.ResendInvitationRequest,
) (*pcv1.ResendInvitationResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	o, v, err := s.invitations.ResendInvitation(ctx, c, pc.InvitationID(req.GetInvitationId()))
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	m := invitationMessage(v, nil)
	return &pcv1.ResendInvitationResponse{
		InvitationId: m.GetInvitationId(), Status: m.GetStatus(), ExpiresAt: m.GetExpiresAt(), LastSentAt: m.GetLastSentAt(),
		ResentCount: m.GetResentCount(),
	}, nil
}

// RevokeInvitation takes a pending invitation back.
func (s *Invitations) RevokeInvitation(
	ctx context.Context, req *pcv1.RevokeInvitationRequest,
) (*pcv1.RevokeInvitationResponse, error) {
	c, err := callOf(ctx, req, s.now)
	if err != nil {
		return nil, err
	}
	o, err := s.invitations.RevokeInvitation(ctx, c, pc.InvitationID(req.GetInvitationId()))
	if err != nil {
		return nil, err
	}
	changed(ctx, o)
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &pcv1.RevokeInvitationResponse{}, nil
}

func invitationMessages(list []onboarding.Invitation, last signing.LastMessages) []*pcv1.Invitation {
	var out []*pcv1.Invitation
	for _, v := range list {
		out = append(out, invitationMessage(v, last))
	}
	return out
}

func invitationMessage(v onboarding.Invitation, last signing.LastMessages) *pcv1.Invitation {
	return &pcv1.Invitation{
		InvitationId: string(v.ID), Role: string(v.Role), Status: string(v.Status), InviteeMasked: v.Person.Masked(),
		DocumentIds: kernelgrpc.Texts(v.DocumentIDs),
		ExpiresAt:   timestamppb.New(v.ExpiresAt), MemberId: kernelgrpc.Optional(v.MemberID),
		CreatedAt:  timestamppb.New(v.CreatedAt),
		LastSentAt: timestamppb.New(v.LastSentAt), ResentCount: int32(v.ResentCount), LastMessage: lastMessage(last, v.ID),
	}
}
