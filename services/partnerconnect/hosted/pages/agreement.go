package pages

import (
	"context"
	"strings"

	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

type agreementView struct {
	Paragraphs []string
	Version    string
	Hash       string
	Code       codeView
}

// viewAgreement shows the whole text and its hash; a one-time code signs it.
func viewAgreement(x *exchange) (any, error) {
	if !x.visit.Invited() && x.visit.Onboarding.Flow.Signature == nil {
		if err := x.h.flow.RequireTransfer(&x.visit.Onboarding); err != nil {
			return nil, err
		}
	}
	a := signing.AgreementFor(&x.visit.Onboarding, x.page.Lang)
	code, err := viewCode(x, hostedflow.CodeForSign)
	return agreementView{strings.Split(strings.TrimSpace(a.Text), "\n\n"), a.Version, a.Hash, code}, err
}

// A documentView shows how anyone can check that a text is the one that was shown.
type documentView struct {
	Version, Hash string
	File          string // name of the text
	Back          string // page of the flow
}

// viewDocument shows the digest of the agreement, or sends its text.
func viewDocument(x *exchange) (any, error) {
	a := signing.AgreementFor(&x.visit.Onboarding, x.page.Lang)
	v := documentView{a.Version, a.Hash, "agreement-" + a.Version + "." + x.page.Lang + ".txt", x.visit.Next()}
	if x.R.URL.Query().Has("text") {
		x.Send("document", "text/plain", v.File, a.Text)
		return v, errAnswered
	}
	x.page.Script = x.Script()
	return v, nil
}

func actAgreement(x *exchange) (string, error) {
	return sign(x, hostedflow.StepAgreement, x.h.flow.SignAgreement)
}

// actGrant grants access again that was revoked, by a new signature.
func actGrant(x *exchange) (string, error) {
	return sign(x, hostedflow.StepGrant, x.h.flow.GrantAccess)
}

func actSign(x *exchange) (string, error) {
	return sign(x, hostedflow.StepSign, x.h.flow.AcceptInvitation)
}

// sign sends the code, or takes it together with the consent.
func sign(
	x *exchange, page string, give func(context.Context, *hostedflow.Visit, usecase.Consent) error,
) (string, error) {
	if x.field("do") == "send" {
		return page, x.h.sessions.SendCode(x.Context(), &x.visit, hostedflow.CodeForSign)
	}
	if x.field("consent") != "yes" {
		return "", hostedflow.Mistake{Reason: "agreement_consent", Input: "consent"}
	}
	return "", give(x.Context(), &x.visit, usecase.Consent{Hash: x.field("hash"), Code: x.field("code")})
}
