package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
)

// declineView asks whether the person means it.
type declineView struct {
	Invited bool   // a person who was invited declines to sign; else the merchant wants no account
	Back    string // the page to go on with
}

func viewDecline(x *exchange) (any, error) {
	return declineView{x.visit.Invited(), x.visit.Next()}, nil
}

// actDecline ends the onboarding, or the invitation, for good.
func actDecline(x *exchange) (string, error) {
	if x.field("do") != "decline" {
		return "", hostedflow.FormOld
	}
	if x.visit.Invited() {
		return "", x.h.flow.DeclineInvitation(x.Context(), &x.visit)
	}
	if err := x.h.flow.CancelOnboarding(x.Context(), &x.visit); err != nil {
		return "", err
	}
	x.end("cancelled")
	return answered, nil
}
