package pages

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/webhooks/portal"
)

const sessionCookie = "portal"

// open opens the session of a link, unless the browser only looks whether it is there.
func (x *exchange) open(link portal.Token) {
	if x.R.Method != http.MethodGet || strings.Contains(x.R.Header.Get("Sec-Purpose"), "prefetch") {
		x.show("refused", http.StatusMethodNotAllowed, nil)
		return
	}
	session, token, err := x.h.Sessions.OpenSession(x.Context(), link)
	switch {
	case errors.Is(err, portal.ErrEnded):
		x.ended(link, "usedlink")
		return
	case err != nil:
		x.failed(err)
		return
	}
	if x.session = session; x.dress() {
		x.keep(string(token), session.ExpiresAt.Sub(session.CreatedAt))
		x.Redirect("")
	}
}

// keep sets the cookie of the session, or removes it with an empty value.
func (x *exchange) keep(value string, age time.Duration) {
	set := x.h.cookies.Set
	if len(x.settings.FrameOrigins) > 0 {
		set = x.h.cookies.SetFramed
	}
	set(x.W, x.h.cookies.Host(sessionCookie), value, "/", age)
}

// recognize reads the session of the browser, and reports whether it has one that is open.
func (x *exchange) recognize() bool {
	cookie, err := x.R.Cookie(x.h.cookies.Host(sessionCookie))
	if err != nil {
		x.unopened = http.ErrNoCookie
		return false
	}
	x.token = portal.Token(cookie.Value)
	x.session, x.unopened = x.h.Sessions.ResumeSession(x.Context(), x.token)
	return x.unopened == nil
}

// resume continues the session that the browser has; without one it answers.
func (x *exchange) resume() bool {
	switch {
	case errors.Is(x.unopened, http.ErrNoCookie):
		x.show("ended", http.StatusUnauthorized, nil)
		return false
	case errors.Is(x.unopened, portal.ErrEnded):
		x.ended(x.token, "ended")
		return false
	case x.unopened != nil:
		x.failed(x.unopened)
		return false
	}
	if !x.dress() {
		return false
	}
	x.page.May, x.page.Form, x.page.Signed = x.session.Role.MayChange(), formToken(x.token), true
	return true
}

// ended answers a link or a session that has ended. It shows nothing of the tenant but how its portal looks, and the
// way back.
func (x *exchange) ended(token portal.Token, name string) {
	session, err := x.h.Sessions.EndedSession(x.Context(), token)
	if err == nil {
		x.session = session
		if !x.dress() {
			return
		}
	} else if !errors.Is(err, portal.ErrEnded) {
		x.failed(err)
		return
	}
	x.show(name, http.StatusGone, nil)
}

// dress gives the page the look that the operator has set for the session's tenant. When that cannot be read, it
// answers, and returns false.
func (x *exchange) dress() bool {
	settings, err := x.h.Sessions.SettingsOf(x.Context(), x.session.Tenant)
	if err != nil {
		x.failed(err)
		return false
	}
	x.settings = settings
	x.AllowFrameAncestors(settings.FrameOrigins)
	x.page.ReturnURL = x.session.ReturnURL
	if x.page.Brand = pagekit.ShowLook(x.Exchange, string(settings.Tenant), settings.Look); x.page.Brand.Name == "" {
		x.page.Brand.Name = settings.Name
	}
	x.page.Test = !x.session.Livemode
	return true
}

// formToken is what every form of a session carries: pages of other sites do not know it.
func formToken(t portal.Token) string {
	mac := hmac.New(sha256.New, []byte(t))
	_, _ = mac.Write([]byte("form"))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// ofSession reports whether the form was made by a page of the session, and sent from one of this site; sending is its
// name.
func (x *exchange) ofSession() (sending string, ok bool) {
	if x.h.origins.Check(x.R) != nil || x.R.ParseForm() != nil ||
		!hmac.Equal([]byte(x.R.PostForm.Get("form")), []byte(x.page.Form)) {
		return "", false
	}
	for _, values := range x.R.PostForm { // browsers end the lines of a text with CRLF
		for i, v := range values {
			values[i] = strings.ReplaceAll(v, "\r\n", "\n")
		}
	}
	return pagekit.Sending(x.R, x.session.ID)
}

// first notes that a form is sent. It answers a repeat, as when the page of the answer is loaded again, with the page
// that has the form.
func (x *exchange) first(sending string) bool {
	first, err := x.h.Sessions.SendForm(x.Context(), x.session, sending)
	switch {
	case err != nil:
		x.failed(err)
		return false
	case !first:
		x.Redirect((&url.URL{Path: x.Path(), RawQuery: url.Values{"done": {"repeated"}}.Encode()}).String())
		return false
	}
	return true
}

// endSession ends the session. The page leads back to where the person came from: browsers do not let a form lead to
// another site.
func endSession(x *exchange, _ string) {
	if err := x.h.Sessions.EndSession(x.Context(), x.session); err != nil {
		x.failed(err)
		return
	}
	x.keep("", -time.Second)
	x.page.Signed = false
	x.show("ended", http.StatusOK, nil)
}
