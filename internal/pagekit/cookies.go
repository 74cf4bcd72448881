package pagekit

import (
	"net/http"
	"time"
)

// Cookies sets the cookies of a site.
type Cookies struct {
	Secure bool // the site is called by https
}

// Set sets a cookie that scripts cannot read and other sites do not send with their forms; maxAge 0 ends with the
// browser, less removes it.
func (c Cookies) Set(w http.ResponseWriter, name, value, path string, maxAge time.Duration) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure where the pages are called by https
		Name: name, Value: value, Path: path, HttpOnly: true, Secure: c.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(maxAge / time.Second),
	})
}

// SetFramed is Set for a site that pages of other sites show in frames: where the site is called by https, the cookie
// is sent there, too, and is another one in the frames of each of those sites.
func (c Cookies) SetFramed(w http.ResponseWriter, name, value, path string, maxAge time.Duration) {
	if !c.Secure {
		c.Set(w, name, value, path, maxAge)
		return
	}
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // SameSite=None, for frames
		Name: name, Value: value, Path: path, HttpOnly: true, Secure: true, SameSite: http.SameSiteNoneMode,
		Partitioned: true, MaxAge: int(maxAge / time.Second),
	})
}

// Host is the name of a cookie that only this host sets, as browsers ensure where the site is called by https.
func (c Cookies) Host(name string) string {
	if c.Secure {
		return "__Host-" + name
	}
	return name
}

const languageCookie = "partnerline_language"

// Language is what the person chose, which a cookie of the path keeps, else what the browser wants.
func (c Cookies) Language(x *Exchange, path string) string {
	known := func(lang string) bool { return lang == Polish || lang == English }
	if chosen := x.R.URL.Query().Get("lang"); known(chosen) {
		c.Set(x.W, languageCookie, chosen, path, 0)
		return chosen
	}
	if kept, err := x.R.Cookie(languageCookie); err == nil && known(kept.Value) {
		return kept.Value
	}
	return Language(x.R.Header.Get("Accept-Language"))
}
