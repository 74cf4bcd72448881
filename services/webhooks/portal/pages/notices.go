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

func setNoticeAddress(x *exchange, _ string) {
	email := strings.TrimSpace(x.R.PostForm.Get("email"))
	err := x.h.Notices.SetNoticeAddress(x.Context(), x.session.Scope, email, x.page.Lang)
	x.submitted(err, "notices?done=asked", func(status int) { renderNotices(x, status) })
}

// confirmRemoval asks whether notices are to end, and says who gets them.
func confirmRemoval(x *exchange, _ string) {
	list, err := x.h.Notices.NoticeAddresses(x.Context(), x.session.Scope)
	if err != nil {
		x.failed(err)
		return
	}
	x.show("removenotices", http.StatusOK, list)
}

func removeNoticeAddress(x *exchange, _ string) {
	err := x.h.Notices.RemoveNoticeAddress(x.Context(), x.session.Scope)
	x.submitted(err, "notices?done=removed", func(status int) { renderNotices(x, status) })
}

// confirm shows what a link of an e-mail confirms, or confirms it. Programs that look at links in e-mails do not send
// forms.
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
