package pages

import (
	"errors"
	"net/http"
	"slices"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/pagekit"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
)

// A step is a page of the flow. view returns what the page shows; act takes its form and returns the path below the
// flow that the browser goes to, empty for the next step. A mistake that a person can correct is shown on the page
// again.
type step struct {
	name string
	view func(*exchange) (any, error)
	act  func(*exchange) (to string, err error)

	// The form may be sent again: a payout has a token of its own, by which a repeat has the answer of the first, and the
	// page of a download stays open for another one.
	repeatable bool
}

// steps are the pages, in the order of the flow.
func steps() []step {
	return []step{
		{name: hostedflow.StepContact, view: viewContact, act: actContact},
		{name: hostedflow.StepReview, view: viewReview, act: actReview},
		{name: hostedflow.StepCorrect, view: viewCorrect, act: actCorrect},
		{name: hostedflow.StepIdentity, view: viewIdentity, act: actIdentity},
		{name: hostedflow.StepDeclarations, view: viewDeclarations, act: actDeclarations},
		{name: hostedflow.StepSignatories, view: viewSignatories, act: actSignatories},
		{name: hostedflow.StepAgreement, view: viewAgreement, act: actAgreement},
		{name: hostedflow.StepWaiting, view: viewPortal},
		{name: hostedflow.StepPayouts, act: actPayouts},
		{name: hostedflow.StepTransfer, view: viewTransfer, act: actTransfer},
		{name: hostedflow.StepPortal, view: viewPortal, act: actPortal},
		{name: hostedflow.StepPayout, view: viewPayout, act: actPayout, repeatable: true},
		{name: hostedflow.StepAccount, view: viewAccount, act: actAccount},
		{name: hostedflow.StepClose, view: viewClose, act: actClose},
		{name: hostedflow.StepRevoke, act: actRevoke},
		{name: hostedflow.StepGrant, view: viewAgreement, act: actGrant},
		{name: hostedflow.StepSign, view: viewAgreement, act: actSign},
		{name: hostedflow.StepDocument, view: viewDocument},
		{name: hostedflow.StepExport, view: viewExport, act: actExport, repeatable: true},
		{name: hostedflow.StepDecline, view: viewDecline, act: actDecline},
		{name: hostedflow.StepThanks},
	}
}

// errAnswered is the error of a view that has answered the request itself.
var errAnswered = errors.New("the request is answered")

// answered is the path of an act that has answered the request itself.
const answered = "answered"

// flow answers a request of a session.
func (x *exchange) flow(name string) {
	v := &x.visit
	err := x.resume()
	switch {
	case errors.Is(err, hostedflow.ErrNoSession) || errors.Is(err, pc.ErrOnboardingNotFound):
		x.dropSession()
		x.render("over", http.StatusUnauthorized)
		return
	case err != nil:
		x.failed(err)
		return
	case x.R.Method == http.MethodPost && name == "out":
		x.signOut()
		return
	case name == hostedflow.StepIdentity && v.Next() == name:
		if awaitIdentity(x) {
			return
		}
	}
	list := steps()
	i := slices.IndexFunc(list, func(s step) bool { return s.name == name })
	if i < 0 || !v.Open(name) {
		x.Redirect("flow/" + v.Next())
		return
	}
	status := http.StatusOK
	if x.R.Method == http.MethodPost {
		if status = x.act(list[i]); status == 0 {
			return
		}
	}
	if !v.Invited() {
		x.page.Steps = progress(&v.Onboarding, name)
	}
	if list[i].view != nil {
		x.page.Data, err = list[i].view(x)
		if errors.Is(err, errAnswered) {
			return
		}
		if err != nil {
			x.failed(err)
			return
		}
	}
	x.render(name, status)
}

// resume finds the session of the browser, and notes that it was seen; HEAD leaves no trace.
func (x *exchange) resume() error {
	v := &x.visit
	var ok bool
	if v.Secret, ok = x.secret(); !ok {
		return hostedflow.ErrNoSession
	}
	resume := x.h.sessions.ResumeSession
	if x.R.Method == http.MethodHead {
		resume = x.h.sessions.InspectSession
	}
	if err := resume(x.Context(), v); err != nil {
		return err
	}
	v.KnownDevice = x.knownDevice(v.Onboarding.Ref, v.Onboarding.LinkEpoch)
	owner := v.Onboarding.Owner
	x.page.Partner, x.page.Channel, x.page.Test, x.page.Form =
		owner.Partner.Name, owner.Channel.Name, !v.Onboarding.Livemode, v.Secret.FormToken()
	x.page.Zone = pagekit.Zone(hostedflow.Country(&v.Onboarding))
	if x.R.Method != http.MethodPost && x.R.URL.Query().Get("done") == "repeated" {
		x.page.Note = x.page.T("form_repeated")
	}
	return dress(x, owner.Channel.ID)
}

// act takes the form of a step. It returns 0 when the request is answered, else the status of the page that says what
// is wrong.
func (x *exchange) act(s step) int {
	if !x.ofSession() {
		x.page.Error = x.page.T("form_old")
		return http.StatusForbidden
	}
	if s.act == nil {
		return http.StatusOK
	}
	if !s.repeatable {
		switch unsent, err := first(x, string(x.visit.Session.ID[:])); {
		case err != nil:
			x.failed(err)
			return 0
		case !unsent:
			x.Redirect("flow/" + s.name + "?done=repeated")
			return 0
		}
	}
	to, err := s.act(x)
	switch {
	case err != nil:
		if x.page.Error, x.page.Wrong = x.page.mistake(err); x.page.Error == "" {
			x.failed(err)
			return 0
		}
		x.page.sent = x.R.PostForm
		if fault.As(err).Reason == pc.LiveModeUnavailable {
			return http.StatusServiceUnavailable
		}
		return http.StatusUnprocessableEntity
	case to == "":
		x.Redirect("flow/" + x.visit.Next())
	case to != answered:
		x.Redirect("flow/" + to)
	}
	return 0
}

func (x *exchange) signOut() {
	if !x.ofSession() {
		x.render("refused", http.StatusForbidden)
		return
	}
	x.end("over")
}

// end signs the browser out and shows why; a merchant who has proved the contact can return to the partner.
func (x *exchange) end(page string) {
	v := &x.visit
	if v.Session.Proved() && !v.Invited() {
		x.page.Data = returnURL(&v.Onboarding)
	}
	if err := x.h.sessions.EndSession(x.Context(), v.Session.ID); err != nil {
		x.failed(err)
		return
	}
	x.dropSession()
	x.page.Form = ""
	x.render(page, http.StatusOK)
}
