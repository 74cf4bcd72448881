package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// A browser in which a merchant has signed in is known by a signed cookie. It proves nothing: it only gives the browser a share of its
// own of requests and codes, so that strangers who hold a link cannot use up the merchant's.

// devicePrefix begins the names of the cookies, of which a browser has one for each merchant that signed in there.
func (h *Handler) devicePrefix() string {
	if h.base.Scheme == "https" {
		return "__Host-partnerline-device-"
	}
	return "partnerline_device_"
}

func (h *Handler) deviceCookie(ref pc.Ref) string {
	sum := sha256.Sum256([]byte(ref))
	return h.devicePrefix() + hex.EncodeToString(sum[:6])
}

// rememberDevice makes the browser a known one of the merchant that has signed in.
func (x *exchange) rememberDevice() {
	if x.session.Purpose != signedlink.PurposeOnboarding || !x.session.Proved() || x.knownDevice(x.o.Ref, x.o.LinkEpoch) {
		return
	}
	http.SetCookie(x.W, &http.Cookie{ //nolint:gosec // Secure where the pages are called by https
		Name: x.h.deviceCookie(x.o.Ref), Value: x.h.keys.Token(hostedflow.NewDevice(x.o, x.now)), Path: "/", HttpOnly: true,
		Secure: x.h.base.Scheme == "https", SameSite: http.SameSiteLaxMode, MaxAge: int(signedlink.DeviceTTL / time.Second),
	})
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
	d, err := x.h.keys.Verify(c.Value, x.now)
	return d, err == nil && d.Purpose == signedlink.PurposeDevice
}

// visit counts the request: of a known browser by the browser, of any other by its network. It returns how long to wait if there were
// too many.
func (x *exchange) visit() time.Duration {
	for _, c := range x.R.Cookies() {
		if strings.HasPrefix(c.Name, x.h.devicePrefix()) {
			if d, ok := x.device(c); ok {
				x.known = true
				return x.h.visits.Device(d.ID, x.now)
			}
		}
	}
	return x.h.visits.Network(clientaddr.NetworkText(x.Context()), x.now)
}

// origin is who asks for a message to the merchant or an invited person.
func (x *exchange) origin(ref pc.Ref, epoch int, otherwise hostedflow.CodeOrigin) hostedflow.CodeOrigin {
	if x.knownDevice(ref, epoch) {
		return hostedflow.FromDevice
	}
	return otherwise
}

// limited refuses a request of which there were too many.
func (x *exchange) limited(wait time.Duration) {
	x.RetryAfter(wait)
	x.render("limited", http.StatusTooManyRequests)
}
