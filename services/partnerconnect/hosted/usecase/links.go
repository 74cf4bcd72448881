package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// ResolveLink returns what the first page of a signed link shows, and why the link does not work any more:
// [signedlink.ErrLinkRevoked], or [signedlink.ErrLinkExpired], of a link whose time is over, or of an invitation. With
// an error the partner is returned where it is known: the holder of such a link had it from us.
func (s *Sessions) ResolveLink(ctx context.Context, link signedlink.Link, expired bool) (hostedflow.Landing, error) {
	l, err := s.store.Landing(ctx, link.Ref)
	switch {
	case errors.Is(err, pc.ErrOnboardingNotFound):
		return hostedflow.Landing{}, signedlink.ErrLinkRevoked
	case err != nil:
		return hostedflow.Landing{}, err
	case link.Epoch != l.LinkEpoch || l.Status.Ended() || l.Erased:
		return l, signedlink.ErrLinkRevoked
	case expired:
		return l, signedlink.ErrLinkExpired
	case link.Purpose != signedlink.PurposeInvitation:
		return l, nil
	}
	status, err := s.onboardings.InvitationStatus(ctx, link.Ref, pc.InvitationID(link.ID))
	switch {
	case errors.Is(err, onboarding.ErrInvitationNotFound):
		return l, signedlink.ErrLinkRevoked
	case err != nil:
		return l, err
	case status == onboarding.ExpiredInvitation:
		return l, signedlink.ErrLinkExpired
	case status != onboarding.PendingInvitation:
		return l, signedlink.ErrLinkRevoked
	}
	return l, nil
}

// LinkSpent reports whether a link was redeemed.
func (s *Sessions) LinkSpent(ctx context.Context, link signedlink.Link) (bool, error) {
	return s.store.LinkSpent(ctx, link.ID)
}

// A Renewal is a form by which someone asks for a new link.
type Renewal struct {
	Ref         pc.Ref
	Form        string // its name, by which a repeat is recognised
	KnownDevice bool
	Network     string
}

// RenewLink sends a new link to the registered address, once a minute at most and within the share of who asks.
// Otherwise, without an address, and for a repeat of the form, it does nothing, and its outcome does not show that.
func (s *Sessions) RenewLink(ctx context.Context, r Renewal, now time.Time) error {
	o, err := s.onboardings.Onboarding(ctx, access.SystemView, r.Ref)
	if err != nil {
		return err
	}
	if err := s.live.Require(o.Livemode, provider.MessageSender); err != nil || o.Data.Applicant.Email == "" {
		return err
	}
	m, origin := onboarding.LinkMessage(&o), hostedflow.FromRenewal
	if r.KnownDevice {
		origin = hostedflow.FromDevice
	}
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if first, err := s.store.SendForm(ctx, tx, r.Form, now); err != nil || !first {
			return err
		}
		if due, err := s.store.RenewLink(ctx, tx, r.Ref, now); err != nil || !due {
			return err
		}
		if err := s.takeShare(ctx, tx, hostedflow.CodeRequest{
			Merchant: r.Ref, Medium: m.Medium, Origin: origin, Network: r.Network, At: now,
		}); err != nil {
			return err
		}
		return s.store.InsertMessage(ctx, tx, r.Ref, m, now)
	})
	if errors.Is(err, hostedflow.ErrCodesUsedUp) {
		return nil
	}
	return err
}
