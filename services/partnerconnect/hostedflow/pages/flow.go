package pages

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/requirements"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// A step is a page of the flow: view fills it, act takes its form. An act's mistake is shown on the page again; anything else leads on.
type step struct {
	view func(*exchange) error
	act  func(*exchange) error
}

// steps are the pages by the last part of their path.
var steps map[string]step

func init() { //nolint:gochecknoinits // the pages refer to the table that holds them
	steps = map[string]step{
		"contact":      {(*exchange).viewContact, (*exchange).actContact},
		"review":       {(*exchange).viewReview, (*exchange).actReview},
		"correct":      {(*exchange).viewCorrect, (*exchange).actCorrect},
		"identity":     {(*exchange).viewIdentity, (*exchange).actIdentity},
		"declarations": {(*exchange).viewDeclarations, (*exchange).actDeclarations},
		"signatories":  {(*exchange).viewSignatories, (*exchange).actSignatories},
		"agreement":    {(*exchange).viewAgreement, (*exchange).actAgreement},
		"waiting":      {(*exchange).viewPortal, nil},
		"payouts":      {(*exchange).viewNothing, (*exchange).actPayouts},
		"transfer":     {(*exchange).viewTransfer, (*exchange).actTransfer},
		"portal":       {(*exchange).viewPortal, (*exchange).actPortal},
		"revoke":       {(*exchange).viewNothing, (*exchange).actRevoke},
		"grant":        {(*exchange).viewAgreement, (*exchange).actGrant},
		"sign":         {(*exchange).viewSign, (*exchange).actSign},
		"decline":      {(*exchange).viewDecline, (*exchange).actDecline},
		"thanks":       {(*exchange).viewNothing, nil},
	}
}

// invitationCode is what the signatories' step is for.
const invitationCode = "representation.invitation_or_poa"

// next is where the session's holder goes now. It follows from what is stored, so a closed browser loses nothing.
func (x *exchange) next() string {
	o, f := &x.o, x.o.Flow
	missing := requirements.Missing(*o)
	switch {
	case !x.session.Proved():
		return "contact"
	case x.session.Purpose == signedlink.PurposeInvitation:
		return x.nextOfInvited()
	case f.ReviewedAt == nil, len(others(missing)) > 0:
		return "review"
	case !signing.IdentityProven(o):
		return "identity"
	case !signing.Declared(o):
		return "declarations"
	case len(missing) > 0:
		return "signatories"
	case o.Status == onboarding.ActionRequired:
		return "review" // nothing is missing any more: it is sent again from there
	case f.Signature == nil:
		return "agreement"
	case o.Status == onboarding.AwaitingSignatories:
		return "waiting"
	case f.PayoutsAnswered == nil && o.OptIn.Status != delegation.OptInGranted && o.DelegationStatus() == delegation.ActiveDelegation:
		return "payouts"
	case f.Transfer == nil || f.Transfer.Outcome != signing.TransferMatched:
		return "transfer"
	}
	return "portal"
}

// nextOfInvited is where an invited person goes: identified like the applicant, and then to sign.
func (x *exchange) nextOfInvited() string {
	v, err := x.o.Invitation(x.session.Invitation)
	switch {
	case err != nil || v.Status != onboarding.PendingInvitation:
		return "thanks"
	case !signing.Identified(&x.o, v.ID):
		return "identity"
	}
	return "sign"
}

// others leaves out what the signatories' step is for.
func others(list []requirements.Detail) []requirements.Detail {
	return slices.DeleteFunc(list, func(d requirements.Detail) bool { return d.Code == invitationCode })
}

// open reports whether a page may be shown although it is not the next: the portal once the agreement is signed, and what leads
// out of the flow.
func (x *exchange) open(name string) bool {
	o := &x.o
	merchant := x.session.Proved() && x.session.Purpose == signedlink.PurposeOnboarding
	signed := merchant && o.Flow.Signature != nil
	switch name {
	case "portal":
		return signed
	case "revoke":
		return signed && o.DelegationStatus() == delegation.ActiveDelegation
	case "correct":
		return merchant && x.next() == "review" && len(correctable(o)) > 0
	case "grant":
		return signed && signing.CheckGrantable(o) == nil
	case "payouts":
		return signed && o.OptIn.Status == delegation.OptInPending
	case "signatories":
		return signed && o.Status == onboarding.AwaitingSignatories // a further person may be invited in the place of one who does not answer
	case "decline":
		invited := x.session.Proved() && x.session.Purpose == signedlink.PurposeInvitation && x.next() != "thanks"
		return merchant && o.Status.CanBecome(onboarding.Cancelled) || invited
	}
	return false
}

// flow answers a request of a session.
func (x *exchange) flow(name string) {
	err := x.openOnboarding()
	switch {
	case err != nil && over(err):
		x.dropCookie()
		x.render("over", http.StatusUnauthorized)
		return
	case err != nil:
		x.failed(err)
		return
	case x.R.Method == http.MethodPost && name == "out":
		x.signOut()
		return
	case name == "identity" && x.next() == name:
		x.reconcile()
		if x.R.Method == http.MethodGet && x.R.URL.Query().Has("wait") {
			x.await()
		}
	}
	s, known := steps[name]
	if !known || name != x.next() && !x.open(name) {
		x.Redirect("flow/" + x.next())
		return
	}
	status := http.StatusOK
	if x.R.Method == http.MethodPost {
		if status = x.act(name, s); status == 0 {
			return
		}
	}
	if x.session.Purpose == signedlink.PurposeOnboarding {
		x.page.Steps = progressOf(&x.o, name)
	}
	if err := s.view(x); err != nil {
		x.failed(err)
		return
	}
	x.render(name, status)
}

// act takes the form of a step. It returns 0 when the request is answered, else the status of the page that says what is wrong.
func (x *exchange) act(name string, s step) int {
	if !x.formFits() {
		x.page.Error = x.page.T("form_old")
		return http.StatusForbidden
	}
	if s.act == nil {
		return http.StatusOK
	}
	err := s.act(x)
	switch {
	case errors.Is(err, errAnswered):
	case err == nil:
		x.Redirect("flow/" + x.next())
	case errors.Is(err, errStay):
		x.Redirect("flow/" + name)
	case errors.Is(err, errWait):
		x.Redirect("flow/" + name + "?wait")
	default:
		if x.page.Error, x.page.Wrong = x.mistake(err); x.page.Error == "" {
			x.failed(err)
			return 0
		}
		x.page.sent = x.R.PostForm
		return http.StatusUnprocessableEntity
	}
	return 0
}

// errAnswered is what an act returns that has answered the request itself.
var errAnswered = errors.New("the request is answered")

func (x *exchange) signOut() {
	if !x.formFits() {
		x.render("refused", http.StatusForbidden)
		return
	}
	x.end("over")
}

// end signs the browser out and says why; the way back to the partner is offered to a merchant who has proved to be it.
func (x *exchange) end(page string) {
	if x.session.Proved() && x.session.Purpose == signedlink.PurposeOnboarding {
		x.page.Data = x.returnURL()
	}
	if err := x.h.store.EndSession(x.Context(), x.session.ID); err != nil {
		x.failed(err)
		return
	}
	x.dropCookie()
	x.page.Form = ""
	x.render(page, http.StatusOK)
}

// A mistake is what a person can mend: a key of the words, and the input that it is about.
type mistake struct{ word, input string }

func (m mistake) Error() string { return m.word }

// formOld is a form that does not fit what is stored, or was not made by a page.
var formOld = mistake{word: "form_old"}

// inputs are those of the pages by the last part of the JSON pointer of what is wrong.
var inputs = map[string]string{
	"email": "email", "phone": "phone", "iban": "iban", "given_names": "given_names", "family_name": "family_name", "own_behalf": "own_behalf",
	"beneficial_owners": "owners", "member_id": "member",
}

// mistake puts into words what a person can mend, and names the input; empty for an error of ours.
func (x *exchange) mistake(err error) (text, input string) {
	var m mistake
	var changed changedFacts
	var f *fault.Error
	switch {
	case errors.As(err, &changed):
		return changed.say(x.page), ""
	case errors.As(err, &m):
		return x.page.T(m.word), m.input
	case errors.Is(err, hostedflow.ErrCodeTooSoon):
		return x.page.T("code_too_soon"), ""
	case errors.Is(err, hostedflow.ErrVerificationsUsedUp):
		return x.page.T("identity_used_up"), ""
	case errors.Is(err, hostedflow.ErrCodesUsedUp):
		return x.page.T("codes_later"), ""
	case errors.Is(err, hostedflow.ErrCodeWrong):
		return x.page.T("code_wrong"), "code"
	case errors.Is(err, hostedflow.ErrCodeSpent):
		return x.page.T("code_spent"), ""
	case errors.As(err, &f) && len(f.Violations) > 0:
		v := f.Violations[0]
		input = inputs[v.Field[strings.LastIndexByte(v.Field, '/')+1:]]
		for _, key := range []string{"field_" + v.Code + "_" + input, "field_" + v.Code} {
			if text := x.page.T(key); text != "" {
				return text, input
			}
		}
		return x.page.T("field_wrong"), input
	case errors.As(err, &f) && f.Reason == fault.InvitationExists:
		return x.page.T("invitation_exists"), "email"
	case errors.As(err, &f) && fault.Lookup(f.Reason).Kind != fault.KindInternal && fault.Lookup(f.Reason).Kind != fault.KindUnavailable:
		return x.page.T("step_impossible"), ""
	}
	return "", ""
}

func (x *exchange) viewNothing() error { return nil }
