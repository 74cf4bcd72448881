package hosted

import (
	"errors"
	"net/http"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
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
		"identity":     {(*exchange).viewIdentity, (*exchange).actIdentity},
		"declarations": {(*exchange).viewDeclarations, (*exchange).actDeclarations},
		"signatories":  {(*exchange).viewSignatories, (*exchange).actSignatories},
		"agreement":    {(*exchange).viewAgreement, (*exchange).actAgreement},
		"waiting":      {(*exchange).viewPortal, nil},
		"payouts":      {(*exchange).viewNothing, (*exchange).actPayouts},
		"transfer":     {(*exchange).viewTransfer, (*exchange).actTransfer},
		"done":         {(*exchange).viewDone, nil},
		"portal":       {(*exchange).viewPortal, (*exchange).actPortal},
		"sign":         {(*exchange).viewSign, (*exchange).actSign},
		"thanks":       {(*exchange).viewNothing, nil},
	}
}

// next is where the session's holder goes now. It follows from what is stored, so a closed browser loses nothing.
func (x *exchange) next() string {
	o, f := &x.o, x.o.Flow
	switch {
	case !x.session.Proved():
		return "contact"
	case x.session.Purpose == pc.PurposeInvitation:
		if v, err := o.Invitation(x.session.Invitation); err != nil || v.Status != pc.PendingInvitation {
			return "thanks"
		}
		return "sign"
	case o.Status == pc.ActionRequired, f.ReviewedAt == nil, len(others(pc.Missing(*o))) > 0:
		return "review"
	case f.Verification == nil || f.Verification.Status != "completed":
		return "identity"
	case f.Declarations == nil:
		return "declarations"
	case len(pc.Missing(*o)) > 0:
		return "signatories"
	case f.Signature == nil:
		return "agreement"
	case o.Status == pc.AwaitingSignatories:
		return "waiting"
	case f.PayoutsAnswered == nil && o.OptIn.Status != pc.OptInGranted:
		return "payouts"
	case f.Transfer == nil || f.Transfer.Outcome != pc.TransferMatched:
		return "transfer"
	}
	return "portal"
}

// others leaves out what the signatories' step is for.
func others(list []pc.Detail) []pc.Detail {
	var out []pc.Detail
	for _, d := range list {
		if d.Code != "representation.invitation_or_poa" {
			out = append(out, d)
		}
	}
	return out
}

// open reports whether a page may be shown although it is not the next: the portal once the agreement is signed, and the farewell.
func (x *exchange) open(name string) bool {
	signed := x.session.Proved() && x.session.Purpose == pc.PurposeOnboarding && x.o.Flow.Signature != nil
	return signed && (name == "portal" || name == "done" || name == "payouts" && x.o.OptIn.Status == pc.OptInPending)
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
	case name == "":
		x.redirect("flow/" + x.next())
		return
	case x.r.Method == http.MethodPost && name == "out":
		x.signOut()
		return
	}
	s, known := steps[name]
	if !known || name != x.next() && !x.open(name) {
		x.redirect(x.next())
		return
	}
	status := http.StatusOK
	if x.r.Method == http.MethodPost {
		if !x.formFits() {
			x.page.Error = x.page.T("form_old")
			status = http.StatusForbidden
		} else if s.act != nil {
			err = s.act(x)
			switch {
			case err == nil:
				x.redirect(x.next())
				return
			case errors.Is(err, errStay):
				x.redirect(name)
				return
			case errors.Is(err, errWait):
				x.redirect(name + "?wait")
				return
			}
			if x.page.Error = x.mistake(err); x.page.Error == "" {
				x.failed(err)
				return
			}
			status = http.StatusUnprocessableEntity
		}
	}
	x.page.Steps = progressOf(&x.o)
	if err := s.view(x); err != nil {
		x.failed(err)
		return
	}
	x.render(name, status)
}

func (x *exchange) signOut() {
	if x.formFits() {
		if err := x.h.store.EndSession(x.ctx(), x.session.ID); err != nil {
			x.failed(err)
			return
		}
	}
	x.dropCookie()
	x.render("over", http.StatusOK)
}

// A mistake is what a person can mend; its text is a key of the words.
type mistake string

func (m mistake) Error() string { return string(m) }

// mistake puts into words what a person can mend; empty for an error of ours.
func (x *exchange) mistake(err error) string {
	var m mistake
	var f *fault.Error
	switch {
	case errors.As(err, &m):
		return x.page.T(string(m))
	case errors.Is(err, pc.ErrCodeTooSoon):
		return x.page.T("code_too_soon")
	case errors.Is(err, pc.ErrCodeWrong):
		return x.page.T("code_wrong")
	case errors.Is(err, pc.ErrCodeSpent):
		return x.page.T("code_spent")
	case errors.As(err, &f) && len(f.Violations) > 0:
		if text := x.page.T("field_" + f.Violations[0].Code); text != "" {
			return text
		}
		return x.page.T("field_wrong")
	case errors.As(err, &f) && fault.Lookup(f.Reason).Kind != fault.KindInternal && fault.Lookup(f.Reason).Kind != fault.KindUnavailable:
		return x.page.T("step_impossible")
	}
	return ""
}

func (x *exchange) viewNothing() error { return nil }
