package pages

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/services/console"
	"github.com/partnerline/partnerline/services/console/internal/signin"
)

// A pending sign-in is one under way in this browser.
type pending struct {
	signin.Attempt
	To string    `json:"to"` // where the person wanted to go
	At time.Time `json:"at"`
}

// signIn sends the browser to the identity provider.
func (x *exchange) signIn() {
	attempt, to, err := x.h.Provider.Begin(x.Context())
	if err != nil {
		x.Failed(err)
		x.Show("away", http.StatusServiceUnavailable)
		return
	}
	x.seal(signInCookie, pending{attempt, console.ReturnPath(x.R.URL.Query().Get("to")), x.Now}, signInTTL)
	x.Leave(to)
}

// callback takes the answer of the identity provider. The session that it opens shares nothing with one that the
// browser had.
func (x *exchange) callback() {
	var p pending
	query := x.R.URL.Query()
	known := x.open(signInCookie, &p) && x.Now.Sub(p.At) < signInTTL
	x.drop(signInCookie)
	if !known || query.Get("code") == "" {
		x.h.Log.LogAttrs(x.Context(), slog.LevelInfo, "sign-in failed", slog.Bool("begun_here", known),
			slog.Bool("provider_refused", query.Get("error") != ""))
		x.Show("failedsignin", http.StatusForbidden)
		return
	}
	id, err := x.h.Provider.Finish(x.Context(), p.Attempt, query.Get("state"), query.Get("code"))
	switch {
	case errors.Is(err, signin.ErrAway):
		x.Failed(err)
		x.Show("away", http.StatusServiceUnavailable)
		return
	case err != nil || !x.begin(id):
		x.h.Log.LogAttrs(x.Context(), slog.LevelWarn, "sign-in refused", slog.Any("cause", err))
		x.Show("failedsignin", http.StatusForbidden)
		return
	}
	x.Leave(p.To)
}

// signOut ends the session here, then at the identity provider: by a page that continues there, since browsers let no
// form lead to another site.
func (x *exchange) signOut() {
	x.drop(sessionCookie)
	x.drop(formCookie)
	x.h.ended.End(x.Session.Subject, x.Session.Form, x.Now) // whoever kept the cookie has no use of it
	to := x.h.Provider.EndURL(x.Context(), x.Session.IDToken, x.h.url("signed-out"))
	x.Page.Who, x.Page.Form = "", ""
	if to == "" {
		x.Redirect("signed-out")
		return
	}
	x.Page.Refresh, x.Page.Data = "0;url="+to, to
	x.Show("signingout", http.StatusOK)
}

// backChannel takes the identity provider's notice that a session has ended.
func (h *Handler) backChannel(w http.ResponseWriter, r *http.Request) {
	const largest = 16 << 10
	r.Body = http.MaxBytesReader(w, r.Body, largest)
	w.Header().Set("Cache-Control", "no-store")
	subject, sessionID, err := h.Provider.Logout(r.Context(), r.PostFormValue("logout_token"))
	switch {
	case errors.Is(err, signin.ErrAway):
		http.Error(w, "the identity provider cannot be reached", http.StatusServiceUnavailable)
	case err != nil:
		h.Log.LogAttrs(r.Context(), slog.LevelWarn, "back-channel logout refused", slog.String("cause", err.Error()))
		http.Error(w, "want a logout_token of the identity provider", http.StatusBadRequest)
	default:
		h.ended.End(subject, sessionID, h.Now().UTC())
		w.WriteHeader(http.StatusOK)
	}
}
