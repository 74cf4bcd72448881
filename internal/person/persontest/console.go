// Package persontest is a console for tests: it publishes keys and makes tokens for people, good ones and bad ones.
package persontest

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/person"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// A Console makes tokens for the calls of one service.
type Console struct {
	URL      string
	Audience string
	t        testing.TB
	signer   *person.Signer
}

// New starts a console that ends with the test.
func New(t testing.TB, audience string) *Console {
	t.Helper()
	var handler http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter,
		r *http.Request) {
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	c := &Console{URL: server.URL, Audience: audience, t: t}
	c.signer = signer(t, server.URL)
	mux := http.NewServeMux()
	mux.Handle("GET "+person.JWKSPath, c.signer.JWKS())
	handler = mux
	return c
}

func signer(t testing.TB, issuer string) *person.Signer {
	t.Helper()
	keys, err := person.ParseKeys(envconfig.Secret(person.NewKey("k1")))
	if err != nil {
		t.Fatal(err)
	}
	s, err := person.NewSigner(issuer, keys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Person returns one with these roles.
func Person(subject string, roles ...optionsv1.Role) person.Person {
	return person.Person{Subject: subject, Name: "Name of " + subject, Email: subject + "@example.com", Roles: roles}
}

// Token makes a token for a call.
func (c *Console) Token(p person.Person, method string) string {
	c.t.Helper()
	return c.sign(c.signer, p, c.Audience, method, time.Now())
}

// As returns a context for one call of method by p.
func (c *Console) As(ctx context.Context, p person.Person, method string) context.Context {
	c.t.Helper()
	return With(ctx, c.Token(p, method))
}

// With returns a context for a call with a token.
func With(ctx context.Context, token string) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token)
}

func (c *Console) sign(s *person.Signer, p person.Person, audience, method string, now time.Time) string {
	c.t.Helper()
	token, _, err := s.Sign(p, audience, method, now)
	if err != nil {
		c.t.Fatal(err)
	}
	return token
}

// Bad returns tokens that open nothing, by what is wrong with them: a call of method by p must be refused with each.
func (c *Console) Bad(p person.Person, method string) map[string]string {
	c.t.Helper()
	good := c.Token(p, method)
	parts := strings.Split(good, ".")
	header := func(alg string) string {
		return base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"` + alg + `","kid":"k1","typ":"person+jwt"}`))
	}
	mac := hmac.New(sha256.New, c.publicKey())
	mac.Write([]byte(header("HS256") + "." + parts[1]))
	now := time.Now()
	return map[string]string{
		"another key":      c.sign(signer(c.t, c.URL), p, c.Audience, method, now),
		"alg none":         header("none") + "." + parts[1] + ".",
		"alg none, signed": header("none") + "." + parts[1] + "." + parts[2],
		"HS256 by the public key": header("HS256") + "." + parts[1] + "." +
			base64.RawURLEncoding.EncodeToString(mac.Sum(nil)),
		"no signature":     parts[0] + "." + parts[1] + ".",
		"another audience": c.sign(c.signer, p, c.Audience+"x", method, now),
		"another issuer":   c.sign(signer(c.t, "https://console.example"), p, c.Audience, method, now),
		"another method":   c.sign(c.signer, p, c.Audience, method+"x", now),
		"expired": c.sign(c.signer, p, c.Audience, method,
			now.Add(-person.Lifetime-person.Leeway-time.Second)),
		"not yet valid": c.sign(c.signer, p, c.Audience, method, now.Add(person.Leeway+time.Minute)),
		"no token":      "person",
	}
}

// publicKey is the key as readers of the document have it.
func (c *Console) publicKey() []byte {
	c.t.Helper()
	w := httptest.NewRecorder()
	c.signer.JWKS().ServeHTTP(w, httptest.NewRequest(http.MethodGet, person.JWKSPath, nil))
	_, x, _ := strings.Cut(w.Body.String(), `"x":"`)
	x, _, _ = strings.Cut(x, `"`)
	key, err := base64.RawURLEncoding.DecodeString(x)
	if err != nil || len(key) == 0 {
		c.t.Fatalf("no key in %s", w.Body)
	}
	return key
}
