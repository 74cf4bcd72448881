package consoletest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"
)

// The clients of a Provider.
const (
	ClientID    = "console"
	CLIClientID = "cli"
)

// A Provider is an identity provider that says of people what a test wants.
type Provider struct {
	URL string

	t    *testing.T
	mu   sync.Mutex // guards all below
	oidc oidctest.Server
	key  *ecdsa.PrivateKey
	keys int
	next string
}

// NewProvider starts one.
func NewProvider(t *testing.T) *Provider {
	t.Helper()
	p := &Provider{t: t}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.URL = server.URL
	p.oidc.Algorithms = []string{oidc.ES256}
	p.oidc.SetIssuer(p.URL)
	p.Rotate()
	return p
}

// Rotate replaces the key that signs, and withdraws the old one.
func (p *Provider) Rotate() {
	p.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys++
	p.key = key
	p.oidc.PublicKeys = []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: strconv.Itoa(p.keys), Algorithm: oidc.ES256}}
}

// Token is an ID token with claims.
func (p *Provider) Token(claims map[string]any) string {
	p.t.Helper()
	plain, err := json.Marshal(claims)
	if err != nil {
		p.t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return oidctest.SignIDToken(p.key, strconv.Itoa(p.keys), oidc.ES256, string(plain))
}

// Say has the next sign-in answered by an ID token.
func (p *Provider) Say(token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next = token
}

// ServeHTTP implements [http.Handler].
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.URL.Path != "/token" {
		p.oidc.ServeHTTP(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"access_token": "a", "token_type": "bearer", "id_token": p.next})
}
