package publicpage

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/clientaddr"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/gateway"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/ratelimit"
	"github.com/partnerline/partnerline/internal/telemetry"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/usecase"
)

const (
	// maxAge is how long a verifier may keep the document. Every new key is published for longer before it signs, unless
	// the rotation asks for none.
	maxAge = 5 * time.Minute
	// concurrentReads bounds how many connections of the database strangers may have.
	concurrentReads = 4
	readTimeout     = 5 * time.Second
	policyName      = "keys"
)

// Keys serves the public keys of tenants, each tenant's and mode's as a JWKS (RFC 7517, RFC 8037).
type Keys struct {
	keys    *usecase.KeyPairs
	log     *slog.Logger
	limiter *ratelimit.Limiter
	reading chan struct{}
}

// NewKeys returns the handler; limit is how many requests a minute of a client's network are answered, 0 any number.
func NewKeys(keys *usecase.KeyPairs, limit int, log *slog.Logger) *Keys {
	var policies []ratelimit.Policy
	if limit > 0 {
		policies = []ratelimit.Policy{{Name: policyName, Limit: limit, Window: time.Minute}}
	}
	return &Keys{keys, log, ratelimit.New(policies), make(chan struct{}, concurrentReads)}
}

// Limiter counts the requests of clients' networks.
func (k *Keys) Limiter() *ratelimit.Limiter { return k.limiter }

// Front serves the paths of the keys by keys, and all others by next.
func Front(keys, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, webhooks.KeyPairsPath) {
			keys.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ServeHTTP answers one request.
func (k *Keys) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx := telemetry.WithRequestID(r.Context(), grpcserver.NewRequestID(r.Header.Get("X-Request-Id")))
	r = r.WithContext(ctx)
	head := w.Header()
	head.Set("X-Request-Id", telemetry.RequestID(ctx))
	head.Set("X-Content-Type-Options", "nosniff")
	document, err := k.answer(w, r)
	if err != nil {
		e := fault.As(err)
		if e.Cause != nil {
			k.log.LogAttrs(ctx, slog.LevelError, "keys not served", slog.String("cause", e.Cause.Error()))
		}
		head.Set("Cache-Control", "no-store")
		gateway.WriteProblem(w, r, e)
		return
	}
	sum := sha256.Sum256(document)
	head.Set("Content-Type", "application/jwk-set+json")
	head.Set("Cache-Control", "public, max-age="+strconv.Itoa(int(maxAge.Seconds())))
	head.Set("ETag", `"`+base64.RawURLEncoding.EncodeToString(sum[:16])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(document))
}

var errNoKeys = fault.New(fault.RouteNotFound,
	"no keys are published here; the answer that lists the signing keys of a tenant has their address")

// answer returns the document that a request asks for.
func (k *Keys) answer(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	ctx := r.Context()
	if err := ratelimit.Refusal(k.limiter.Take(clientaddr.NetworkText(ctx), time.Now(), policyName),
		"too many requests for keys came from this address; wait, and keep what you have read for as long as "+
			"Cache-Control says"); err != nil {
		return nil, err
	}
	sc, ok := scopeOf(r.URL.Path)
	if !ok {
		return nil, errNoKeys
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		return nil, fault.New(fault.MethodNotAllowed, "this path takes GET and HEAD only")
	}
	list, err := k.read(ctx, sc)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errNoKeys // as if there were no such tenant
	}
	return jwks(list)
}

// read reads the keys of a scope; it waits while concurrentReads others are read.
func (k *Keys) read(ctx context.Context, sc webhooks.Scope) ([]webhooks.KeyPair, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	select {
	case k.reading <- struct{}{}:
		defer func() { <-k.reading }()
	case <-ctx.Done():
		return nil, unavailable(nil)
	}
	list, err := k.keys.ListKeyPairs(ctx, sc)
	if err != nil {
		return nil, unavailable(err)
	}
	return list, nil
}

func unavailable(cause error) error {
	e := fault.New(fault.Overloaded, "the keys cannot be read now; repeat").WithCause(cause)
	e.RetryAfter = time.Second
	return e
}

// maxTenantID is the most bytes of the id of a tenant.
const maxTenantID = 64

// scopeOf returns whose keys a path is for.
func scopeOf(path string) (webhooks.Scope, bool) {
	rest, isKeys := strings.CutPrefix(path, webhooks.KeyPairsPath)
	rest, isFile := strings.CutSuffix(rest, webhooks.KeyPairsFile)
	tenant, mode, isPair := strings.Cut(rest, "/")
	ok := isKeys && isFile && isPair && tenant != "" && len(tenant) <= maxTenantID &&
		!strings.ContainsFunc(tenant, notOfID)
	switch mode {
	case webhooks.LiveMode, webhooks.TestMode:
		return webhooks.Scope{Tenant: webhooks.TenantID(tenant), Livemode: mode == webhooks.LiveMode}, ok
	}
	return webhooks.Scope{}, false
}

func notOfID(c rune) bool {
	return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' && c != '-'
}

// A jwk is a public key as RFC 8037 writes it.
type jwk struct {
	Kty string `json:"kty"`
	Crv string `json:"crv"`
	X   string `json:"x"`
	Kid string `json:"kid"`
	Use string `json:"use"`
	Alg string `json:"alg"`
}

// jwks writes the document of key pairs, in their order.
func jwks(list []webhooks.KeyPair) ([]byte, error) {
	set := struct {
		Keys []jwk `json:"keys"`
	}{make([]jwk, len(list))}
	for i, k := range list {
		set.Keys[i] = jwk{
			Kty: "OKP", Crv: "Ed25519", X: base64.RawURLEncoding.EncodeToString(k.PublicKey), Kid: k.ID, Use: "sig",
			Alg: "EdDSA",
		}
	}
	return json.Marshal(set)
}
