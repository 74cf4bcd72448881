package app

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/reference"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// target returns what dispatchers get of an endpoint.
func (s *service) target(endpoint string) *webhooksv1.Target {
	s.t.Helper()
	r, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).ResolveEndpoints(internal(s.t.Context()),
		&webhooksv1.ResolveEndpointsRequest{Ids: []string{endpoint}})
	if err != nil || len(r.GetData()) != 1 {
		s.t.Fatal(len(r.GetData()), err)
	}
	return r.GetData()[0]
}

// keysOf returns the keys of a tenant as its API shows them, newest first.
func (a answer) keysOf(t *testing.T) (list []map[string]any) {
	t.Helper()
	for _, k := range a.want(t, 200).data()["keys"].([]any) {
		list = append(list, k.(map[string]any))
	}
	return list
}

// published reads a JWKS as a receiver does: without a key.
func (s *service) published(
	path string, header ...string,
) (status int, keys map[string]ed25519.PublicKey, head http.Header) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.public+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		return resp.StatusCode, nil, resp.Header
	}
	var set struct {
		Keys []struct{ Kty, Crv, X, Kid, Use, Alg string }
	}
	if err := json.Unmarshal(body, &set); err != nil {
		s.t.Fatal(err)
	}
	keys = map[string]ed25519.PublicKey{}
	for _, k := range set.Keys {
		raw, err := base64.RawURLEncoding.DecodeString(k.X)
		if err != nil || len(raw) != ed25519.PublicKeySize || k.Kty != "OKP" || k.Crv != "Ed25519" || k.Use != "sig" ||
			k.Alg != "EdDSA" {
			s.t.Errorf("the key %+v: %v", k, err)
		}
		keys[k.Kid] = raw
	}
	return resp.StatusCode, keys, resp.Header
}

// signed creates an endpoint with these signatures.
func (s *service) signed(forms ...string) answer {
	s.t.Helper()
	return s.create(s.key, map[string]any{"url": target, "events": []string{"*"}, "signatures": forms})
}

func (s *service) jwksPath(mode string) string {
	return "/.well-known/webhooks/" + s.tenant + "/" + mode + "/jwks.json"
}

// The first endpoint that asks for a form with a key pair makes it, for its tenant and mode; dispatchers get what they
// sign with, and nothing else.
func TestSignaturesOfEndpoints(t *testing.T) {
	t.Parallel()
	s := shared(t)
	plain := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).want(t, 201).data()
	if got := plain["signatures"].([]any); len(got) != 1 || got[0] != "hmac" {
		t.Errorf("by default: %v", got)
	}
	if x := s.target(plain["id"].(string)); len(x.GetKeys()) != 1 || len(x.GetKeyPairs()) != 0 ||
		strings.Join(x.GetSignatures(), " ") != "hmac" {
		t.Errorf("of hmac: %d keys, %d pairs, %v", len(x.GetKeys()), len(x.GetKeyPairs()), x.GetSignatures())
	}
	if keys := s.call("GET", s.public+"/api/v1/signing-keys", s.key, nil).keysOf(t); len(keys) != 0 {
		t.Errorf("before an endpoint needs one there are %v", keys)
	}
	if status, _, _ := s.published(s.jwksPath("test")); status != 404 {
		t.Errorf("without keys: %d", status)
	}

	asymmetric := s.signed("http_message", "ed25519").want(t, 201).data()
	id := asymmetric["id"].(string)
	if got := asymmetric["signatures"].([]any); len(got) != 2 || got[0] != "ed25519" || got[1] != "http_message" {
		t.Errorf("signatures: %v", got)
	}
	x := s.target(id)
	if len(x.GetKeys()) != 0 || len(x.GetKeyPairs()) != 1 ||
		strings.Join(x.GetSignatures(), " ") != "ed25519 http_message" {
		t.Fatalf("the target: %d keys, %d pairs, %v", len(x.GetKeys()), len(x.GetKeyPairs()), x.GetSignatures())
	}
	public := ed25519.NewKeyFromSeed(x.GetKeyPairs()[0].GetSeed()).Public().(ed25519.PublicKey)
	keys := s.call("GET", s.public+"/api/v1/signing-keys", s.key, nil).keysOf(t)
	if len(keys) != 1 || keys[0]["state"] != "signing" || keys[0]["id"] != x.GetKeyPairs()[0].GetId() ||
		keys[0]["public_key"] != "whpk_"+base64.StdEncoding.EncodeToString(public) {
		t.Errorf("signing keys: %v", keys)
	}
	if status, set, head := s.published(s.jwksPath("test")); status != 200 || len(set) != 1 ||
		!set[keys[0]["id"].(string)].Equal(public) || head.Get("Content-Type") != "application/jwk-set+json" {
		t.Errorf("the JWKS: %d %v %v", status, set, head)
	}
	if status, _, _ := s.published(s.jwksPath("live")); status != 404 {
		t.Errorf("of the other mode: %d", status)
	}
	if other := s.call("GET", s.public+"/api/v1/signing-keys", s.other, nil).keysOf(t); len(other) != 0 {
		t.Errorf("another tenant has %v", other)
	}

	url := s.public + "/api/v1/webhooks/" + plain["id"].(string)
	s.call("PATCH", url, s.key, map[string]any{"signatures": []string{"hmac", "ed25519"}}).want(t, 200)
	if x := s.target(plain["id"].(string)); len(x.GetKeys()) != 1 || len(x.GetKeyPairs()) != 1 ||
		x.GetKeyPairs()[0].GetId() != keys[0]["id"] {
		t.Errorf("after the update: %d keys, %v", len(x.GetKeys()), x.GetKeyPairs())
	}
	for _, bad := range []struct {
		value any
		field string
	}{
		{[]string{}, "/signatures"}, {nil, "/signatures"}, {[]string{"rsa"}, "/signatures/0"},
		{[]string{"hmac", "hmac"}, "/signatures"},
	} {
		s.call("PATCH", url, s.key, map[string]any{"signatures": bad.value}).
			wantProblem(t, 422, "validation_failed", bad.field)
	}
}

// The private keys are stored sealed, bound to their rows; one that cannot be read stops the endpoints that need it.
func TestKeyPairsAreSealed(t *testing.T) {
	t.Parallel()
	s := shared(t)
	id := s.signed("ed25519").want(t, 201).data()["id"].(string)
	plain := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).want(t, 201).data()["id"].(string)
	seed := s.target(id).GetKeyPairs()[0].GetSeed()
	var sealed []byte
	s.read(`SELECT sealed FROM key_pairs WHERE tenant_id = $1`, &sealed, s.tenant)
	if strings.Contains(string(sealed), string(seed)) {
		t.Error("the seed is stored in the open")
	}
	const spoil = `UPDATE key_pairs SET sealed = '\x00' WHERE tenant_id = $1`
	if _, err := s.pool.Exec(t.Context(), spoil, s.tenant); err != nil {
		t.Fatal(err)
	}
	if x := s.target(id); len(x.GetKeys()) != 0 || len(x.GetKeyPairs()) != 0 {
		t.Errorf("an unreadable key: %d keys, %d pairs", len(x.GetKeys()), len(x.GetKeyPairs()))
	}
	if x := s.target(plain); len(x.GetKeys()) != 1 {
		t.Error("an endpoint without a key pair has no keys")
	}
}

// A rotation publishes the new key before it signs; one without an overlap ends all others.
func TestRotateSigningKey(t *testing.T) {
	t.Parallel()
	s := shared(t)
	url := s.public + "/api/v1/signing-keys/rotate"
	first := s.call("POST", url, s.key, map[string]any{}).keysOf(t)
	if len(first) != 1 || first[0]["state"] != "signing" {
		t.Fatalf("the first key: %v", first)
	}
	id := s.signed("ed25519").want(t, 201).data()["id"].(string)
	if x := s.target(id); len(x.GetKeyPairs()) != 1 || x.GetKeyPairs()[0].GetId() != first[0]["id"] {
		t.Errorf("the endpoint made a key of its own: %v", x.GetKeyPairs())
	}
	watch := s.watchChanges(id)

	rotated := s.call("POST", url, s.key, map[string]any{"overlap_seconds": 600})
	second := rotated.keysOf(t)
	if len(second) != 2 || second[0]["state"] != "published" || second[1]["state"] != "signing" ||
		second[1]["signs_until"] != second[0]["signs_from"] {
		t.Fatalf("after a rotation: %v", second)
	}
	if address := rotated.data()["jwks_url"]; address != "http://127.0.0.1"+s.jwksPath("test") {
		t.Errorf("published at %v", address)
	}
	watch()
	x := s.target(id).GetKeyPairs()
	if len(x) != 2 || x[0].GetId() != second[0]["id"] || time.Until(x[0].GetSignsFrom().AsTime()) < 9*time.Minute {
		t.Errorf("dispatchers have %v", x)
	}
	if _, set, _ := s.published(s.jwksPath("test")); len(set) != 2 {
		t.Errorf("published are %v", set)
	}
	refused := s.call("POST", url, s.key, map[string]any{"overlap_seconds": 600})
	refused.wantProblem(t, 409, "invalid_state")
	if after, err := strconv.Atoi(refused.Header.Get("Retry-After")); err != nil || after < 500 || after > 600 {
		t.Errorf("Retry-After: %q", refused.Header.Get("Retry-After"))
	}
	for _, bad := range []int{-1, 1, 599, 604_801} {
		s.call("POST", url, s.key, map[string]any{"overlap_seconds": bad}).
			wantProblem(t, 422, "validation_failed", "/overlap_seconds")
	}

	third := s.call("POST", url, s.key, map[string]any{"overlap_seconds": 0}).keysOf(t)
	if len(third) != 1 || third[0]["state"] != "signing" || third[0]["id"] == second[0]["id"] ||
		third[0]["id"] == first[0]["id"] {
		t.Errorf("after one without an overlap: %v", third)
	}
	if _, set, _ := s.published(s.jwksPath("test")); len(set) != 1 || set[third[0]["id"].(string)] == nil {
		t.Errorf("published are %v", set)
	}
	if x := s.target(id).GetKeyPairs(); len(x) != 1 || x[0].GetId() != third[0]["id"] {
		t.Errorf("dispatchers have %v", x)
	}
}

// The key that is to sign does when its time comes, the one before it stays published for as long again, and then its
// row goes with the next rotation, or by the sweep. Time is moved by moving the rows.
func TestKeysChangeByTheirTimes(t *testing.T) {
	t.Parallel()
	s := shared(t)
	url := s.public + "/api/v1/signing-keys"
	s.call("POST", url+"/rotate", s.key, map[string]any{})
	s.call("POST", url+"/rotate", s.key, map[string]any{"overlap_seconds": 3600}).want(t, 200)
	pass := func() {
		t.Helper()
		if _, err := s.pool.Exec(t.Context(), `UPDATE key_pairs SET published_at = published_at - '1 hour'::interval,
			signs_from = signs_from - '1 hour'::interval, signs_until = signs_until - '1 hour'::interval,
			published_until = published_until - '1 hour'::interval WHERE tenant_id = $1`, s.tenant); err != nil {
			t.Fatal(err)
		}
	}
	states := func() (list string) {
		t.Helper()
		for _, k := range s.call("GET", url, s.key, nil).keysOf(t) {
			list += k["state"].(string) + " "
		}
		return strings.TrimSpace(list)
	}
	for _, want := range []string{"published signing", "signing retiring", "signing"} {
		if got := states(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		pass()
	}
	s.call("POST", url+"/rotate", s.key, map[string]any{"overlap_seconds": 600}).want(t, 200)
	var rows int
	if s.read(`SELECT count(*) FROM key_pairs WHERE tenant_id = $1`, &rows, s.tenant); rows != 2 {
		t.Errorf("%d rows", rows)
	}
}

// However many calls come at once, one rotation is under way, and there is one key.
func TestRotationsTakeTurns(t *testing.T) {
	t.Parallel()
	s := shared(t)
	const calls = 8
	var wait sync.WaitGroup
	answers := make([]answer, calls)
	for i := range calls {
		wait.Go(func() {
			if i%2 == 0 {
				answers[i] = s.call("POST", s.public+"/api/v1/signing-keys/rotate", s.key,
					map[string]any{"overlap_seconds": 3600})
				return
			}
			answers[i] = s.signed("ed25519")
		})
	}
	wait.Wait()
	for i, a := range answers {
		if a.Status != 200 && a.Status != 201 && a.Status != 409 {
			t.Errorf("call %d: %d %s", i, a.Status, a.Raw)
		}
	}
	var signing int
	s.read(`SELECT count(*) FROM key_pairs WHERE tenant_id = $1 AND signs_from <= now() AND signs_until IS NULL OR
		tenant_id = $1 AND signs_until > now()`, &signing, s.tenant)
	if keys := s.call("GET", s.public+"/api/v1/signing-keys", s.key, nil).keysOf(t); len(keys) > 2 || signing != 1 {
		t.Errorf("%d keys of which %d sign", len(keys), signing)
	}
}

// What anyone may read of keys is small, cacheable, limited, and says nothing of tenants.
func TestPublishedKeys(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.Docs = reference.Config{Limit: 40} })
	s.call("POST", s.public+"/api/v1/signing-keys/rotate", s.key, map[string]any{}).want(t, 200)
	status, _, head := s.published(s.jwksPath("test"))
	tag := head.Get("ETag")
	if status != 200 || head.Get("Cache-Control") != "public, max-age=300" || tag == "" ||
		head.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %v", status, head)
	}
	if status, _, head := s.published(s.jwksPath("test"), "If-None-Match", tag); status != 304 || head.Get("ETag") != tag {
		t.Errorf("with If-None-Match: %d %v", status, head)
	}
	s.call("POST", s.public+"/api/v1/signing-keys/rotate", s.key, map[string]any{}).want(t, 200)
	if status, _, head := s.published(s.jwksPath("test"), "If-None-Match", tag); status != 200 || head.Get("ETag") == tag {
		t.Errorf("after a rotation: %d %v", status, head)
	}
	for _, path := range []string{
		s.jwksPath("live"), "/.well-known/webhooks/ten_nobody/test/jwks.json", s.jwksPath("other"),
		"/.well-known/webhooks/" + s.tenant, "/.well-known/webhooks/", "/.well-known/webhooks/a/b/test/jwks.json",
		"/.well-known/webhooks/" + strings.Repeat("a", 3000) + "/test/jwks.json",
		"/.well-known/webhooks/%00/test/jwks.json", "/.well-known/webhooks/ten_a%2Ftest%2Fjwks.json/test/jwks.json",
	} {
		a := s.call("GET", s.public+path, "", nil)
		a.wantProblem(t, 404, "route_not_found")
		if a.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", path, a.Header)
		}
	}
	if a := s.call("POST", s.public+s.jwksPath("test"), "", nil); a.Status != 405 || a.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", a.Status, a.Header)
	}
	limited := 0
	for range 60 {
		if status, _, head := s.published(s.jwksPath("test")); status == 429 {
			if limited++; head.Get("Retry-After") == "" {
				t.Errorf("no Retry-After: %v", head)
			}
		}
	}
	if limited < 20 {
		t.Errorf("%d of 60 were refused", limited)
	}
}

// watchChanges watches the feed of dispatchers; the function that it returns waits until an endpoint has changed.
func (s *service) watchChanges(endpoint string) func() {
	s.t.Helper()
	stream, err := webhooksv1.NewEndpointFeedServiceClient(s.grpc).
		WatchEndpoints(internal(s.t.Context()), &webhooksv1.WatchEndpointsRequest{})
	if err != nil {
		s.t.Fatal(err)
	}
	if m, err := stream.Recv(); err != nil || !m.GetReset_() {
		s.t.Fatal(m, err)
	}
	return func() {
		s.t.Helper()
		for {
			m, err := stream.Recv()
			if err != nil {
				s.t.Fatal(err)
			}
			for _, id := range m.GetChangedIds() {
				if id == endpoint {
					return
				}
			}
		}
	}
}
