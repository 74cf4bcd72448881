package app_test

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/testkit/certs"
	"github.com/partnerline/partnerline/testkit/wait"
)

// A change of an authentication holds for the attempts that follow: another client certificate, a password, an OAuth2
// client that is refused. What is secret is not logged.
func TestAuthenticationOfAnEndpoint(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	authority, err := certs.New()
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, name := range []string{"receiver", "first", "second"} {
		if err := authority.Issue(dir, name); err != nil {
			t.Fatal(err)
		}
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(read("ca.crt")))
	own, err := tls.LoadX509KeyPair(filepath.Join(dir, "receiver.crt"), filepath.Join(dir, "receiver.key"))
	if err != nil {
		t.Fatal(err)
	}
	var client, authorization atomic.Value
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		authorization.Store(r.Header.Get("Authorization"))
		client.Store("")
		if len(r.TLS.PeerCertificates) > 0 {
			client.Store(r.TLS.PeerCertificates[0].Subject.CommonName)
		}
	}))
	server.TLS = &tls.Config{
		Certificates: []tls.Certificate{own},
		ClientCAs:    roots,
		ClientAuth:   tls.VerifyClientCertIfGiven,
		MinVersion:   tls.VersionTLS12,
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	var refused atomic.Int64
	tokens := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refused.Add(1)
		http.Error(w, `{"error":"invalid_client","error_description":"the-client-secret"}`, http.StatusUnauthorized)
	}))
	t.Cleanup(tokens.Close)

	s, n := newStack(t), 0
	set := func(a *webhooksv1.Authentication) {
		a.ServerCa = new(read("ca.crt"))
		s.feed.set(endpoint, server.URL, func(t *webhooksv1.Target) { t.Authentication = a })
	}
	mtls := func(name string) *webhooksv1.Authentication {
		return &webhooksv1.Authentication{
			Type:        "mtls",
			Certificate: new(read(name + ".crt")),
			PrivateKey:  new(read(name + ".key")),
		}
	}
	// A change is on its way to the dispatcher while the first deliveries are sent.
	sends := func(what string, fact func() bool) {
		t.Helper()
		wait.Until(t, what, func() bool {
			n++
			s.publish(delivery(endpoint, n))
			return fact()
		})
	}
	set(mtls("first"))
	s.start()
	sends("the first certificate", func() bool { return client.Load() == "first" })
	set(mtls("second"))
	sends("the second certificate", func() bool { return client.Load() == "second" })
	set(&webhooksv1.Authentication{Type: "basic", Username: new("u"), Password: new("the-pass-word")})
	sends(
		"a password",
		func() bool { return authorization.Load() == "Basic dTp0aGUtcGFzcy13b3Jk" && client.Load() == "" },
	)
	set(
		&webhooksv1.Authentication{
			Type:         "oauth2_client_credentials",
			TokenUrl:     new(tokens.URL),
			ClientId:     new("c"),
			ClientSecret: new("the-client-secret"),
		},
	)
	sends("tokens are asked for", func() bool { return refused.Load() > 0 })
	s.results(func(list []*dispatchv1.Attempt) bool {
		return slices.ContainsFunc(list, func(a *dispatchv1.Attempt) bool { return a.GetError() == "token_refused" })
	})
	for _, secret := range []string{"the-pass-word", "the-client-secret", "PRIVATE KEY"} {
		if s.logged(secret) > 0 {
			t.Errorf("%s is logged", secret)
		}
	}
}
