package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/message"
)

// codeView is what a form for a one-time code shows.
type codeView struct {
	Use    hostedflow.CodeUse
	To     string // masked
	Sent   bool
	Shown  string // the code itself, in test mode, where no message is sent
	Ask    bool   // there is no contact to send it to: the holder enters one
	Email  bool   // which of them
	Phone  bool
	Gained bool   // the other contact is proved already
	Wrong  string // key of the text that says what to do if it is not the holder's
}

func viewContact(x *exchange) (any, error) {
	v, err := viewCode(x, x.visit.WantedCode())
	v.Gained, v.Wrong = x.visit.Session.EmailAt != nil, "contact_wrong_invited"
	if !x.visit.Invited() {
		v.Wrong = "contact_wrong"
		if f := x.visit.Onboarding.Flow; f.EmailVerifiedAt != nil && f.PhoneVerifiedAt != nil {
			v.Wrong = "contact_lost"
		}
		a := x.visit.Onboarding.Data.Applicant
		v.Email, v.Phone = a.Email == "", a.Phone == ""
		v.Ask = v.Email || v.Phone
	}
	return v, err
}

// viewCode fills a form for a one-time code.
func viewCode(x *exchange, use hostedflow.CodeUse) (codeView, error) {
	v := codeView{Use: use}
	medium, to := x.visit.Recipient(use)
	v.To = field.MaskEmail(to)
	if medium == message.BySMS {
		v.To = hostedflow.MaskPhone(to)
	}
	var err error
	v.Sent, v.Shown, err = x.h.sessions.SentCode(x.Context(), &x.visit, use)
	return v, err
}

func actContact(x *exchange) (string, error) {
	ctx, v := x.Context(), &x.visit
	switch x.field("do") {
	case "contact":
		return "", x.h.flow.SetContact(ctx, v, x.field("email"), x.field("phone"))
	case "send":
		return "", x.h.sessions.SendCode(ctx, v, v.WantedCode())
	case "code":
		err := x.h.flow.VerifyContact(ctx, v, x.field("code"))
		if err == nil {
			x.rememberDevice()
		}
		return "", err
	}
	return "", hostedflow.FormOld
}
