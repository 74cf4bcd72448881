package pages

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/console"
	"github.com/partnerline/partnerline/services/console/internal/signin"
)

// Cookies of the console, all sealed, each for its own purpose.
const (
	sessionCookie = "console"
	signInCookie  = "console-sign-in"
	formCookie    = "console-form"
)

const (
	signInTTL = 10 * time.Minute // of a sign-in under way
	formTTL   = time.Hour        // of a form that was sent after the session's end
	maxCookie = 3900             // bytes that browsers keep of one, its name and attributes aside
)

// seal sets a cookie that holds a value; false when it is too large for one.
func (x *exchange) seal(name string, value any, maxAge time.Duration) bool {
	plain, err := json.Marshal(value)
	if err != nil {
		return false // the values are ours, and all can be written
	}
	sealed := encode(x.h.Keys.Seal(plain, name))
	if len(sealed) > maxCookie {
		return false
	}
	x.h.cookies.Set(x.W, x.h.cookies.Host(name), sealed, "/", maxAge)
	return true
}

func encode(sealed []byte) string { return base64.RawURLEncoding.EncodeToString(sealed) }

// open reads what a cookie holds; false when there is none that the console sealed.
func (x *exchange) open(name string, into any) bool {
	c, err := x.R.Cookie(x.h.cookies.Host(name))
	if err != nil {
		return false
	}
	sealed, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil {
		return false
	}
	plain, err := x.h.Keys.Open(sealed, name)
	return err == nil && json.Unmarshal(plain, into) == nil
}

func (x *exchange) drop(name string) {
	x.h.cookies.Set(x.W, x.h.cookies.Host(name), "", "/", -time.Second)
}

// begin opens a session for someone who has just signed in. Nothing of an earlier one is kept.
func (x *exchange) begin(id console.Identity) bool {
	x.Session = console.Session{Identity: id, Form: rand.Text(), Began: x.Now, Seen: x.Now, Refreshed: x.Now}
	return x.store()
}

// store sets the session's cookie. A session that is too large for one does without the ID token: the provider then
// asks at its end.
func (x *exchange) store() bool {
	if x.seal(sessionCookie, x.Session, 0) {
		return true
	}
	x.Session.IDToken = ""
	return x.seal(sessionCookie, x.Session, 0)
}

// resume continues the session of the browser. Without one it answers: a page leads to the sign-in and back, a form is
// kept meanwhile.
func (x *exchange) resume() bool {
	known := x.open(sessionCookie, &x.Session)
	if !known || x.Session.Ended(x.h.Limits, x.Now) || x.h.ended.Has(x.Session) || !x.refresh() {
		x.expired()
		return false
	}
	if x.Session.Stale(x.Now) {
		x.Session.Seen = x.Now
		x.store()
	}
	return true
}

// refresh asks the provider about the person when that is due; false when it has ended the session. One that is away
// ends none.
func (x *exchange) refresh() bool {
	if !x.Session.Due(x.h.Limits, x.Now) {
		return true
	}
	id, err := x.h.Provider.Refresh(x.Context(), x.Session.Identity)
	switch {
	case errors.Is(err, signin.ErrAway):
		x.h.Log.LogAttrs(x.Context(), slog.LevelWarn, "the identity provider is away: sessions continue",
			slog.String("cause", err.Error()))
		return true
	case err != nil:
		return false
	}
	x.Session.Identity, x.Session.Refreshed, x.Session.Seen = id, x.Now, x.Now
	return x.store()
}

// A keptForm is one that was sent after the session's end.
type keptForm struct {
	Subject string     `json:"sub"` // whose it is
	Path    string     `json:"path"`
	Values  url.Values `json:"values"`
	At      time.Time  `json:"at"`
}

// expired answers someone without a session.
func (x *exchange) expired() {
	path := "/" + x.Path()
	switch {
	case x.R.Method != http.MethodPost && path == "/sign-out":
		x.Redirect("signed-out")
	case x.R.Method != http.MethodPost:
		x.Redirect("sign-in?" + url.Values{"to": {x.R.URL.RequestURI()}}.Encode())
	default:
		kept := false
		if x.Session.Subject != "" && x.parse() == nil {
			values := x.R.PostForm
			values.Del("form")
			values.Del(pagekit.OnceInput)
			kept = x.seal(formCookie, keptForm{x.Session.Subject, path, values, x.Now}, formTTL)
		}
		x.Page.Data = expiredView{"sign-in?" + url.Values{"to": {path}}.Encode(), kept}
		x.Show("expired", http.StatusUnauthorized)
	}
}

type expiredView struct {
	SignIn string
	Kept   bool
}

// restore fills in what the person sent to this path when the session had ended. It is shown, and not sent again by
// itself.
func (x *exchange) restore() {
	var kept keptForm
	if x.R.Method == http.MethodPost || !x.open(formCookie, &kept) || kept.Path != "/"+x.Path() {
		return
	}
	x.drop(formCookie)
	if kept.Subject == x.Session.Subject && x.Now.Sub(kept.At) < formTTL {
		x.Page.Sent, x.Page.Note = kept.Values, x.Page.T("restored")
	}
}

// parse reads the form that was sent, which may have a file.
func (x *exchange) parse() error {
	if strings.HasPrefix(x.R.Header.Get("Content-Type"), "multipart/form-data") {
		return x.R.ParseMultipartForm(maxForm)
	}
	return x.R.ParseForm()
}

// ofSession reports whether the form was made by a page of the session.
func (x *exchange) ofSession() bool {
	return x.parse() == nil && subtle.ConstantTimeCompare([]byte(x.R.PostForm.Get("form")), []byte(x.Session.Form)) == 1
}
