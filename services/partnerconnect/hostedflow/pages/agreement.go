package pages

import (
	"errors"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/message"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

type agreementView struct {
	Paragraphs []string
	Version    string
	Hash       string
	Code       codeView
}

// viewAgreement shows the whole text and its hash; a one-time code signs it.
func (x *exchange) viewAgreement() error { return x.viewText(x.o.Data.Applicant.Phone) }

func (x *exchange) viewText(to string) error {
	a := signing.AgreementFor(&x.o, x.page.Lang)
	code := codeView{Use: hostedflow.CodeForSign}
	if err := x.viewCode(&code, to); err != nil {
		return err
	}
	x.page.Data = agreementView{strings.Split(strings.TrimSpace(a.Text), "\n\n"), a.Version, a.Hash, code}
	return nil
}

func (x *exchange) actAgreement() error {
	return x.sign(message.BySMS, x.o.Data.Applicant.Phone, func(o *onboarding.Onboarding, s onboarding.Signature, a delegation.AgreementRef) error {
		return signing.Sign(o, s, a, x.now)
	})
}

// actGrant grants access again that was taken back, by signing the agreement anew.
func (x *exchange) actGrant() error {
	return x.sign(message.BySMS, x.o.Data.Applicant.Phone, func(o *onboarding.Onboarding, s onboarding.Signature, a delegation.AgreementRef) error {
		return signing.GrantAgain(o, s, a)
	})
}

// sign sends the code, or takes it together with the consent. The hash that the form carries is of the text that was shown: another
// text is not signed by it.
func (x *exchange) sign(medium message.Medium, to string, give func(*onboarding.Onboarding, onboarding.Signature, delegation.AgreementRef) error) error {
	if x.field("do") == "send" {
		return stay(x.sendCode(hostedflow.CodeForSign, medium, to))
	}
	a := signing.AgreementFor(&x.o, x.page.Lang)
	switch {
	case x.field("consent") != "yes":
		return mistake{"agreement_consent", "consent"}
	case x.field("hash") != a.Hash:
		return mistake{word: "agreement_changed"}
	}
	if err := x.tryCode(hostedflow.CodeForSign); err != nil {
		return err
	}
	return x.change("Sign", func(o *onboarding.Onboarding) error {
		return give(o, onboarding.Signature{Evidence: x.evidence(a.Version + "/" + x.page.Lang), Agreement: a.ID, Hash: a.Hash},
			delegation.AgreementRef{ID: a.ID, Version: a.Version, SignedAt: x.now})
	})
}

// viewSign is an invited person's page: the same text, signed with a code to their address.
func (x *exchange) viewSign() error {
	v, err := x.o.Invitation(x.session.Invitation)
	if err != nil {
		return err
	}
	return x.viewText(v.Person.Email)
}

func (x *exchange) actSign() error {
	v, err := x.o.Invitation(x.session.Invitation)
	if err != nil {
		return err
	}
	return x.sign(message.ByEmail, v.Person.Email, func(o *onboarding.Onboarding, s onboarding.Signature, a delegation.AgreementRef) error {
		return signing.Accept(o, v.ID, s, a, x.now)
	})
}

// errStay leads back to the page that the form was on.
var errStay = errors.New("the page goes on")

func stay(err error) error {
	if err == nil {
		return errStay
	}
	return err
}
