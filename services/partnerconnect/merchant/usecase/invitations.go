package usecase

import (
	"context"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// Invitations carries out the calls of partners that concern further signatories.
type Invitations struct{ changer *Changer }

// NewInvitations returns the use cases.
func NewInvitations(changer *Changer) *Invitations { return &Invitations{changer} }

// CreateInvitation invites a further person to sign.
func (s *Invitations) CreateInvitation(
	ctx context.Context, c Call, v onboarding.Invitation,
) (onboarding.Onboarding, onboarding.Invitation, error) {
	var invited onboarding.Invitation
	o, err := s.changer.change(ctx, c, []check{editable, signing.CheckInvitable},
		func(o *onboarding.Onboarding) (err error) {
			if err := c.Body.Check(); err != nil {
				return err
			}
			invited, err = signing.Invite(o, v, c.By.At)
			return err
		})
	return o, invited, err
}

// ListInvitations returns all invitations of an onboarding, oldest first.
func (s *Invitations) ListInvitations(
	ctx context.Context, v access.View, ref pc.Ref,
) ([]onboarding.Invitation, signing.LastMessages, error) {
	o, last, err := s.changer.withMessages(ctx, v, ref)
	return o.Invitations, last, err
}

// GetInvitation returns one of them.
func (s *Invitations) GetInvitation(
	ctx context.Context, v access.View, ref pc.Ref, id pc.InvitationID,
) (onboarding.Invitation, signing.LastMessages, error) {
	o, last, err := s.changer.withMessages(ctx, v, ref)
	if err != nil {
		return onboarding.Invitation{}, nil, err
	}
	i, err := o.Invitation(id)
	if err != nil {
		return onboarding.Invitation{}, nil, err
	}
	return *i, last, nil
}

// ResendInvitation sends a pending invitation again.
func (s *Invitations) ResendInvitation(
	ctx context.Context, c Call, id pc.InvitationID,
) (onboarding.Onboarding, onboarding.Invitation, error) {
	var sent onboarding.Invitation
	o, err := s.changer.change(ctx, c, []check{editable}, func(o *onboarding.Onboarding) (err error) {
		sent, err = signing.Resend(o, id, c.By.At)
		return err
	})
	return o, sent, err
}

// RevokeInvitation takes a pending invitation back.
func (s *Invitations) RevokeInvitation(ctx context.Context, c Call, id pc.InvitationID) (onboarding.Onboarding, error) {
	return s.changer.change(ctx, c, []check{editable},
		func(o *onboarding.Onboarding) error { return signing.Revoke(o, id, c.By.At) })
}
