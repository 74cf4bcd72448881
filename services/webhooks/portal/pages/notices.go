package pages

import (
	"errors"
	"net/http"
	"strings"

	"github.com/partnerline/partnerline/services/webhooks/portal"
)

type noticesView struct {
	Enabled   bool // e-mails are sent
	Addresses []portal.NoticeAddress
}

func showNotices(x *exchange, _ string) { renderNotices(x, http.StatusOK) }

func renderNotices(x *exchange, status int) {
	list, err := x.h.Notices.NoticeAddresses(x.Context(), x.session.Scope)
	if err != nil {
		x.failed(err)
		return
	}
	x.show("notices", status, noticesView{x.h.Notices.Enabled(), list})
}

func changeNotices(x *exchange, _ string) {
	again := func(status int) { renderNotices(x, status) }
	switch x.R.PostForm.Get("do") {
	case "set":
		err := x.h.Notices.SetNoticeAddress(x.Context(), x.session.Scope, strings.TrimSpace(x.R.PostForm.Get("email")), x.page.Lang)
		x.submitted(err, "notices?done=asked", again)
	case "remove":
		x.submitted(x.h.Notices.RemoveNoticeAddress(x.Context(), x.session.Scope), "notices?done=removed", again)
	default:
		x.show("refused", http.StatusUnprocessableEntity, nil)
	}
}

// confirm shows what a link of an e-mail confirms, or confirms it. Programs that look at links in e-mails do not send forms.
func (x *exchange) confirm(link portal.Token) {
	act := x.h.Notices.AddressToConfirm
	if x.R.Method == http.MethodPost {
		act = x.h.Notices.ConfirmNoticeAddress
	}
	a, err := act(x.Context(), link)
	switch {
	case errors.Is(err, portal.ErrEnded):
		x.show("unconfirmed", http.StatusGone, nil)
		return
	case err != nil:
		x.failed(err)
		return
	}
	if x.session.Scope = a.Scope; !x.dress() {
		return
	}
	name := "confirm"
	if a.Confirmed || x.R.Method == http.MethodPost {
		name = "confirmed"
	}
	x.show(name, http.StatusOK, a)
}
