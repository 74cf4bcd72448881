package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// declineView asks whether the person means it.
type declineView struct {
	Invited bool   // a person who was invited declines to sign; else the merchant wants no account
	Back    string // the page to go on with
}

func (x *exchange) viewDecline() error {
	x.page.Data = declineView{x.session.Purpose == signedlink.PurposeInvitation, x.next()}
	return nil
}

// actDecline ends the onboarding, or the invitation, for good.
func (x *exchange) actDecline() error {
	if x.field("do") != "decline" {
		return formOld
	}
	if x.session.Purpose == signedlink.PurposeInvitation {
		return x.change("Decline", func(o *onboarding.Onboarding) error { return signing.Decline(o, x.session.Invitation, x.now) })
	}
	if err := x.change("Cancel", func(o *onboarding.Onboarding) error { return o.Cancel(x.now) }); err != nil {
		return err
	}
	x.end("cancelled")
	return errAnswered
}
