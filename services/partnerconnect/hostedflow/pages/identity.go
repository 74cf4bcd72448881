package pages

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

type identityView struct {
	Running bool // a session does
	Waiting bool // for its outcome
	Failed  bool // the last one came to nothing
	Sandbox bool // a person chooses the outcome
	Away    bool // the verification service is not connected
	Decline bool // an invited person may decline here, too
}

// Looking for an outcome takes so long at most: less than pageTimeout. A page that reloads itself would take a person by surprise who
// reads it with a screen reader (WCAG 2.2.1), so the server waits instead, and then the person asks again.
const (
	awaitFor   = 8 * time.Second
	awaitEvery = 100 * time.Millisecond
)

// verification is the session that verifies the person whose pages these are: the merchant's, or an invited person's.
func (x *exchange) verification() *onboarding.Verification {
	return signing.VerificationOf(&x.o, x.session.Invitation)
}

// await holds the answer back until the outcome of the identity check is known, which comes as an event.
func (x *exchange) await() {
	ctx, cancel := context.WithTimeout(x.Context(), awaitFor)
	defer cancel()
	tick := time.NewTicker(awaitEvery)
	defer tick.Stop()
	for v := x.verification(); v != nil && v.Open(); v = x.verification() {
		select {
		case <-ctx.Done():
			x.reconcile()
			return
		case <-tick.C:
		}
		x.reload(ctx)
	}
}

// reload reads the onboarding anew; when that fails, the page shows what is known.
func (x *exchange) reload(ctx context.Context) {
	if o, err := x.h.store.Onboarding(ctx, access.SystemView, x.session.Merchant); err == nil {
		x.o = o
	}
}

// reconcileFor is how long a page waits for the verification service.
const reconcileFor = 2 * time.Second

// reconcile asks the verification service for the outcome of an open session: its event may be late or lost.
func (x *exchange) reconcile() {
	v := x.verification()
	if x.h.identity == nil || v == nil || !v.Open() {
		return
	}
	ctx, cancel := context.WithTimeout(x.Context(), reconcileFor)
	defer cancel()
	moved, err := x.h.identity.PageView(ctx, x.session.Merchant)
	if err != nil {
		x.h.log.LogAttrs(ctx, slog.LevelWarn, "identity session not reconciled", slog.String("cause", err.Error()))
	}
	if moved {
		x.reload(x.Context())
	}
}

func (x *exchange) viewIdentity() error {
	v := identityView{Sandbox: x.page.Test, Away: x.h.identity == nil, Decline: x.session.Purpose == signedlink.PurposeInvitation}
	if s := x.verification(); s != nil {
		v.Failed, v.Running = s.Over(), s.Open()
		v.Waiting = v.Running && (!v.Sandbox || s.Status != "pending" || x.R.URL.Query().Has("wait"))
	}
	x.page.Data = v
	return nil
}

func (x *exchange) actIdentity() error {
	if x.h.identity == nil {
		return mistake{word: "identity_away"}
	}
	switch do := x.field("do"); do {
	case "start":
		if v := x.verification(); v != nil && !v.Over() {
			return nil // it was started in another window, or has just ended
		}
		session, err := x.h.identity.Start(x.Context(), x.o, x.session.Invitation)
		if err != nil {
			return err
		}
		return x.change("StartVerification", func(o *onboarding.Onboarding) error { return signing.Verify(o, x.session.Invitation, session, x.now) })
	case "verified", "failed":
		v := x.verification()
		if !x.page.Test || v == nil {
			return formOld
		}
		if err := x.h.identity.Decide(x.Context(), x.o, v.SessionID, do == "verified"); err != nil {
			return err
		}
		return errWait
	}
	return formOld
}

// errWait leads back to the page, which waits for the outcome: it comes as an event.
var errWait = errors.New("wait for the outcome")
