package forward

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/sdk/go/verify"
)

func TestForwardedEventsVerify(t *testing.T) {
	secret := NewSecret()
	verifier, err := verify.New(secret)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || verifier.Request(r.Header, body) != nil || r.Header.Get("X-Webhook-Id") != "dlv_1" ||
			r.Header.Get("Webhook-Id") != "dlv_1" ||
			r.Header.Get("X-Webhook-Event") != "verification.test" || r.Header.Get("User-Agent") != "me/1" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(server.Close)
	f, err := New(server.URL, secret, Options{UserAgent: "me/1"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.client.CloseIdleConnections)
	if o := f.Forward(t.Context(), "evt_1", "verification.test", []byte(`{"id":"evt_1"}`)); !o.OK() ||
		o.String() != "200" {
		t.Errorf("%+v", o)
	}
	f.client.CloseIdleConnections()
	server.Close()
	if o := f.Forward(t.Context(), "evt_1", "verification.test", nil); o.OK() || !strings.Contains(o.String(), "refused") {
		t.Errorf("%+v", o)
	}
}

func TestOtherMachinesAreRefused(t *testing.T) {
	for _, to := range []string{"192.0.2.1:80/", "http://[2001:db8::1]/"} {
		t.Run(to, func(t *testing.T) {
			f, err := New(to, NewSecret(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if o := f.Forward(t.Context(), "evt_1", "", nil); !errors.Is(o.Err, ErrRemote) || o.String() != ErrRemote.Error() {
				t.Errorf("%+v", o)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, err := New("192.0.2.1:80/", NewSecret(), Options{Remote: true})
	if err != nil {
		t.Fatal(err)
	}
	if o := f.Forward(ctx, "evt_1", "", nil); errors.Is(o.Err, ErrRemote) || o.OK() {
		t.Errorf("with --allow-remote: %+v", o)
	}
}

// A self-signed receiver is refused with the way out, which is a flag.
func TestSelfSignedReceiver(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	for _, skip := range []bool{false, true} {
		f, err := New(server.URL, NewSecret(), Options{SkipVerify: skip})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.client.CloseIdleConnections)
		o := f.Forward(t.Context(), "evt_1", "verification.test", nil)
		if o.OK() != skip || !skip && !strings.Contains(o.String(), "--skip-verify") {
			t.Errorf("skipping %t: %s", skip, o)
		}
	}
}

func TestAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"localhost:3000/webhooks": "http://localhost:3000/webhooks", "https://localhost/": "https://localhost/",
		"ftp://localhost": "", "/webhooks": "", "": "",
	} {
		t.Run(in, func(t *testing.T) {
			if got, err := parse(in); got != want || (err == nil) != (want != "") {
				t.Errorf("%q, %v; want %q", got, err, want)
			}
		})
	}
	for _, secret := range []string{"", "whsec_", "whsec_short", "x"} {
		if _, err := New("localhost", secret, Options{}); err == nil {
			t.Errorf("the secret %q is accepted", secret)
		}
	}
}
