package pages

import (
	"errors"
	"net/http"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
)

// A keyView is a key pair as the page shows it.
type keyView struct {
	webhooks.KeyPair
	State webhooks.KeyPairState
}

type keysView struct {
	Keys    []keyView
	Address string
}

func showKeys(x *exchange, _ string) { renderKeys(x, http.StatusOK) }

func renderKeys(x *exchange, status int) {
	list, err := x.h.KeyPairs.ListKeyPairs(x.Context(), x.session.Scope)
	if err != nil {
		x.failed(err)
		return
	}
	v, at := keysView{Address: x.h.KeyPairs.Address(x.session.Scope)}, time.Now()
	for _, k := range list {
		v.Keys = append(v.Keys, keyView{k, k.State(at)})
	}
	x.show("keys", status, v)
}

// keyOverlaps are how long a new key is published before it signs, by what the form offers.
var keyOverlaps = map[string]time.Duration{"0": 0, "1h": time.Hour, "24h": 24 * time.Hour, "7d": 7 * 24 * time.Hour}

type rotateKeyView struct {
	Overlap string
	Keys    []webhooks.KeyPair // so far
}

// confirmRotateKey asks whether the key is to be rotated, and says what becomes of the one so far.
func confirmRotateKey(x *exchange, _ string) {
	renderRotateKey(x, x.R.URL.Query().Get("overlap"), http.StatusOK)
}

func renderRotateKey(x *exchange, chosen string, status int) {
	if _, offered := keyOverlaps[chosen]; !offered {
		x.show("refused", http.StatusUnprocessableEntity, nil)
		return
	}
	list, err := x.h.KeyPairs.ListKeyPairs(x.Context(), x.session.Scope)
	if err != nil {
		x.failed(err)
		return
	}
	x.show("rotatekey", status, rotateKeyView{chosen, list})
}

func rotateKey(x *exchange, _ string) {
	chosen := x.R.PostForm.Get("overlap")
	overlap, offered := keyOverlaps[chosen]
	if !offered {
		x.show("refused", http.StatusUnprocessableEntity, nil)
		return
	}
	_, err := x.h.KeyPairs.RotateKeyPair(x.Context(), x.session.Scope, overlap)
	if refusal := (*fault.Error)(nil); errors.As(err, &refusal) && refusal.Reason == fault.InvalidState {
		x.page.Error = x.page.T("rotatekey_busy")
		renderRotateKey(x, chosen, http.StatusUnprocessableEntity)
		return
	}
	x.submitted(err, "keys?done=keyrotated", func(status int) { renderRotateKey(x, chosen, status) })
}
