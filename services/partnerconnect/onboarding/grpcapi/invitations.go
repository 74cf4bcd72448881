package grpcapi

import (
	"context"
	"net/http"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	accessgrpc "github.com/partnerline/partnerline/services/partnerconnect/access/grpcapi"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/transport"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// InvitationStore keeps invitations with their onboarding.
type InvitationStore interface {
	Onboarding(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error)
	Changer
}

// Invitations answers InvitationService.
type Invitations struct {
	pcv1.UnimplementedInvitationServiceServer
	store InvitationStore
	now   func() time.Time
}

// NewInvitations returns the service.
func NewInvitations(store InvitationStore, now func() time.Time) *Invitations {
	return &Invitations{store: store, now: now}
}

func (s *Invitations) change(ctx context.Context, ref string, f func(o *onboarding.Onboarding, now time.Time) error) (onboarding.Onboarding, error) {
	now := s.now().UTC().Truncate(time.Millisecond)
	return change(ctx, s.store, ref, now, func(o *onboarding.Onboarding) error {
		if err := o.CheckEditable(); err != nil {
			return err
		}
		return f(o, now)
	})
}

// CreateInvitation implements the contract.
func (s *Invitations) CreateInvitation(ctx context.Context, req *pcv1.CreateInvitationRequest) (*pcv1.CreateInvitationResponse, error) {
	p := req.GetInvitee()
	v := onboarding.Invitation{
		Role: onboarding.InvitationRole(req.GetRole()), MemberID: req.GetMemberId(), Locale: req.GetLocale(),
		Person: onboarding.Invitee{GivenNames: p.GetGivenNames(), FamilyName: p.GetFamilyName(), Email: p.GetEmail(), Phone: p.GetPhone()},
	}
	for _, id := range req.GetDocumentIds() {
		v.DocumentIDs = append(v.DocumentIDs, onboarding.DocumentID(id))
	}
	o, err := s.change(ctx, req.GetRef(), func(o *onboarding.Onboarding, now time.Time) error {
		if err := signing.CheckInvitable(o); err != nil {
			return err
		}
		if err := fault.JoinViolations(grpcserver.CheckBody(ctx, req), empties(req)); err != nil {
			return err
		}
		var err error
		v, err = signing.Invite(o, v, now)
		return err
	})
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusCreated)
	gateway.SetHeader(ctx, "Location", "/onboarding/"+string(o.Ref)+"/invitations/"+string(v.ID))
	m := invitationMessage(v)
	return &pcv1.CreateInvitationResponse{
		InvitationId: m.GetInvitationId(), Role: m.GetRole(), Status: m.GetStatus(), InviteeMasked: m.GetInviteeMasked(),
		DocumentIds: m.GetDocumentIds(), ExpiresAt: m.GetExpiresAt(), MemberId: m.MemberId, CreatedAt: m.GetCreatedAt(),
	}, nil
}

// ListInvitations implements the contract.
func (s *Invitations) ListInvitations(ctx context.Context, req *pcv1.ListInvitationsRequest) (*pcv1.ListInvitationsResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	return &pcv1.ListInvitationsResponse{Data: invitationMessages(o.Invitations)}, nil
}

// GetInvitation implements the contract.
func (s *Invitations) GetInvitation(ctx context.Context, req *pcv1.GetInvitationRequest) (*pcv1.GetInvitationResponse, error) {
	o, err := s.find(ctx, req.GetRef())
	if err != nil {
		return nil, err
	}
	v, err := o.Invitation(pc.InvitationID(req.GetInvitationId()))
	if err != nil {
		return nil, err
	}
	m := invitationMessage(*v)
	return &pcv1.GetInvitationResponse{
		InvitationId: m.GetInvitationId(), Role: m.GetRole(), Status: m.GetStatus(), InviteeMasked: m.GetInviteeMasked(),
		DocumentIds: m.GetDocumentIds(), ExpiresAt: m.GetExpiresAt(), MemberId: m.MemberId, CreatedAt: m.GetCreatedAt(),
		LastSentAt: m.GetLastSentAt(), ResentCount: m.GetResentCount(),
	}, nil
}

// ResendInvitation implements the contract.
func (s *Invitations) ResendInvitation(ctx context.Context, req *pcv1.ResendInvitationRequest) (*pcv1.ResendInvitationResponse, error) {
	var v onboarding.Invitation
	_, err := s.change(ctx, req.GetRef(), func(o *onboarding.Onboarding, now time.Time) (err error) {
		v, err = signing.Resend(o, pc.InvitationID(req.GetInvitationId()), now)
		return err
	})
	if err != nil {
		return nil, err
	}
	m := invitationMessage(v)
	return &pcv1.ResendInvitationResponse{
		InvitationId: m.GetInvitationId(), Status: m.GetStatus(), ExpiresAt: m.GetExpiresAt(), LastSentAt: m.GetLastSentAt(),
		ResentCount: m.GetResentCount(),
	}, nil
}

// RevokeInvitation implements the contract.
func (s *Invitations) RevokeInvitation(ctx context.Context, req *pcv1.RevokeInvitationRequest) (*pcv1.RevokeInvitationResponse, error) {
	_, err := s.change(ctx, req.GetRef(), func(o *onboarding.Onboarding, now time.Time) error {
		return signing.Revoke(o, pc.InvitationID(req.GetInvitationId()), now)
	})
	if err != nil {
		return nil, err
	}
	gateway.SetHTTPStatus(ctx, http.StatusNoContent)
	return &pcv1.RevokeInvitationResponse{}, nil
}

func (s *Invitations) find(ctx context.Context, ref string) (onboarding.Onboarding, error) {
	key, err := accessgrpc.PartnerKey(ctx)
	if err != nil {
		return onboarding.Onboarding{}, err
	}
	return s.store.Onboarding(ctx, key.View(), pc.Ref(ref))
}

func invitationMessages(list []onboarding.Invitation) []*pcv1.Invitation {
	var out []*pcv1.Invitation
	for _, v := range list {
		out = append(out, invitationMessage(v))
	}
	return out
}

func invitationMessage(v onboarding.Invitation) *pcv1.Invitation {
	return &pcv1.Invitation{
		InvitationId: string(v.ID), Role: string(v.Role), Status: string(v.Status), InviteeMasked: v.Person.Masked(), DocumentIds: transport.Texts(v.DocumentIDs),
		ExpiresAt: timestamppb.New(v.ExpiresAt), MemberId: transport.Optional(v.MemberID), CreatedAt: timestamppb.New(v.CreatedAt),
		LastSentAt: timestamppb.New(v.LastSentAt), ResentCount: int32(v.ResentCount),
	}
}
