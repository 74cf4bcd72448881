package pages

import (
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
)

type identityView struct {
	Running bool // a session is open
	Waiting bool // for its outcome
	Failed  bool // the last one was not completed
	Sandbox bool // a person chooses the outcome
	Away    bool // the verification service is not connected
	Decline bool // an invited person may decline here, too
}

// waitForIdentity is the page that holds its answer back until the outcome is known. A page that reloaded itself would surprise a person who
// reads it with a screen reader (WCAG 2.2.1), so the server waits instead, and then the person asks again.
const waitForIdentity = hostedflow.StepIdentity + "?wait"

func viewIdentity(x *exchange) (any, error) {
	v := identityView{Sandbox: !x.visit.Onboarding.Livemode, Away: !x.h.flow.IdentityConnected(), Decline: x.visit.Invited()}
	if s := x.visit.Verification(); s != nil {
		v.Failed, v.Running = s.Over(), s.Open()
		v.Waiting = v.Running && (!v.Sandbox || s.Status != "pending" || x.R.URL.Query().Has("wait"))
	}
	return v, nil
}

func actIdentity(x *exchange) (string, error) {
	switch do := x.field("do"); do {
	case "start":
		return "", x.h.flow.StartVerification(x.Context(), &x.visit)
	case "verified", "failed":
		return waitForIdentity, x.h.flow.DecideVerification(x.Context(), &x.visit, do == "verified")
	}
	return "", hostedflow.FormOld
}
