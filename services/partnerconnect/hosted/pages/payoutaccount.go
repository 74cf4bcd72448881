package pages

import (
	"net/http"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// twoCodesView is what a form that takes a code by each contact shows.
type twoCodesView struct {
	Sent         bool
	Email, Phone codeView
}

func viewTwoCodes(x *exchange, byEmail, byPhone hostedflow.CodeUse) (v twoCodesView, err error) {
	if v.Email, err = viewCode(x, byEmail); err != nil {
		return v, err
	}
	v.Phone, err = viewCode(x, byPhone)
	v.Sent = v.Email.Sent || v.Phone.Sent
	return v, err
}

// accountView is the form by which the merchant asks to be paid to another account.
type accountView struct {
	IBAN  string // of the account in effect, masked
	Codes twoCodesView
}

func viewAccount(x *exchange) (any, error) {
	codes, err := viewTwoCodes(x, hostedflow.CodeForAccountByEmail, hostedflow.CodeForAccountByPhone)
	return accountView{field.MaskIBAN(x.visit.Onboarding.Data.PayoutAccount.IBAN), codes}, err
}

func actAccount(x *exchange) (string, error) {
	in := x.trimmed()
	account := onboarding.PayoutAccount{IBAN: in["iban"], HolderName: in["holder_name"]}
	switch x.field("do") {
	case "send":
		if err := x.h.account.SendAccountCodes(x.Context(), &x.visit, account); err != nil {
			return "", err
		}
		x.page.sent = x.R.PostForm
		var err error
		if x.page.Data, err = viewAccount(x); err == nil {
			x.render(hostedflow.StepAccount, http.StatusOK)
		}
		return answered, err
	case "change":
		err := x.h.account.RequestAccountChange(x.Context(), &x.visit, account,
			usecase.Codes{Email: in["code_email"], Phone: in["code_sms"]})
		return hostedflow.StepPortal + "?done=account", err
	}
	return "", hostedflow.FormOld
}

// accountChangeView is what the portal shows of a change that is open.
type accountChangeView struct {
	IBAN        string // masked
	EffectiveAt time.Time
	Verified    bool
}

func viewAccountChange(o *onboarding.Onboarding) *accountChangeView {
	c := o.AccountChange
	if c == nil {
		return nil
	}
	return &accountChangeView{field.MaskIBAN(c.Account.IBAN), c.EffectiveAt, c.Verified()}
}
