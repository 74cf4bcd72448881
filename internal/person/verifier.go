package person

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	// maxKeys of an issuer: one that signs, and some of a rotation.
	maxKeys = 16
	// maxDocument bounds a JWKS document: 16 keys, and what else an issuer may add.
	maxDocument = 64 << 10
	// fetchTimeout bounds one request for it: a call waits for it.
	fetchTimeout = 5 * time.Second
	// fetchEvery is the least time between two requests, so that tokens of unknown keys cannot make many.
	fetchEvery = 10 * time.Second
	// keepFor is how long keys are used before they are fetched again, which is when a withdrawn key ends.
	keepFor = 5 * time.Minute
)

// ErrNoKeys is the error until the issuer's keys have been read for the first time. From then on they are used while
// the issuer is away: it makes no tokens then, and the last ones expire within a minute.
var ErrNoKeys = errors.New("the keys of the issuer cannot be read")

// A Verifier checks tokens for one service by the keys that the issuer publishes. It is safe for concurrent use.
type Verifier struct {
	issuer   string
	audience string
	now      func() time.Time
	http     *http.Client

	fetching sync.Mutex // held during a request, so that one is made at a time
	tried    time.Time  // last request; guarded by fetching

	mu      sync.RWMutex // guards what follows
	keys    map[string]ed25519.PublicKey
	fetched time.Time
}

// NewVerifier returns a Verifier for the service audience, of tokens of the issuer with this URL.
func NewVerifier(issuer, audience string, now func() time.Time) *Verifier {
	return &Verifier{
		issuer: strings.TrimRight(issuer, "/"), audience: audience, now: now,
		http: &http.Client{
			Timeout: fetchTimeout,
			Transport: &http.Transport{
				Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute,
				MaxResponseHeaderBytes: 16 << 10,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Verify checks a token for a call of method, like /webhooks.v1.OperatorService/CreateTenant. Its errors are those of
// this package.
func (v *Verifier) Verify(ctx context.Context, token, method string) (Token, error) {
	t, kid, err := parse(token)
	if err != nil {
		return Token{}, err
	}
	key, err := v.key(ctx, kid)
	if err != nil {
		return Token{}, err
	}
	c, err := open(t, key)
	if err != nil {
		return Token{}, err
	}
	return c.check(v.issuer, v.audience, method, v.now())
}

// key returns the issuer's key with this id, which it fetches when it is unknown or was fetched long ago.
func (v *Verifier) key(ctx context.Context, kid string) (ed25519.PublicKey, error) {
	key, fresh := v.known(kid)
	switch {
	case key != nil && fresh:
		return key, nil
	case key == nil:
		v.fetching.Lock()
	case !v.fetching.TryLock():
		return key, nil // another call fetches
	}
	defer v.fetching.Unlock()
	if key, fresh = v.known(kid); key != nil && fresh {
		return key, nil
	}
	var failed error
	if now := v.now(); v.tried.IsZero() || now.Sub(v.tried) >= fetchEvery {
		v.tried = now
		failed = v.fetch(context.WithoutCancel(ctx), now) // the keys are for all callers, not only for this one
		key, _ = v.known(kid)
	}
	switch {
	case key != nil:
		return key, nil
	case !v.ready():
		return nil, errors.Join(ErrNoKeys, failed)
	}
	return nil, ErrSignature
}

// known returns a key, nil when there is none, and whether the keys are fresh.
func (v *Verifier) known(kid string) (key ed25519.PublicKey, fresh bool) {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.keys[kid], v.now().Sub(v.fetched) < keepFor
}

// ready reports whether the keys could be read once.
func (v *Verifier) ready() bool {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return v.keys != nil
}

func (v *Verifier) fetch(ctx context.Context, now time.Time) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.issuer+JWKSPath, nil)
	if err != nil {
		return err
	}
	resp, err := v.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d", req.URL, resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxDocument+1))
	if err != nil {
		return err
	}
	keys, err := parseJWKS(body)
	if err != nil {
		return fmt.Errorf("%s: %w", req.URL, err)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.keys, v.fetched = keys, now
	return nil
}

// parseJWKS reads the keys that sign tokens. An issuer may also publish keys of other kinds.
func parseJWKS(document []byte) (map[string]ed25519.PublicKey, error) {
	if len(document) > maxDocument {
		return nil, errors.New("the document is too large")
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(document, &set); err != nil {
		return nil, errors.New("the document is not a JWKS")
	}
	keys := map[string]ed25519.PublicKey{}
	for _, raw := range set.Keys {
		var k jose.JSONWebKey
		if k.UnmarshalJSON(raw) != nil || k.KeyID == "" || k.Use != "sig" || k.Algorithm != string(algorithm) {
			continue
		}
		if public, ok := k.Key.(ed25519.PublicKey); ok && len(keys) < maxKeys {
			keys[k.KeyID] = public
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("the document has no key for EdDSA")
	}
	return keys, nil
}
