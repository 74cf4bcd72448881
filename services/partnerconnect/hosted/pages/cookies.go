package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/internal/pagekit"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
)

func (h *Handler) setCookie(w http.ResponseWriter, name, value, path string, maxAge time.Duration) {
	pagekit.Cookies{Secure: h.secure()}.Set(w, name, value, path, maxAge)
}

func (h *Handler) secure() bool { return h.base.Scheme == "https" }

// language is what the person chose, else what the browser wants.
func (h *Handler) language(x *pagekit.Exchange) string {
	return pagekit.Cookies{Secure: h.secure()}.Language(x, h.base.Path+Prefix)
}

// sessionCookie is the name of the cookie, with the prefix __Host- over https, where browsers accept it.
func (h *Handler) sessionCookie() string {
	if h.secure() {
		return "__Host-partnerline"
	}
	return "partnerline_session"
}

func (x *exchange) setSession(s hostedflow.SessionSecret) {
	x.h.setCookie(x.W, x.h.sessionCookie(), base64.RawURLEncoding.EncodeToString(s[:]), "/", hostedflow.SessionLife)
}

func (x *exchange) dropSession() { x.h.setCookie(x.W, x.h.sessionCookie(), "", "/", -time.Second) }

// secret is what the browser's cookie holds; false without one.
func (x *exchange) secret() (hostedflow.SessionSecret, bool) {
	var s hostedflow.SessionSecret
	c, err := x.R.Cookie(x.h.sessionCookie())
	if err != nil {
		return s, false
	}
	raw, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || len(raw) != len(s) {
		return s, false
	}
	return hostedflow.SessionSecret(raw), true
}

// A browser in which a merchant has signed in is known by a signed cookie. It proves nothing: it gives the browser a
// share of its own of requests and codes, so that strangers who hold a link cannot use up the merchant's.

// devicePrefix begins the names of the cookies, of which a browser has one for each merchant that signed in there.
func (h *Handler) devicePrefix() string {
	if h.secure() {
		return "__Host-partnerline-device-"
	}
	return "partnerline_device_"
}

func (h *Handler) deviceCookie(ref pc.Ref) string {
	sum := sha256.Sum256([]byte(ref))
	return h.devicePrefix() + hex.EncodeToString(sum[:6])
}

// rememberDevice makes the browser known to the merchant that has signed in.
func (x *exchange) rememberDevice() {
	v := &x.visit
	if v.Session.Purpose != signedlink.PurposeOnboarding || !v.Session.Proved() || v.KnownDevice {
		return
	}
	x.h.setCookie(x.W, x.h.deviceCookie(v.Onboarding.Ref), x.h.keys.Token(hostedflow.NewDevice(v.Onboarding, v.Now)), "/",
		signedlink.DeviceTTL)
}

// knownDevice reports whether the merchant has signed in in this browser, by the contact that it still has.
func (x *exchange) knownDevice(ref pc.Ref, epoch int) bool {
	c, err := x.R.Cookie(x.h.deviceCookie(ref))
	if err != nil {
		return false
	}
	d, ok := x.device(c)
	return ok && d.Ref == ref && d.Epoch == epoch
}

func (x *exchange) device(c *http.Cookie) (signedlink.Link, bool) {
	d, err := x.h.keys.Verify(c.Value, x.visit.Now)
	return d, err == nil && d.Purpose == signedlink.PurposeDevice
}
