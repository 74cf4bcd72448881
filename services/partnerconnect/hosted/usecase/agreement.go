package usecase

import (
	"context"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// A Consent is what a visitor signs the agreement with: the hash of the text that the page showed, and a one-time code.
type Consent struct{ Hash, Code string }

// InviteSignatory invites a further person to sign.
func (f *Flow) InviteSignatory(
	ctx context.Context, v *hostedflow.Visit, member string, person onboarding.Invitee,
) error {
	return f.change(ctx, v, "Invite", func(o *onboarding.Onboarding) error {
		_, err := signing.Invite(o, onboarding.Invitation{
			Role: onboarding.InviteRepresentative, MemberID: member, Locale: v.Language, Person: person,
		}, v.Now)
		return err
	})
}

// SignAgreement signs the channel agreement for the merchant. That delegates access to the partner once all who must
// have signed.
func (f *Flow) SignAgreement(ctx context.Context, v *hostedflow.Visit, c Consent) error {
	if err := f.RequireTransfer(&v.Onboarding); err != nil {
		return err
	}
	return sign(ctx, f, v, c, func(o *onboarding.Onboarding, s onboarding.Signature, a delegation.AgreementRef) error {
		return signing.Sign(o, s, a, v.Now)
	})
}

// GrantAccess delegates access again that was revoked, by a new signature.
func (f *Flow) GrantAccess(ctx context.Context, v *hostedflow.Visit, c Consent) error {
	return sign(ctx, f, v, c, signing.GrantAgain)
}

// AcceptInvitation signs the agreement for an invited person.
func (f *Flow) AcceptInvitation(ctx context.Context, v *hostedflow.Visit, c Consent) error {
	return sign(ctx, f, v, c, func(o *onboarding.Onboarding, s onboarding.Signature, a delegation.AgreementRef) error {
		return signing.Accept(o, v.Session.Invitation, s, a, v.Now)
	})
}

// sign takes the code together with the consent to the text that was shown. It signs no other text.
func sign(
	ctx context.Context, f *Flow, v *hostedflow.Visit, c Consent,
	give func(*onboarding.Onboarding, onboarding.Signature, delegation.AgreementRef) error,
) error {
	a := signing.AgreementFor(&v.Onboarding, v.Language)
	if c.Hash != a.Hash {
		return hostedflow.AgreementOther
	}
	if err := f.parts.Sessions.VerifyCode(ctx, v, hostedflow.CodeForSign, c.Code); err != nil {
		return err
	}
	return f.change(ctx, v, "Sign", func(o *onboarding.Onboarding) error {
		return give(o, onboarding.Signature{Evidence: v.Evidence(a.Version), Agreement: a.ID, Hash: a.Hash},
			delegation.AgreementRef{ID: a.ID, Version: a.Version, SignedAt: v.Now})
	})
}

// DeclineInvitation ends the visitor's invitation for good.
func (f *Flow) DeclineInvitation(ctx context.Context, v *hostedflow.Visit) error {
	return f.change(ctx, v, "Decline",
		func(o *onboarding.Onboarding) error { return signing.Decline(o, v.Session.Invitation, v.Now) })
}

// CancelOnboarding ends the onboarding for good.
func (f *Flow) CancelOnboarding(ctx context.Context, v *hostedflow.Visit) error {
	return f.change(ctx, v, "Cancel", func(o *onboarding.Onboarding) error { return o.Cancel(v.Now) })
}
