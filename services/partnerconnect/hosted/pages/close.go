package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
)

// closeView is the form that closes the account.
type closeView struct {
	Unsettled []string // what keeps it open; empty: nothing
	Codes     twoCodesView
}

func viewClose(x *exchange) (any, error) {
	u, err := x.h.account.Unsettled(x.Context(), &x.visit)
	if err != nil {
		return nil, err
	}
	codes, err := viewTwoCodes(x, hostedflow.CodeForClosingByEmail, hostedflow.CodeForClosingByPhone)
	return closeView{u.List(), codes}, err
}

func actClose(x *exchange) (string, error) {
	switch x.field("do") {
	case "send":
		return hostedflow.StepClose, x.h.account.SendClosingCodes(x.Context(), &x.visit)
	case "close":
		err := x.h.account.Close(x.Context(), &x.visit,
			usecase.Codes{Email: x.field("code_email"), Phone: x.field("code_sms")})
		return hostedflow.StepPortal + "?done=closed", err
	}
	return "", hostedflow.FormOld
}
