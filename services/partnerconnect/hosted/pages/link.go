package pages

import (
	"errors"
	"net/http"
	"strings"

	"github.com/partnerline/partnerline/internal/pagekit"
	"github.com/partnerline/partnerline/services/partnerconnect/hosted/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/signedlink"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// link answers a request for a link. GET and HEAD change nothing, however often mail scanners and previews open it;
// POST redeems it into a session, which proves nothing yet.
func (x *exchange) link(token string) {
	token, renew := strings.CutSuffix(token, "/renew")
	link, err := x.h.keys.Verify(token, x.h.now())
	if err != nil && !errors.Is(err, signedlink.ErrLinkExpired) || !opensFlow(link) {
		x.render("invalid", http.StatusNotFound)
		return
	}
	if !x.counted {
		if wait := x.h.limits.Link(link.ID, x.visit.Now); wait > 0 {
			x.limited(wait)
			return
		}
	}
	l, err := x.h.sessions.ResolveLink(x.Context(), link, err != nil)
	invited := link.Purpose == signedlink.PurposeInvitation
	x.page.Partner, x.page.Channel, x.page.Test = l.PartnerName, l.ChannelName, l.PartnerName != "" && !l.Livemode
	if l.Channel != "" {
		if err := dress(x, l.Channel); err != nil {
			x.failed(err)
			return
		}
	}
	switch {
	case link.Purpose == signedlink.PurposeStop:
		stop(x, link, err)
	case errors.Is(err, signedlink.ErrLinkExpired) && renew && x.R.Method == http.MethodPost && !invited:
		x.renew(link, l)
	case errors.Is(err, signedlink.ErrLinkExpired):
		if !invited && l.PartnerName != "" {
			x.page.Data = "renew"
			if !renew {
				x.page.Data = token + "/renew" // from where the browser is
			}
		}
		x.render("expired", http.StatusGone)
	case errors.Is(err, signedlink.ErrLinkRevoked):
		x.render("revoked", http.StatusGone)
	case err == nil && renew:
		x.page.Partner, x.page.Channel, x.page.Test = "", "", false
		x.render("invalid", http.StatusNotFound)
	case err != nil:
		x.failed(err)
	case x.R.Method == http.MethodPost:
		x.redeem(link)
	default:
		x.landing(link, l.Status)
	}
}

func opensFlow(l signedlink.Link) bool {
	return l.Purpose == signedlink.PurposeOnboarding || l.Purpose == signedlink.PurposeInvitation ||
		l.Purpose == signedlink.PurposeSignIn ||
		l.Purpose == signedlink.PurposeStop
}

// landing says on whose behalf the visitor is here, and nothing of the merchant. A link that was used in another
// browser says so. The link of an active merchant leads to its portal: at once where its session is open.
func (x *exchange) landing(link signedlink.Link, status onboarding.Status) {
	spent, err := x.h.sessions.LinkSpent(x.Context(), link)
	switch {
	case err != nil:
		x.failed(err)
	case link.Purpose == signedlink.PurposeInvitation:
		x.render("invited", http.StatusOK)
	case status == onboarding.Active && x.sameBrowser(link):
		x.Redirect("flow")
	case status == onboarding.Active:
		x.render("signin", http.StatusOK)
	case spent && !x.sameBrowser(link):
		x.render("spent", http.StatusOK)
	default:
		x.render("landing", http.StatusOK)
	}
}

// sameBrowser reports whether the link was redeemed here.
func (x *exchange) sameBrowser(link signedlink.Link) bool {
	secret, ok := x.secret()
	if !ok {
		return false
	}
	s, err := x.h.sessions.FindSession(x.Context(), secret, x.visit.Now)
	return err == nil && s.LinkID == link.ID
}

// stop stops the change of the payout account that a link names. The link opens no session, and works even after the
// contact that it was sent to has changed.
func stop(x *exchange, link signedlink.Link, err error) {
	if err != nil && !errors.Is(err, signedlink.ErrLinkExpired) && !errors.Is(err, signedlink.ErrLinkRevoked) {
		x.failed(err)
		return
	}
	if x.R.Method != http.MethodPost {
		x.render("stop", http.StatusOK)
		return
	}
	if !x.fromHere() {
		x.render("refused", http.StatusForbidden)
		return
	}
	switch stopped, err := x.h.account.StopByLink(x.Context(), &x.visit, link); {
	case err != nil:
		x.failed(err)
	case stopped:
		x.render("stopped", http.StatusOK)
	default:
		x.render("stoplate", http.StatusGone)
	}
}

// redeem opens a session, unless this browser has one by the same link already.
func (x *exchange) redeem(link signedlink.Link) {
	if !x.fromHere() {
		x.render("refused", http.StatusForbidden)
		return
	}
	if !x.sameBrowser(link) {
		secret, err := x.h.sessions.OpenSession(x.Context(), link, x.visit.Network, x.visit.Now)
		if err != nil {
			x.failed(err)
			return
		}
		x.setSession(secret)
	}
	x.Redirect("flow")
}

// renew sends a new link to the registered contact. The answer never says whether a contact is registered, or whether
// the form is a repeat.
func (x *exchange) renew(link signedlink.Link, l hostedflow.Landing) {
	if !x.fromHere() || x.R.ParseForm() != nil {
		x.render("refused", http.StatusForbidden)
		return
	}
	form, ok := pagekit.Sending(x.R, link.ID)
	if !ok {
		x.render("refused", http.StatusForbidden)
		return
	}
	err := x.h.sessions.RenewLink(x.Context(), usecase.Renewal{
		Ref: link.Ref, Form: form, KnownDevice: x.knownDevice(link.Ref, l.LinkEpoch), Network: x.visit.Network,
	}, x.visit.Now)
	if err != nil {
		x.failed(err)
		return
	}
	x.render("renewed", http.StatusOK)
}
