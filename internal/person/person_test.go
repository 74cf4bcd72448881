package person

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/envconfig"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

const (
	audience = "webhooks"
	method   = "/webhooks.v1.OperatorService/CreateTenant"
)

var (
	start = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	anna  = Person{
		Subject: "CgRhbm5h", Name: "Anna Żak", Email: "anna@example.com",
		Roles: []optionsv1.Role{optionsv1.Role_ROLE_SUPPORT, optionsv1.Role_ROLE_VIEWER},
	}
)

func setting(ids ...string) envconfig.Secret {
	var entries []string
	for _, id := range ids {
		seed := sha256.Sum256([]byte(id))
		entries = append(entries, id+":"+base64.StdEncoding.EncodeToString(seed[:]))
	}
	return envconfig.Secret(strings.Join(entries, ","))
}

// A console is an issuer whose keys and clock a test sets.
type console struct {
	*httptest.Server
	handler atomic.Pointer[http.Handler]
	asked   atomic.Int32
	now     atomic.Pointer[time.Time]
}

// The tokens of one sending have one id, which is remembered for as long as they say, and for a week at most.
func TestTokensOfOneSending(t *testing.T) {
	c := newConsole(t)
	s, v := c.signer(t, "k1"), c.verifier()
	for _, kept := range []time.Duration{time.Second, 12 * time.Hour, MaxKept} {
		token, expires, err := s.SignOnce(anna, audience, method, Once{"snd_1", start.Add(kept)}, start)
		if err != nil {
			t.Fatal(err)
		}
		want := expires
		if until := start.Add(kept); until.After(want) {
			want = until
		}
		if got, err := v.Verify(t.Context(), token, method); err != nil || got.ID != "snd_1" ||
			!got.Kept.Equal(want.Add(Leeway)) {
			t.Errorf("for %s: %q, kept until %s, %v", kept, got.ID, got.Kept, err)
		}
	}
	token, _, err := s.SignOnce(anna, audience, method, Once{"snd_1", start.Add(MaxKept + time.Second)}, start)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Verify(t.Context(), token, method); !errors.Is(err, ErrLifetime) {
		t.Errorf("for longer: %v", err)
	}
}

func newConsole(t testing.TB) *console {
	t.Helper()
	c := &console{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.asked.Add(1)
		if r.URL.Path != JWKSPath {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		(*c.handler.Load()).ServeHTTP(w, r)
	}))
	t.Cleanup(c.Close)
	c.set(start)
	return c
}

func (c *console) set(now time.Time) { c.now.Store(&now) }

func (c *console) serve(h http.Handler) { c.handler.Store(&h) }

// signer returns a Signer with these keys, which the console publishes.
func (c *console) signer(t testing.TB, ids ...string) *Signer {
	t.Helper()
	s := newSigner(t, c.URL, ids...)
	c.serve(s.JWKS())
	return s
}

func (c *console) verifier() *Verifier {
	return NewVerifier(c.URL, audience, func() time.Time { return *c.now.Load() })
}

func newSigner(t testing.TB, issuer string, ids ...string) *Signer {
	t.Helper()
	keys, err := ParseKeys(setting(ids...))
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSigner(issuer, keys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sign(t testing.TB, s *Signer, audience, method string, now time.Time) string {
	t.Helper()
	token, _, err := s.Sign(anna, audience, method, now)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func TestATokenOpensItsCall(t *testing.T) {
	c := newConsole(t)
	s, v := c.signer(t, "k1"), c.verifier()
	token, expires, err := s.Sign(anna, audience, method, start)
	if err != nil || !expires.Equal(start.Add(Lifetime)) {
		t.Fatalf("expires %s, %v", expires, err)
	}
	got, err := v.Verify(t.Context(), token, method)
	if err != nil {
		t.Fatal(err)
	}
	if got.Subject != anna.Subject || got.Name != anna.Name || got.Email != anna.Email ||
		!slices.Equal(got.Roles, anna.Roles) {
		t.Errorf("got %+v, want %+v", got.Person, anna)
	}
	if got.ID == "" || !got.Kept.Equal(expires.Add(Leeway)) {
		t.Errorf("id %q, kept until %s", got.ID, got.Kept)
	}
	again, err := v.Verify(t.Context(), sign(t, s, audience, method, start), method)
	if err != nil || again.ID == got.ID {
		t.Errorf("the second token has id %q, %v", again.ID, err)
	}
}

func TestTokensThatAreRefused(t *testing.T) {
	c := newConsole(t)
	s, v := c.signer(t, "k1"), c.verifier()
	good := sign(t, s, audience, method, start)
	header, rest, _ := strings.Cut(good, ".")
	payload, _, _ := strings.Cut(rest, ".")
	seed := sha256.Sum256([]byte("k1"))
	private := ed25519.NewKeyFromSeed(seed[:])
	encode := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(b)
	}
	signed := func(header map[string]any, change func(map[string]any)) string {
		var claims map[string]any
		raw, _ := base64.RawURLEncoding.DecodeString(payload)
		if err := json.Unmarshal(raw, &claims); err != nil {
			t.Fatal(err)
		}
		change(claims)
		input := encode(header) + "." + encode(claims)
		return input + "." + base64.RawURLEncoding.EncodeToString(ed25519.Sign(private, []byte(input)))
	}
	right := map[string]any{"alg": "EdDSA", "typ": tokenType, "kid": "k1"}
	mac := func(header string) string {
		h := hmac.New(sha256.New, private.Public().(ed25519.PublicKey))
		h.Write([]byte(header + "." + payload))
		return header + "." + payload + "." + base64.RawURLEncoding.EncodeToString(h.Sum(nil))
	}
	claim := func(name string, value any) string {
		return signed(right, func(c map[string]any) { c[name] = value })
	}
	if _, err := v.Verify(t.Context(), signed(right, func(map[string]any) {}), method); err != nil {
		t.Fatalf("a token of the test itself: %v", err)
	}
	for _, r := range []struct {
		name, token string
		want        error
	}{
		{"empty", "", ErrMalformed},
		{"no JWS", "vk_live_abc", ErrMalformed},
		{"JSON serialization", `{"payload":"` + payload + `","signatures":[]}`, ErrMalformed},
		{"too long", good + strings.Repeat("A", maxToken), ErrMalformed},
		{"alg none, no signature", encode(map[string]any{"alg": "none", "typ": tokenType, "kid": "k1"}) + "." + payload +
			".", ErrMalformed},
		{"HS256 by the public key", mac(encode(map[string]any{"alg": "HS256", "typ": tokenType, "kid": "k1"})), ErrMalformed},
		{"HS256 under the header of EdDSA", mac(header), ErrSignature},
		{"ES256 in the header", signed(map[string]any{"alg": "ES256", "typ": tokenType, "kid": "k1"},
			func(map[string]any) {}), ErrMalformed},
		{"another type", signed(map[string]any{"alg": "EdDSA", "typ": "JWT", "kid": "k1"}, func(map[string]any) {}),
			ErrMalformed},
		{"no key named", signed(map[string]any{"alg": "EdDSA", "typ": tokenType}, func(map[string]any) {}), ErrMalformed},
		{"a critical header", signed(map[string]any{"alg": "EdDSA", "typ": tokenType, "kid": "k1", "crit": []string{"x"},
			"x": 1}, func(map[string]any) {}), ErrSignature},
		{"a key of its own in the header", sign(t, newSigner(t, c.URL, "other"), audience, method, start), ErrSignature},
		{"another key under the id",
			relabel(t, sign(t, newSigner(t, c.URL, "k2"), audience, method, start), header), ErrSignature},
		{"changed payload", header + "." + encode(map[string]any{"iss": c.URL}) + "." +
			good[strings.LastIndexByte(good, '.')+1:], ErrSignature},
		{"another issuer", claim("iss", "https://elsewhere.example"), ErrIssuer},
		{"another audience", sign(t, s, "partnerconnect", method, start), ErrAudience},
		{"two audiences", claim("aud", []string{audience, "partnerconnect"}), ErrAudience},
		{"another method", sign(t, s, audience, "/webhooks.v1.OperatorService/CreateApiKey", start), ErrMethod},
		{"a long life", claim("exp", start.Add(Lifetime+time.Second).Unix()), ErrLifetime},
		{"no end", claim("exp", nil), ErrMalformed},
		{"no start", claim("iat", nil), ErrMalformed},
		{"no subject", claim("sub", ""), ErrMalformed},
		{"no id", claim("jti", ""), ErrMalformed},
		{"a long name", claim("name", strings.Repeat("n", maxText+1)), ErrMalformed},
		{"roles that are no list", claim("roles", "administrator"), ErrMalformed},
		{"expired", sign(t, s, audience, method, start.Add(-Lifetime-Leeway)), ErrExpired},
		{"not yet valid", sign(t, s, audience, method, start.Add(Leeway+time.Second)), ErrNotYetValid},
		{"not before", claim("nbf", start.Add(Leeway+time.Second).Unix()), ErrNotYetValid},
	} {
		t.Run(r.name, func(t *testing.T) {
			got, err := v.Verify(t.Context(), r.token, method)
			if !errors.Is(err, r.want) || got.Subject != "" {
				t.Errorf("%+v, %v; want %v", got, err, r.want)
			}
		})
	}
	for name, at := range map[string]time.Time{"just expired": start.Add(-Lifetime - Leeway + time.Second),
		"a clock that is ahead": start.Add(Leeway)} {
		t.Run(name, func(t *testing.T) {
			if _, err := v.Verify(t.Context(), sign(t, s, audience, method, at), method); err != nil {
				t.Error(err)
			}
		})
	}
}

// relabel gives a token another header.
func relabel(t *testing.T, token, header string) string {
	t.Helper()
	_, rest, ok := strings.Cut(token, ".")
	if !ok {
		t.Fatal("no token")
	}
	return header + "." + rest
}

func TestKeysAreRotated(t *testing.T) {
	c := newConsole(t)
	old, v := c.signer(t, "k1"), c.verifier()
	first := sign(t, old, audience, method, start)
	if _, err := v.Verify(t.Context(), first, method); err != nil {
		t.Fatal(err)
	}
	rotated := c.signer(t, "k2", "k1")
	token := sign(t, rotated, audience, method, start)
	if _, err := v.Verify(t.Context(), token, method); !errors.Is(err, ErrSignature) || c.asked.Load() != 1 {
		t.Fatalf("within the interval: %v after %d requests", err, c.asked.Load())
	}
	c.set(start.Add(fetchEvery))
	for _, token := range []string{token, first} {
		if _, err := v.Verify(t.Context(), token, method); err != nil {
			t.Fatal(err)
		}
	}
	c.signer(t, "k2")
	c.set(start.Add(fetchEvery + keepFor))
	if _, err := v.Verify(t.Context(), sign(t, old, audience, method, *c.now.Load()), method); !errors.Is(err,
		ErrSignature) {
		t.Errorf("a withdrawn key: %v", err)
	}
	if asked := c.asked.Load(); asked != 3 {
		t.Errorf("%d requests, want 3", asked)
	}
}

func TestUnknownKeysMakeFewRequests(t *testing.T) {
	c := newConsole(t)
	c.signer(t, "k1")
	v, stranger := c.verifier(), newSigner(t, c.URL, "k9")
	for i := range 50 {
		if _, err := v.Verify(t.Context(), sign(t, stranger, audience, method, start), method); !errors.Is(err,
			ErrSignature) {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if asked := c.asked.Load(); asked != 1 {
		t.Errorf("%d requests, want 1", asked)
	}
}

func TestTheIssuerIsAway(t *testing.T) {
	c := newConsole(t)
	s, v := c.signer(t, "k1"), c.verifier()
	away := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	c.serve(away)
	if _, err := v.Verify(t.Context(), sign(t, s, audience, method, start), method); !errors.Is(err, ErrNoKeys) {
		t.Fatalf("from the start: %v", err)
	}
	c.serve(s.JWKS())
	now := start.Add(fetchEvery)
	c.set(now)
	if _, err := v.Verify(t.Context(), sign(t, s, audience, method, now), method); err != nil {
		t.Fatalf("back again: %v", err)
	}
	c.serve(away)
	now = now.Add(keepFor + time.Hour)
	c.set(now)
	if _, err := v.Verify(t.Context(), sign(t, s, audience, method, now), method); err != nil {
		t.Errorf("away afterwards: %v", err)
	}
}

func TestDocumentsThatAreRefused(t *testing.T) {
	good := newSigner(t, "https://console.example", "k1").jwks
	for name, answer := range map[string]http.HandlerFunc{
		"no JSON": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"no keys": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"keys":[]}`)) },
		"other keys": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"keys":[{"kty":"oct","kid":"k1","use":"sig","alg":"EdDSA","k":"AAAA"}]}`))
		},
		"too large": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(append(good, strings.Repeat(" ", maxDocument)...))
		},
		"a redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) },
		"another code": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusAccepted)
			_,
				_ = w.Write(good)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newConsole(t)
			s, v := c.signer(t, "k1"), c.verifier()
			c.serve(answer)
			if _, err := v.Verify(t.Context(), sign(t, s, audience, method, start), method); !errors.Is(err, ErrNoKeys) {
				t.Errorf("got %v", err)
			}
		})
	}
	mixed := append([]byte(`{"keys":[{"kty":"future","kid":"x"},`), good[len(`{"keys":[`):]...)
	if keys, err := parseJWKS(mixed); err != nil || len(keys) != 1 || keys["k1"] == nil {
		t.Errorf("beside a key of another kind: %v, %v", keys, err)
	}
}

func TestSigningKeysThatAreRefused(t *testing.T) {
	many := make([]string, maxKeys+1)
	for i := range many {
		many[i] = fmt.Sprint("k", i)
	}
	for name, s := range map[string]envconfig.Secret{
		"none": "", "no id": envconfig.Secret(":" + strings.TrimPrefix(setting("k").Reveal(), "k:")), "short": "k1:AAAA",
		"no base64": "k1:?", "twice": setting("k1", "k1"), "many": setting(many...),
	} {
		t.Run(name, func(t *testing.T) {
			if keys, err := ParseKeys(s); err == nil || len(keys) > 0 || strings.Contains(err.Error(), "AAAA") {
				t.Errorf("%d keys, %v", len(keys), err)
			}
		})
	}
	if _, err := NewSigner("https://console.example", nil); err == nil {
		t.Error("a signer without a key")
	}
	if _, _, err := newSigner(t, "https://console.example", "k1").Sign(Person{Name: "no subject"}, audience, method,
		start); err == nil {
		t.Error("a token without a subject")
	}
}

func TestRoles(t *testing.T) {
	names := RoleNames([]optionsv1.Role{optionsv1.Role_ROLE_VIEWER, optionsv1.Role_ROLE_SUPPORT,
		optionsv1.Role_ROLE_REVIEWER, optionsv1.Role_ROLE_FINANCE, optionsv1.Role_ROLE_ADMINISTRATOR})
	if want := []string{"viewer", "support", "reviewer", "finance", "administrator"}; !slices.Equal(names, want) {
		t.Errorf("%v, want %v", names, want)
	}
	got := ParseRoles([]string{"finance", "unspecified", "everyone", "", "viewer", "finance"})
	if want := []optionsv1.Role{optionsv1.Role_ROLE_FINANCE, optionsv1.Role_ROLE_VIEWER}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	p := Person{Roles: got}
	if p.HasAny(nil) || p.HasAny([]optionsv1.Role{optionsv1.Role_ROLE_UNSPECIFIED, optionsv1.Role_ROLE_ADMINISTRATOR}) ||
		!p.HasAny([]optionsv1.Role{optionsv1.Role_ROLE_SUPPORT, optionsv1.Role_ROLE_VIEWER}) {
		t.Error("HasAny is wrong")
	}
	if (Person{Roles: []optionsv1.Role{optionsv1.Role_ROLE_UNSPECIFIED}}).HasAny([]optionsv1.Role{optionsv1.Role_ROLE_UNSPECIFIED}) {
		t.Error("the role that is not set opens something")
	}
}

// Whatever is accepted was signed by the key, and names a person, a method and an end.
func FuzzVerify(f *testing.F) {
	c := newConsole(f)
	s := c.signer(f, "k1")
	v := c.verifier()
	good := sign(f, s, audience, method, start)
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add("eyJhbGciOiJub25lIn0.e30.")
	f.Add(`{"payload":"","signatures":[]}`)
	f.Add("..")
	f.Fuzz(func(t *testing.T, token string) {
		got, err := v.Verify(t.Context(), token, method)
		if err == nil && got.Subject != anna.Subject {
			t.Errorf("accepted %q as %+v", token, got)
		}
		if err != nil && !slices.ContainsFunc([]error{ErrMalformed, ErrSignature},
			func(want error) bool { return errors.Is(err, want) }) {
			t.Errorf("%q: %v", token, err)
		}
	})
}

func TestReadable(t *testing.T) {
	for in, want := range map[string]string{
		"Anna Żółć": "Anna Żółć", " Anna\r\n": "Anna", "a\x00b\u202ec\u200bd": "abcd", "\xffA": "A", "": "",
		strings.Repeat("ż", 300): strings.Repeat("ż", 160),
	} {
		if got := Readable(in); got != want {
			t.Errorf("%q is %q", in, got)
		}
	}
}

func TestValidSubject(t *testing.T) {
	for s, want := range map[string]bool{"usr_7": true, "auth0|7 x": true, "": false, "a\nb": false, "a\x00": false,
		"\xff": false, "\u202ea": false, strings.Repeat("a", 256): false} {
		if ValidSubject(s) != want {
			t.Errorf("%q: want %t", s, want)
		}
	}
}
