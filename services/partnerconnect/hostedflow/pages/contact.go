package pages

import (
	"crypto/hmac"
	"errors"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/services/partnerconnect/field"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// codeView is what a form for a one-time code shows.
type codeView struct {
	Use    hostedflow.CodeUse
	To     string // masked
	Sent   bool
	Shown  string // the code itself: in the sandbox, where no message leaves the house
	Ask    bool   // there is no contact to send it to: the holder enters one
	Email  bool   // which of them
	Phone  bool
	Gained bool // the other contact is proved already
}

// wanted is the contact to prove next: e-mail, then phone. An invited person has only an address.
func (x *exchange) wanted() (hostedflow.CodeUse, message.Medium, string) {
	if x.session.Purpose == signedlink.PurposeInvitation {
		v, err := x.o.Invitation(x.session.Invitation)
		if err != nil {
			return hostedflow.CodeForEmail, message.ByEmail, ""
		}
		return hostedflow.CodeForEmail, message.ByEmail, v.Person.Email
	}
	if x.session.EmailAt == nil {
		return hostedflow.CodeForEmail, message.ByEmail, x.o.Data.Applicant.Email
	}
	return hostedflow.CodeForPhone, message.BySMS, x.o.Data.Applicant.Phone
}

func (x *exchange) viewContact() error {
	use, _, to := x.wanted()
	v := codeView{Use: use, Gained: x.session.EmailAt != nil}
	if x.session.Purpose == signedlink.PurposeOnboarding {
		v.Email, v.Phone = x.o.Data.Applicant.Email == "", x.o.Data.Applicant.Phone == ""
		v.Ask = v.Email || v.Phone
	}
	return x.viewCode(&v, to)
}

// viewCode fills a form for a one-time code.
func (x *exchange) viewCode(v *codeView, to string) error {
	v.To = masked(v.Use, to)
	hash, err := x.h.store.SentCode(x.Context(), x.session.ID, v.Use, x.now)
	if err != nil {
		return err
	}
	v.Sent = hash != nil
	if v.Sent && x.page.Test {
		v.Shown, err = x.h.store.ShownCode(x.Context(), x.session.Merchant, func(code string) bool {
			return hmac.Equal(hash, x.secret.CodeHash(v.Use, code))
		})
		if err != nil {
			return err
		}
	}
	x.page.Data = v
	return nil
}

func masked(use hostedflow.CodeUse, to string) string {
	if use == hostedflow.CodeForPhone || use == hostedflow.CodeForSign && len(to) > 0 && to[0] == '+' {
		return "*** *** " + to[max(0, len(to)-3):]
	}
	return field.MaskEmail(to)
}

func (x *exchange) actContact() error {
	use, medium, to := x.wanted()
	switch x.field("do") {
	case "contact":
		return x.change("SetContact", func(o *onboarding.Onboarding) error { return signing.SetContact(o, x.field("email"), x.field("phone")) })
	case "send":
		return x.sendCode(use, medium, to)
	case "code":
		if err := x.tryCode(use); err != nil {
			return err
		}
		if x.session.Purpose == signedlink.PurposeInvitation {
			return nil
		}
		err := x.change("VerifyContact", func(o *onboarding.Onboarding) error {
			if x.session.EmailAt != nil && o.Flow.EmailVerifiedAt == nil { // by a link that was sent to it
				_ = signing.VerifyContact(o, message.ByEmail, *x.session.EmailAt)
			}
			return signing.VerifyContact(o, medium, x.now)
		})
		if err == nil {
			x.rememberDevice()
		}
		return err
	}
	return formOld
}

func (x *exchange) sendCode(use hostedflow.CodeUse, medium message.Medium, to string) error {
	if to == "" {
		return mistake{word: "contact_unknown"}
	}
	code, origin := hostedflow.NewCode(), hostedflow.FromSession
	if x.session.EmailAt == nil {
		origin = x.origin(x.o.Ref, x.o.LinkEpoch, hostedflow.FromStranger)
	}
	err := x.h.store.SendCode(x.Context(), hostedflow.CodeRequest{
		Session: x.session, Use: use, Hash: x.secret.CodeHash(use, code), Message: message.CodeMessage(medium, to, x.page.Lang, code),
		Origin: origin, Network: clientaddr.NetworkText(x.Context()),
	}, x.now)
	if errors.Is(err, hostedflow.ErrCodesUsedUp) && origin == hostedflow.FromStranger && x.session.Purpose == signedlink.PurposeOnboarding {
		return mistake{word: "codes_used_up"}
	}
	return err
}

// tryCode spends a right code; the session has proved then what the code is for.
func (x *exchange) tryCode(use hostedflow.CodeUse) error {
	if err := x.h.store.TryCode(x.Context(), x.session.ID, use, x.secret.CodeHash(use, digits(x.field("code"))), x.now); err != nil {
		return err
	}
	switch use {
	case hostedflow.CodeForEmail:
		x.session.EmailAt = &x.now
	case hostedflow.CodeForPhone:
		x.session.PhoneAt = &x.now
	}
	return nil
}

// digits leaves out the blanks that people type.
func digits(s string) string {
	out := make([]byte, 0, len(s))
	for _, c := range []byte(s) {
		if c >= '0' && c <= '9' {
			out = append(out, c)
		}
	}
	return string(out)
}
