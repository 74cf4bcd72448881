package hosted

import (
	"errors"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

type identityView struct {
	Status  string // of the session; empty: none runs
	Failed  bool
	Sandbox bool // a person chooses the outcome
	Away    bool // the verification service is not connected
}

// waitFor is how often the page looks for the outcome, in seconds.
const waitFor = 2

func (x *exchange) viewIdentity() error {
	v := identityView{Sandbox: x.page.Test, Away: x.h.identity == nil}
	if s := x.o.Flow.Verification; s != nil {
		v.Status = s.Status
		v.Failed = s.Status == "failed" || s.Status == "expired" || s.Status == "cancelled"
		if s.Status == "processing" || s.Status == "in_review" || x.field("do") != "" || x.r.URL.Query().Has("wait") {
			x.page.Refresh = waitFor
		}
	}
	if v.Failed {
		v.Status, x.page.Refresh = "", 0
	}
	x.page.Data = v
	return nil
}

func (x *exchange) actIdentity() error {
	if x.h.identity == nil {
		return mistake("identity_away")
	}
	switch do := x.field("do"); do {
	case "start":
		session, err := x.h.identity.Start(x.ctx(), x.o)
		if err != nil {
			return err
		}
		err = x.change("StartVerification", func(o *pc.Onboarding) error { return o.Verify(session, x.now) })
		return err
	case "verified", "failed":
		if !x.page.Test || x.o.Flow.Verification == nil {
			return mistake("form_old")
		}
		if err := x.h.identity.Decide(x.ctx(), x.o, x.o.Flow.Verification.SessionID, do == "verified"); err != nil {
			return err
		}
		return errWait
	}
	return mistake("form_old")
}

// errWait leads back to the page, which waits for the outcome: it comes as an event.
var errWait = errors.New("wait for the outcome")
