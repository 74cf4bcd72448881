package main

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"
)

//go:embed pages.html
var files embed.FS

var views = template.Must(template.New("").Funcs(template.FuncMap{"money": money}).ParseFS(files, "pages.html"))

// A site has the pages: those of payers and of people who are verified, at addresses that cannot be guessed, and the
// one of the person who plays the provider. The latter belongs behind a sign-in in a real one.
type site struct {
	store    *store
	engine   *engine
	identity *identity
}

func newSite(s *store, e *engine, i *identity) http.Handler {
	x := &site{store: s, engine: e, identity: i}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", x.overview)
	mux.HandleFunc("GET /pay/{id}", x.payment)
	mux.HandleFunc("POST /pay/{id}", func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		done(w, r, "/pay/"+id, x.engine.pay(id, r.PostFormValue("method"), r.PostFormValue("do") == "pay"))
	})
	mux.HandleFunc("GET /identity/{id}", x.verification)
	mux.HandleFunc("POST /identity/{id}", func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		if did := r.PostFormValue("do"); progress[did] != 0 {
			done(w, r, "/identity/"+id, x.identity.advance(id, did))
			return
		}
		done(w, r, "/identity/"+id, x.identity.decide(id,
			func(check string) bool { return r.PostFormValue(check) == "failed" }))
	})
	mux.HandleFunc("POST /refunds/{id}", func(w http.ResponseWriter, r *http.Request) {
		done(w, r, "/", x.engine.endRefund(r.PathValue("id"), r.PostFormValue("do") == "arrived"))
	})
	// A form of another site does nothing here.
	return http.NewCrossOriginProtection().Handler(mux)
}

// overview is what the person who plays the provider sees.
func (x *site) overview(w http.ResponseWriter, _ *http.Request) {
	s, err := x.store.read()
	if err != nil {
		fail(w, err)
		return
	}
	slices.Reverse(s.Messages)
	show(w, "overview", s)
}

func (x *site) payment(w http.ResponseWriter, r *http.Request) {
	s, err := x.store.read()
	if err != nil {
		fail(w, err)
		return
	}
	p := s.paymentAt(r.PathValue("id"))
	if p == nil {
		fail(w, errNotFound)
		return
	}
	show(w, "payment", struct {
		*payment
		Offered []string
		Open    bool
	}{p, p.methods(), p.Status == paymentOpen && x.engine.now().Before(p.ExpiresAt)})
}

func (x *site) verification(w http.ResponseWriter, r *http.Request) {
	s, err := x.store.read()
	if err != nil {
		fail(w, err)
		return
	}
	a := s.attemptAt(r.PathValue("id"))
	if a == nil {
		fail(w, errNotFound)
		return
	}
	show(w, "identity", struct {
		*attempt
		Open bool
	}{a, a.Status == attemptOpen && x.identity.now().Before(a.ExpiresAt)})
}

// done leads back to a page, or says why nothing was done.
func done(w http.ResponseWriter, r *http.Request, to string, err error) {
	if err != nil {
		fail(w, err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther) //nolint:gosec // a path of this site: every caller begins it
}

func fail(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, errNotFound):
		http.Error(w, err.Error(), http.StatusNotFound)
	case errors.Is(err, errTooLate):
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		http.Error(w, "nothing was changed; try again", http.StatusInternalServerError)
	}
}

func show(w http.ResponseWriter, view string, data any) {
	var b strings.Builder
	if err := views.ExecuteTemplate(&b, view, data); err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
	fmt.Fprint(w, b.String())
}

// money writes an amount.
func money(minor int64, currency string) string {
	digits := currencies[currency]
	if digits == 0 {
		return fmt.Sprintf("%d %s", minor, currency)
	}
	s := fmt.Sprintf("%0*d", digits+1, minor)
	return s[:len(s)-digits] + "." + s[len(s)-digits:] + " " + currency
}
