package pages

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/hostedflow"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signedlink"
)

// link answers a request for a link. GET and HEAD change nothing, however often mail scanners and previews open it; POST redeems
// it into a session, which proves nothing yet.
func (x *exchange) link(token string) {
	token, renew := strings.CutSuffix(token, "/renew")
	link, l, err := x.find(token)
	x.page.Partner, x.page.Channel, x.page.Test = l.PartnerName, l.ChannelName, l.PartnerName != "" && !l.Livemode
	var busy errBusy
	switch {
	case errors.As(err, &busy):
		x.limited(time.Duration(busy))
	case errors.Is(err, signedlink.ErrLinkExpired) && renew && x.R.Method == http.MethodPost && link.Purpose != signedlink.PurposeInvitation:
		x.renew(link, l)
	case errors.Is(err, signedlink.ErrLinkExpired):
		if link.Purpose != signedlink.PurposeInvitation && l.PartnerName != "" {
			x.page.Data = "renew"
			if !renew {
				x.page.Data = token + "/renew" // from where the browser is
			}
		}
		x.render("expired", http.StatusGone)
	case errors.Is(err, signedlink.ErrLinkRevoked):
		x.render("revoked", http.StatusGone)
	case errors.Is(err, signedlink.ErrLinkInvalid), err == nil && renew:
		x.page.Partner, x.page.Channel, x.page.Test = "", "", false
		x.render("invalid", http.StatusNotFound)
	case err != nil:
		x.failed(err)
	case x.R.Method == http.MethodPost:
		x.redeem(link)
	default:
		x.landing(link)
	}
}

// landing tells on whose behalf one is here, and nothing of the merchant. A link that was used in another browser says so.
func (x *exchange) landing(link signedlink.Link) {
	spent, err := x.h.store.LinkSpent(x.Context(), link.ID)
	switch {
	case err != nil:
		x.failed(err)
	case link.Purpose == signedlink.PurposeInvitation:
		x.render("invited", http.StatusOK)
	case spent && !x.sameBrowser(link):
		x.render("spent", http.StatusOK)
	default:
		x.render("landing", http.StatusOK)
	}
}

// sameBrowser reports whether the link was redeemed here.
func (x *exchange) sameBrowser(link signedlink.Link) bool {
	return x.findSession(x.h.store.FindSession) == nil && x.session.LinkID == link.ID
}

// redeem opens a session, unless this browser has one by the same link already.
func (x *exchange) redeem(link signedlink.Link) {
	if !x.fromHere() {
		x.render("refused", http.StatusForbidden)
		return
	}
	if !x.sameBrowser(link) {
		secret := hostedflow.NewSessionSecret()
		s := hostedflow.Session{
			ID: secret.ID(), Merchant: link.Ref, Purpose: link.Purpose, LinkID: link.ID, Network: clientaddr.NetworkText(x.Context()), CreatedAt: x.now,
			LastSeenAt: x.now,
		}
		switch link.Purpose {
		case signedlink.PurposeInvitation:
			s.Invitation = pc.InvitationID(link.ID)
		case signedlink.PurposeSignIn:
			s.Purpose, s.EmailAt = signedlink.PurposeOnboarding, &x.now
		}
		if _, err := x.h.store.OpenSession(x.Context(), s); err != nil {
			x.failed(err)
			return
		}
		x.setCookie(secret)
	}
	x.Redirect("flow")
}

// renew sends a new link to the contact that is registered. The answer is the same whether there is one.
func (x *exchange) renew(link signedlink.Link, l hostedflow.Landing) {
	if !x.fromHere() {
		x.render("refused", http.StatusForbidden)
		return
	}
	o, err := x.h.store.Onboarding(x.Context(), access.SystemView, link.Ref)
	if err == nil && o.Data.Applicant.Email != "" {
		err = x.h.store.RenewLink(x.Context(), link.Ref, onboarding.LinkMessage(&o), x.origin(link.Ref, l.LinkEpoch, hostedflow.FromRenewal), clientaddr.NetworkText(x.Context()), x.now)
	}
	if err != nil {
		x.failed(err)
		return
	}
	x.render("renewed", http.StatusOK)
}

// errBusy is how long to wait before a link may be opened again.
type errBusy time.Duration

func (e errBusy) Error() string { return "too many requests by this link" }

// find returns what a link leads to. With ErrLinkExpired and ErrLinkRevoked it tells at least the partner where it can:
// whoever holds such a link had it from us.
func (x *exchange) find(token string) (signedlink.Link, hostedflow.Landing, error) {
	link, verdict := x.h.keys.Verify(token, x.h.now())
	if verdict != nil && !errors.Is(verdict, signedlink.ErrLinkExpired) {
		return link, hostedflow.Landing{}, verdict
	}
	switch link.Purpose {
	case signedlink.PurposeOnboarding, signedlink.PurposeInvitation, signedlink.PurposeSignIn:
	default:
		return link, hostedflow.Landing{}, signedlink.ErrLinkInvalid
	}
	if !x.known {
		if wait := x.h.visits.Link(link.ID, x.now); wait > 0 {
			return link, hostedflow.Landing{}, errBusy(wait)
		}
	}
	l, err := x.h.store.Landing(x.Context(), link.Ref)
	switch {
	case errors.Is(err, pc.ErrOnboardingNotFound):
		return link, hostedflow.Landing{}, signedlink.ErrLinkRevoked
	case err != nil:
		return link, hostedflow.Landing{}, err
	case link.Epoch != l.LinkEpoch || l.Status.Ended():
		return link, l, signedlink.ErrLinkRevoked
	case link.Purpose == signedlink.PurposeInvitation && verdict == nil:
		return link, l, x.invitation(link)
	}
	return link, l, verdict
}

// invitation returns why the link of an invitation does not work any more.
func (x *exchange) invitation(link signedlink.Link) error {
	status, err := x.h.store.InvitationStatus(x.Context(), link.Ref, pc.InvitationID(link.ID))
	switch {
	case errors.Is(err, onboarding.ErrInvitationNotFound), err == nil && status != onboarding.PendingInvitation && status != onboarding.ExpiredInvitation:
		return signedlink.ErrLinkRevoked
	case err == nil && status == onboarding.ExpiredInvitation:
		return signedlink.ErrLinkExpired
	}
	return err
}
