package sender_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/dispatcher"
	"github.com/partnerline/partnerline/services/dispatcher/internal/sender"
	"github.com/partnerline/partnerline/testkit/certs"
	"github.com/partnerline/partnerline/testkit/idp"
)

// A party is an authority with a certificate that it has issued, for a server on loopback and for a client.
type party struct {
	roots *x509.CertPool
	own   tls.Certificate
	caPEM string
}

func newParty(t *testing.T) party {
	t.Helper()
	dir := t.TempDir()
	a, err := certs.New()
	if err == nil {
		err = a.Issue(dir, "party")
	}
	if err != nil {
		t.Fatal(err)
	}
	own, err := tls.LoadX509KeyPair(filepath.Join(dir, "party.crt"), filepath.Join(dir, "party.key"))
	if err != nil {
		t.Fatal(err)
	}
	ca, err := os.ReadFile(filepath.Join(dir, "ca.crt"))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(ca)
	return party{roots, own, string(ca)}
}

// serve starts a TLS server of a party; it demands certificates of clients, if there are any.
func (p party) serve(t *testing.T, h http.Handler, clients *x509.CertPool, version uint16) string {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ErrorLog = quiet
	s.TLS = &tls.Config{Certificates: []tls.Certificate{p.own}, MinVersion: version, MaxVersion: version}
	if clients != nil {
		s.TLS.ClientCAs, s.TLS.ClientAuth = clients, tls.RequireAndVerifyClientCert
	}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL
}

// authenticate adds an authentication to a request. Without roots the usual authorities count.
func authenticate(r dispatcher.Request, id string, own *tls.Certificate, roots *x509.CertPool) dispatcher.Request {
	a := &dispatcher.Authentication{ID: id}
	if own != nil || roots != nil {
		a.TLS = &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, RootCAs: roots}
	}
	if own != nil {
		a.TLS.Certificates, a.ValidUntil = []tls.Certificate{*own}, own.Leaf.NotAfter
	}
	r.Target.Authentication = a
	return r
}

func TestAuthorization(t *testing.T) {
	t.Parallel()
	for kind, serve := range servers {
		t.Run(kind, func(t *testing.T) {
			var got atomic.Value
			url, trust := serve(
				t,
				http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got.Store(r.Header["Authorization"]) }),
			)
			r := authenticate(request(t, url), "a", nil, nil)
			r.Target.Authentication.Authorization = "Basic dTpw"
			if result := newSender(t, trust).Send(t.Context(), r); result.Failure != "" {
				t.Fatalf("%+v", result)
			}
			if fmt.Sprint(got.Load()) != "[Basic dTpw]" {
				t.Errorf("Authorization: %v", got.Load())
			}
		})
	}
}

// A receiver that demands a certificate gets that of its endpoint, on connections that no other endpoint uses.
func TestClientCertificate(t *testing.T) {
	t.Parallel()
	for name, version := range map[string]uint16{"TLS 1.2": tls.VersionTLS12, "TLS 1.3": tls.VersionTLS13} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			receiver, client, stranger := newParty(t), newParty(t), newParty(t)
			var seen sync.Map
			var connections atomic.Int64
			url := receiver.serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				if _, known := seen.LoadOrStore(r.RemoteAddr, true); !known {
					connections.Add(1)
				}
			}), client.roots, version)
			s := newSender(t)
			send := func(id string, own *tls.Certificate, body int) dispatcher.Result {
				r := authenticate(request(t, url), id, own, receiver.roots)
				r.Body = []byte(strings.Repeat("1", body))
				return s.Send(t.Context(), r)
			}
			demands := dispatcher.ClientCertificate
			if version == tls.VersionTLS12 {
				demands = dispatcher.TLS // its alert, handshake_failure, does not say why
			}
			for _, c := range []struct {
				what, id string
				own      *tls.Certificate
				body     int
				failure  dispatcher.Failure
				opened   int64 // connections so far
			}{
				{"with ours", "a", &client.own, 10, "", 1},
				{"again", "a", &client.own, 10, "", 1},
				{"another endpoint", "b", &client.own, 10, "", 2},
				{"a long body", "a", &client.own, 200 << 10, "", 3},
				{"a long body again", "a", &client.own, 200 << 10, "", 4},
				{"with none", "c", nil, 10, demands, 4},
				{"with one that is not trusted", "d", &stranger.own, 10, "client_certificate", 4},
				{"with one that is not trusted, a long body", "d", &stranger.own, 200 << 10, "client_certificate", 4},
			} {
				got := send(c.id, c.own, c.body)
				if c.failure == "client_certificate" && c.body > 64<<10 && got.Failure == "reset" {
					continue // the receiver closed while we wrote, which may discard its alert
				}
				if got.Failure != c.failure || connections.Load() != c.opened {
					t.Errorf("%s: failure %q (%v), %d connections", c.what, got.Failure, got.Cause, connections.Load())
				}
			}
		})
	}
}

// A private authority counts instead of the public ones, and for its endpoint only.
func TestServerCA(t *testing.T) {
	t.Parallel()
	private, public := newParty(t), newParty(t)
	nothing := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	urls := map[string]string{
		"private": private.serve(
			t,
			nothing,
			nil,
			tls.VersionTLS13,
		),
		"public": public.serve(t, nothing, nil, tls.VersionTLS13),
	}
	s := newSender(t, func(o *sender.Options) { o.RootCAs = public.roots })
	for range 2 { // the second time with connections that are open
		for _, c := range []struct {
			server  string
			roots   *x509.CertPool
			failure dispatcher.Failure
		}{
			{"private", private.roots, ""},
			{"private", nil, "certificate"},
			{"public", nil, ""},
			{"public", private.roots, "certificate"},
		} {
			if got := s.Send(
				t.Context(),
				authenticate(request(t, urls[c.server]), "a", nil, c.roots),
			); got.Failure != c.failure {
				t.Errorf("%s, own authority %v: failure %q (%v)", c.server, c.roots != nil, got.Failure, got.Cause)
			}
		}
	}
}

// A client certificate changes nothing about whom we trust: without authorities of the endpoint's own, those of
// EXTRA_CA count as for all others.
func TestClientCertificateTrustsAsOthersDo(t *testing.T) {
	t.Parallel()
	public, client := newParty(t), newParty(t)
	url := public.serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
	}), client.roots, tls.VersionTLS13)
	s := newSender(t, func(o *sender.Options) { o.RootCAs = public.roots })
	for _, size := range []int{10, 200 << 10} {
		r := authenticate(request(t, url), "a", &client.own, nil)
		r.Body = []byte(strings.Repeat("1", size))
		if got := s.Send(t.Context(), r); got.Failure != "" {
			t.Errorf("%d bytes: failure %q (%v)", size, got.Failure, got.Cause)
		}
	}
}

// The authorities and the certificate of an endpoint count for the receiver behind an https proxy, not for the proxy.
func TestHTTPSProxyIsNoReceiver(t *testing.T) {
	t.Parallel()
	ours, receiver, client := newParty(t), newParty(t), newParty(t)
	var tunnels, offered atomic.Int64
	config := &tls.Config{
		Certificates: []tls.Certificate{ours.own}, NextProtos: []string{"h2", "http/1.1"},
		ClientAuth: tls.RequestClientCert,
		VerifyConnection: func(state tls.ConnectionState) error {
			tunnels.Add(1)
			offered.Add(int64(len(state.PeerCertificates)))
			return nil
		},
	}
	proxy := raw(t, false, func(c net.Conn) { serveProxy(tls.Server(c, config), http.StatusOK) })
	through := func(roots *x509.CertPool) *sender.Sender {
		return newSender(t, func(o *sender.Options) {
			o.Proxy, _ = url.Parse(strings.Replace(proxy, "http:", "https:", 1))
			o.RootCAs = roots
		})
	}
	accept := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"access_token":"t1"}`)
	})
	demanding := receiver.serve(t, accept, client.roots, tls.VersionTLS13)
	private, trusted := receiver.serve(t, accept, nil, tls.VersionTLS13), ours.serve(t, accept, nil, tls.VersionTLS13)
	plain := httptest.NewServer(accept)
	t.Cleanup(plain.Close)
	withToken := (&tokenServer{url: private}).request(t, trusted, "token")
	withToken.Target.Authentication.Client.AuthorityPEM = receiver.caPEM
	s := through(ours.roots)
	for name, r := range map[string]dispatcher.Request{
		"mtls":                authenticate(request(t, demanding), "a", &client.own, receiver.roots),
		"server_ca":           authenticate(request(t, private), "b", nil, receiver.roots),
		"mtls, our authority": authenticate(request(t, trusted), "c", &client.own, nil),
		"token":               withToken,
		"neither":             request(t, trusted),
		"plain":               request(t, plain.URL),
	} {
		before := tunnels.Load()
		if got := s.Send(t.Context(), r); got.Failure != "" || tunnels.Load() == before {
			t.Errorf("%s: %+v, %d tunnels", name, got, tunnels.Load()-before)
		}
	}
	if offered.Load() != 0 {
		t.Errorf("the proxy was offered %d certificates", offered.Load())
	}
	// A proxy that we do not trust gets no request, though the endpoint trusts its authority.
	got := through(receiver.roots).Send(t.Context(), authenticate(request(t, trusted), "a", &client.own, ours.roots))
	if !got.NotMade {
		t.Errorf("%+v", got)
	}
}

func TestExpiredClientCertificate(t *testing.T) {
	t.Parallel()
	receiver, client := newParty(t), newParty(t)
	var calls atomic.Int64
	url := receiver.serve(
		t,
		http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }),
		client.roots,
		tls.VersionTLS13,
	)
	s := newSender(t)
	r := authenticate(request(t, url), "a", &client.own, receiver.roots)
	if got := s.Send(t.Context(), r); got.Failure != "" {
		t.Fatalf("%+v", got)
	}
	r.Target.Authentication.ValidUntil = time.Now()
	if got := s.Send(t.Context(), r); got.Failure != "client_certificate_expired" || got.NotMade || calls.Load() != 1 {
		t.Errorf("%+v, %d requests", got, calls.Load())
	}
}

const clientSecret = "the-secret-of-a-client"

// A tokenServer issues tokens t1, t2 and so on, unless answer does something else.
type tokenServer struct {
	url    string
	issued atomic.Int64
	calls  atomic.Int64
	answer atomic.Pointer[http.HandlerFunc]
}

func newTokenServer(t *testing.T) *tokenServer {
	t.Helper()
	ts := &tokenServer{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ts.calls.Add(1)
		if h := ts.answer.Load(); h != nil {
			(*h)(w, r)
			return
		}
		if id, secret, _ := r.BasicAuth(); id != "client" || secret != clientSecret ||
			r.PostFormValue("grant_type") != "client_credentials" ||
			r.PostFormValue("scope") != "a b" {
			http.Error(w, `{"error":"invalid_client"}`, http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(
			w,
		).Encode(
			map[string]any{"access_token": fmt.Sprint("t", ts.issued.Add(1)), "token_type": "Bearer", "expires_in": 3600},
		)
	}))
	t.Cleanup(s.Close)
	ts.url = s.URL + "/token"
	return ts
}

func (ts *tokenServer) answers(h http.HandlerFunc) {
	if h == nil {
		ts.answer.Store(nil)
		return
	}
	ts.answer.Store(&h)
}

// request is one to an endpoint whose tokens the server issues.
func (ts *tokenServer) request(t testing.TB, url, id string) dispatcher.Request {
	r := authenticate(request(t, url), id, nil, nil)
	r.Target.Authentication.Client = &dispatcher.OAuth2Client{
		TokenURL: ts.url,
		ID:       "client",
		Secret:   clientSecret,
		Scopes:   []string{"a", "b"},
	}
	return r
}

// A tokenReceiver accepts one token.
type tokenReceiver struct {
	url      string
	accepted atomic.Value
	calls    atomic.Int64
}

func newTokenReceiver(t *testing.T, token string) *tokenReceiver {
	t.Helper()
	r := &tokenReceiver{}
	r.accepted.Store(token)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.calls.Add(1)
		if req.Header.Get("Authorization") != "Bearer "+r.accepted.Load().(string) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	t.Cleanup(s.Close)
	r.url = s.URL
	return r
}

// Attempts at the same time fetch one token, and later ones use it. Another endpoint has its own.
func TestTokenIsFetchedOnce(t *testing.T) {
	t.Parallel()
	ts, rec := newTokenServer(t), newTokenReceiver(t, "t1")
	s := newSender(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if got := s.Send(t.Context(), ts.request(t, rec.url, "a")); got.Failure != "" {
				t.Errorf("%+v", got)
			}
		})
	}
	wg.Wait()
	if got := s.Send(t.Context(), ts.request(t, rec.url, "a")); got.Failure != "" || ts.calls.Load() != 1 {
		t.Errorf("%+v, %d calls", got, ts.calls.Load())
	}
	rec.accepted.Store("t2")
	if got := s.Send(t.Context(), ts.request(t, rec.url, "b")); got.Failure != "" || ts.calls.Load() != 2 {
		t.Errorf("%+v, %d calls", got, ts.calls.Load())
	}
}

// A receiver that refuses a token gets one request more, with a new token. One that refuses all does not make us fetch
// a token for each attempt.
func TestRefusedTokenIsReplacedOnce(t *testing.T) {
	t.Parallel()
	ts, rec := newTokenServer(t), newTokenReceiver(t, "t1")
	s := newSender(t)
	check := func(what string, failure dispatcher.Failure, tokens, requests int64) {
		t.Helper()
		got := s.Send(t.Context(), ts.request(t, rec.url, "a"))
		if got.Failure != failure || ts.calls.Load() != tokens || rec.calls.Load() != requests {
			t.Errorf("%s: failure %q, %d tokens, %d requests", what, got.Failure, ts.calls.Load(), rec.calls.Load())
		}
		if failure != "" && got.Status != http.StatusUnauthorized {
			t.Errorf("%s: status %d", what, got.Status)
		}
	}
	check("first", "", 1, 1)
	rec.accepted.Store("t2") // t1 is revoked
	check("revoked", "", 2, 3)
	check("new", "", 2, 4)
	rec.accepted.Store("none")
	check("all refused", "http_4xx", 2, 5)
	check("and again", "http_4xx", 2, 6)
}

// A token server that fails is a cause of its own, without a secret. It is not called for each attempt, and delays no
// other endpoint.
func TestTokenFailures(t *testing.T) {
	t.Parallel()
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		answer  http.HandlerFunc
		failure dispatcher.Failure
		cause   string
	}{
		"refused":          {status(401, `{"error":"invalid_client"}`), "token_refused", "401 invalid_client"},
		"scope":            {status(400, `{"error":"invalid_scope"}`), "token_refused", "400 invalid_scope"},
		"refused with 200": {status(200, `{"error":"invalid_grant"}`), "token_refused", "200 invalid_grant"},
		"outage":           {status(503, "down"), "token_failed", "503"},
		"echo":             {status(500, `{"error":"`+clientSecret+`"}`), "token_failed", "500"},
		"no token":         {status(200, `{}`), "token_failed", "did not answer with a token"},
		"no JSON":          {status(200, clientSecret), "token_failed", "did not answer with a token"},
		"ended":            {status(200, `{"access_token":"x","expires_in":-5}`), "token_failed", "has ended"},
		"injection":        {status(200, `{"access_token":"x\r\nX-A: b","expires_in":60}`), "token_failed", "no header"},
		"too long":         {status(200, `{"access_token":"`+strings.Repeat("x", 9<<10)+`"}`), "token_failed", "no header"},
		"endless":          {status(200, `{"access_token":"`+strings.Repeat("x", 1<<20)+`"}`), "token_failed", ""},
		"redirect": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
		}, "token_failed", "307"},
		"closed": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "token_failed",
			"cannot be reached"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ts, rec := newTokenServer(t), newTokenReceiver(t, "t1")
			ts.answers(c.answer)
			s := newSender(t)
			first := s.Send(t.Context(), ts.request(t, rec.url, "a"))
			calls := ts.calls.Load()
			second := s.Send(t.Context(), ts.request(t, rec.url, "a"))
			for _, got := range []dispatcher.Result{first, second} {
				if got.Failure != c.failure || got.Cause == nil || !strings.Contains(got.Cause.Error(), c.cause) ||
					got.NotMade ||
					got.TimedOut {
					t.Errorf("%+v", got)
				}
				if text := fmt.Sprintf("%+v", got); strings.Contains(text, clientSecret) {
					t.Errorf("the secret shows: %s", text)
				}
			}
			// Two: with an error the client tries the other way to authenticate, once.
			if calls > 2 || ts.calls.Load() != calls || rec.calls.Load() != 0 {
				t.Errorf("%d and %d calls, %d requests", calls, ts.calls.Load()-calls, rec.calls.Load())
			}
			ts.answers(nil)
			if got := s.Send(t.Context(), ts.request(t, rec.url, "b")); got.Failure != "" {
				t.Errorf("another endpoint: %+v", got)
			}
		})
	}
}

// A token server that hangs ends the attempt within its time.
func TestTokenServerHangs(t *testing.T) {
	t.Parallel()
	ts, rec := newTokenServer(t), newTokenReceiver(t, "t1")
	ts.answers(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server notices that the client has left
		<-r.Context().Done()
	})
	got := newSender(t, timeout(400*time.Millisecond)).Send(t.Context(), ts.request(t, rec.url, "a"))
	if got.Failure != "token_failed" || !got.TimedOut || got.NotMade || rec.calls.Load() != 0 {
		t.Errorf("%+v", got)
	}
}

// Tokens are fetched by the same rules of egress as requests.
func TestTokenServerIsGuarded(t *testing.T) {
	t.Parallel()
	rec := newTokenReceiver(t, "t1")
	for _, url := range []string{"http://10.0.0.1/token", "http://[fd00::1]/token"} {
		r := (&tokenServer{url: url}).request(t, rec.url, "a")
		if got := newSender(
			t,
		).Send(
			t.Context(),
			r,
		); got.Failure != "token_failed" ||
			!strings.Contains(got.Cause.Error(), "not allowed") {
			t.Errorf("%s: %+v", url, got)
		}
	}
}

// A token server may have a certificate of the authority that was given, or of a public one.
func TestTokenServerOfAPrivateAuthority(t *testing.T) {
	t.Parallel()
	private, public, rec := newParty(t), newParty(t), newTokenReceiver(t, "t1")
	issue := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"access_token":"t1"}`)
	})
	s := newSender(t, func(o *sender.Options) { o.RootCAs = public.roots })
	for i, p := range []party{private, public} {
		for _, authority := range []string{private.caPEM, ""} {
			r := (&tokenServer{url: p.serve(t, issue, nil, tls.VersionTLS13)}).request(
				t,
				rec.url,
				fmt.Sprint(i, len(authority)),
			)
			r.Target.Authentication.Client.AuthorityPEM = authority
			want := dispatcher.Failure("")
			if i == 0 && authority == "" {
				want = "token_failed"
			}
			if got := s.Send(t.Context(), r); got.Failure != want {
				t.Errorf("%d, %t: %q (%v)", i, authority != "", got.Failure, got.Cause)
			}
		}
	}
}

// Dex issues the token, as any OAuth2 server does.
func TestTokenOfDex(t *testing.T) {
	t.Parallel()
	program, err := idp.Find()
	if err != nil {
		t.Fatal(err)
	}
	provider, err := idp.Start(
		t.Context(),
		idp.Options{Program: program, Console: "http://127.0.0.1:1", Log: io.Discard},
	)
	if err != nil {
		t.Fatal(err)
	}
	stop := sync.OnceFunc(func() { _ = provider.Stop() })
	defer stop()
	var got atomic.Value
	rec := httptest.NewServer(
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got.Store(r.Header.Get("Authorization")) }),
	)
	defer rec.Close()
	s := newSender(t)
	send := func(id, secret string) dispatcher.Result {
		r := authenticate(request(t, rec.URL), id, nil, nil)
		r.Target.Authentication.Client = &dispatcher.OAuth2Client{
			TokenURL: provider.Issuer + "/token",
			ID:       idp.ClientID,
			Secret:   secret,
			Scopes:   []string{"openid"},
		}
		return s.Send(t.Context(), r)
	}
	if result := send("a", idp.ClientSecret); result.Failure != "" || strings.Count(got.Load().(string), ".") != 2 {
		t.Errorf("%+v, %v", result, got.Load())
	}
	if result := send("b", "wrong-secret"); result.Failure != "token_refused" {
		t.Errorf("%+v", result)
	}
	stop()
	if result := send("a", idp.ClientSecret); result.Failure != "" {
		t.Errorf("the token is kept: %+v", result)
	}
	if result := send("c", idp.ClientSecret); result.Failure != "token_failed" {
		t.Errorf("%+v", result)
	}
}
