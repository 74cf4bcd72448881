package hostedflow

import (
	"crypto/rand"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// NewLink returns a link for o that works as long as its channel says.
func NewLink(o onboarding.Onboarding, now time.Time) signedlink.Link {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails: the runtime aborts instead
	now = now.UTC().Truncate(time.Second)
	return signedlink.Link{
		Ref: o.Ref, Purpose: signedlink.PurposeOnboarding, Epoch: o.LinkEpoch, IssuedAt: now,
		ExpiresAt: now.Add(o.Owner.Channel.LinkTTL), ID: signedlink.Encode(id[:]),
	}
}

// NewSignInLink returns the link that a message to the merchant's address holds. Its id is the message's: however often
// the message is rendered, the link works once.
func NewSignInLink(o onboarding.Onboarding, m message.MessageID, now time.Time) signedlink.Link {
	now = now.UTC().Truncate(time.Second)
	return signedlink.Link{
		Ref: o.Ref, Purpose: signedlink.PurposeSignIn, Epoch: o.LinkEpoch, IssuedAt: now,
		ExpiresAt: now.Add(signedlink.SignInLinkTTL), ID: string(m),
	}
}

// NewDevice returns what a browser is known by, until the contact changes.
func NewDevice(o onboarding.Onboarding, now time.Time) signedlink.Link {
	l := NewLink(o, now)
	l.Purpose, l.ExpiresAt = signedlink.PurposeDevice, l.IssuedAt.Add(signedlink.DeviceTTL)
	return l
}

// NewInvitationLink returns the link of an invitation: it lives as long as that, and its id is the invitation's.
func NewInvitationLink(o onboarding.Onboarding, v onboarding.Invitation, now time.Time) signedlink.Link {
	return signedlink.Link{
		Ref: o.Ref, Purpose: signedlink.PurposeInvitation, Epoch: o.LinkEpoch, IssuedAt: now.UTC().Truncate(time.Second),
		ExpiresAt: v.ExpiresAt.UTC().Truncate(time.Second), ID: string(v.ID),
	}
}

// NewStopLink returns the link that stops the open change of the payout account, for as long as it can be stopped.
func NewStopLink(o onboarding.Onboarding, now time.Time) signedlink.Link {
	return signedlink.Link{
		Ref: o.Ref, Purpose: signedlink.PurposeStop, Epoch: o.LinkEpoch, IssuedAt: now.UTC().Truncate(time.Second),
		ExpiresAt: o.AccountChange.DueAt().UTC().Truncate(time.Second), ID: o.AccountChange.ID,
	}
}
