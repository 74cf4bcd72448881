package pages

import (
	"net/http"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

type identityView struct {
	Running bool // a session is open
	Waiting bool // for its outcome
	Failed  bool // the last one was not completed, or its last attempt
	Sandbox bool // a person chooses the outcome
	Away    bool // identities cannot be verified
	Decline bool // an invited person may decline here, too

	// Of live mode.
	Opening bool     // the provider is still to open its page
	Page    bool     // it has one, where the person is verified
	Review  bool     // a person at the provider decides
	Retry   bool     // a further attempt may begin in the session
	Reasons []string // why the last attempt failed
}

// Parts of the address of the identity page. waitForIdentity holds its answer back until the outcome is known, and
// openingIdentity until the provider has opened its page; toIdentity leads there. A page that reloaded itself would
// surprise a person who reads it with a screen reader (WCAG 2.2.1), so the server waits instead, and then the person
// asks again. Only where nothing but the provider is waited for, and nothing is to be read, does the page continue by
// itself.
const (
	waitForIdentity = hostedflow.StepIdentity + "?wait"
	openingIdentity = hostedflow.StepIdentity + "?opening"
	toIdentity      = hostedflow.StepIdentity + "?open"
)

// IdentityReturn is the path below the public base where the identity provider leads people in the end.
const IdentityReturn = Prefix + "flow/" + waitForIdentity

// openEvery is how often a page asks again for the one of a provider that does not answer.
const openEvery = 2 * time.Second

// awaitIdentity waits for what the address of the identity page asks to wait for, and reports whether the browser was
// sent to the provider.
func awaitIdentity(x *exchange) (left bool) {
	v, query := &x.visit, x.R.URL.Query()
	x.h.flow.ReconcileVerification(x.Context(), v)
	if x.R.Method != http.MethodGet {
		return false
	}
	switch {
	case query.Has("wait"):
		x.h.flow.AwaitVerification(x.Context(), v, usecase.ForOutcome)
	case query.Has("opening"), query.Has("open"):
		x.h.flow.AwaitVerification(x.Context(), v, usecase.ForPage)
	}
	if !query.Has("open") {
		return false
	}
	session, err := x.h.flow.LiveIdentity(x.Context(), v)
	if err != nil || session.Page == "" || session.Stage.Ended() {
		return false
	}
	x.Leave(session.Page)
	return true
}

func viewIdentity(x *exchange) (any, error) {
	v := identityView{
		Sandbox: !x.visit.Onboarding.Livemode, Away: !x.h.flow.IdentityConnected(x.visit.Onboarding.Livemode),
		Decline: x.visit.Invited(),
	}
	if s := x.visit.Verification(); s != nil {
		v.Failed, v.Running = s.Over(), s.Open()
		v.Waiting = v.Running && (!v.Sandbox || s.Status != "pending" || x.R.URL.Query().Has("wait"))
	}
	if v.Sandbox || v.Away {
		return v, nil
	}
	session, err := x.h.flow.LiveIdentity(x.Context(), &x.visit)
	if err != nil {
		return nil, err
	}
	v.live(session, x.visit.Now)
	switch {
	case v.Opening:
		x.page.refresh(openEvery, toIdentity)
	case v.Page && x.R.URL.Query().Has("opening"):
		x.page.refresh(0, toIdentity) // a form cannot lead to another site by itself: the policy of the pages forbids it
	}
	return v, nil
}

// live shows a session as the provider reports it.
func (v *identityView) live(s verification.IdentitySession, now time.Time) {
	v.Reasons = s.Reasons
	if !v.Running {
		return
	}
	v.Retry = s.Retryable(now)
	v.Failed = v.Retry
	v.Opening = s.ID != "" && s.ToBeOpened(s.Attempt, now)
	v.Page = s.Page != "" && (s.Stage == verification.Open || s.Stage == verification.Started)
	v.Review = s.Stage == verification.InReview
}

func actIdentity(x *exchange) (string, error) {
	switch do := x.field("do"); do {
	case "start":
		if err := x.h.flow.StartVerification(x.Context(), &x.visit); err != nil || !x.visit.Onboarding.Livemode {
			return "", err
		}
		return openingIdentity, nil
	case "verified", "failed":
		return waitForIdentity, x.h.flow.DecideVerification(x.Context(), &x.visit, do == "verified")
	}
	return "", hostedflow.FormOld
}
