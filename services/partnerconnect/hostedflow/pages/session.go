package pages

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/telemetry"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// cookieName is __Host- where browsers take such: over https.
func (h *Handler) cookieName() string {
	if h.base.Scheme == "https" {
		return "__Host-partnerline"
	}
	return "partnerline_session"
}

func (x *exchange) setCookie(s hostedflow.SessionSecret) {
	x.secret = s
	http.SetCookie(x.W, &http.Cookie{ //nolint:gosec // Secure where the pages are called by https
		Name: x.h.cookieName(), Value: base64.RawURLEncoding.EncodeToString(s[:]), Path: "/", HttpOnly: true, Secure: x.h.base.Scheme == "https",
		SameSite: http.SameSiteLaxMode, MaxAge: int(hostedflow.SessionLife / time.Second),
	})
}

func (x *exchange) dropCookie() {
	http.SetCookie(x.W, &http.Cookie{ //nolint:gosec // Secure where the pages are called by https
		Name: x.h.cookieName(), Path: "/", HttpOnly: true, Secure: x.h.base.Scheme == "https", SameSite: http.SameSiteLaxMode, MaxAge: -1,
	})
}

// openSession finds the session of the browser, which lives on with it; pc.ErrNoSession. HEAD leaves no trace.
func (x *exchange) openSession() error {
	if x.R.Method == http.MethodHead {
		return x.findSession(x.h.store.FindSession)
	}
	return x.findSession(x.h.store.UseSession)
}

func (x *exchange) findSession(find func(context.Context, hostedflow.SessionID, time.Time) (hostedflow.Session, error)) error {
	c, err := x.R.Cookie(x.h.cookieName())
	if err != nil {
		return hostedflow.ErrNoSession
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || len(raw) != len(x.secret) {
		return hostedflow.ErrNoSession
	}
	x.secret = hostedflow.SessionSecret(raw)
	x.session, err = find(x.Context(), x.secret.ID(), x.now)
	return err
}

// openOnboarding reads what the session is about. A session of before the contact changed is over: it proved another one.
func (x *exchange) openOnboarding() error {
	if err := x.openSession(); err != nil {
		return err
	}
	o, err := x.h.store.Onboarding(x.Context(), access.SystemView, x.session.Merchant)
	if err != nil {
		return err
	}
	moved := o.Flow.ContactChanged
	if x.session.Purpose == signedlink.PurposeOnboarding && moved != nil && x.session.CreatedAt.Before(*moved) || o.Status.Ended() {
		return hostedflow.ErrNoSession
	}
	x.o = o
	p := &x.page
	p.Partner, p.Channel, p.Test, p.Form = o.Owner.Partner.Name, o.Owner.Channel.Name, !o.Livemode, x.secret.FormToken()
	return nil
}

// fromHere refuses forms of other sites by what browsers say of where a request comes from; those that say nothing are old.
func (x *exchange) fromHere() bool {
	if site := x.R.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	origin := x.R.Header.Get("Origin")
	if origin == "" || origin == "null" {
		return true // a page with no-referrer may send null; the form's token decides where there is one
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == x.h.base.Host || err == nil && u.Host == x.R.Host
}

// formFits reports whether a form is of the session.
func (x *exchange) formFits() bool {
	return x.fromHere() && x.R.ParseForm() == nil && x.secret.FormTokenFits(x.R.PostForm.Get("form"))
}

// field returns a text of the form.
func (x *exchange) field(name string) string { return x.R.PostForm.Get(name) }

// by is who acts in the session, for the audit trail.
func (x *exchange) by(operation string) audit.Entry {
	return audit.Entry{
		At: x.now, Actor: audit.MerchantActor, Merchant: x.session.Merchant, Operation: "Hosted." + operation, RequestID: telemetry.RequestID(x.Context()),
		Address: clientaddr.Text(x.Context()),
	}
}

// evidence is what a declaration or signature is kept with.
func (x *exchange) evidence(text string) onboarding.Evidence {
	agent := x.R.UserAgent()
	return onboarding.Evidence{At: x.now, Address: clientaddr.Text(x.Context()), UserAgent: agent[:min(len(agent), 256)], Text: text}
}

// change applies what the person does.
func (x *exchange) change(operation string, f func(*onboarding.Onboarding) error) error {
	return x.changeBy(x.h.store, operation, f)
}

// withdrawAccess is change for what takes access away.
func (x *exchange) withdrawAccess(operation string, f func(*onboarding.Onboarding) error) error {
	return x.changeBy(x.h.withdraw, operation, f)
}

func (x *exchange) changeBy(store WithdrawalStore, operation string, f func(*onboarding.Onboarding) error) error {
	o, err := store.ChangeOnboarding(x.Context(), access.SystemView, x.session.Merchant, x.now, x.by(operation), f)
	if err == nil {
		x.o = o
	}
	return err
}

// over reports whether an error means that the person must open a link again.
func over(err error) bool {
	return errors.Is(err, hostedflow.ErrNoSession) || errors.Is(err, pc.ErrOnboardingNotFound)
}
