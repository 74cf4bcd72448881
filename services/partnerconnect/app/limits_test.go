package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/ratelimit"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// The order of checks: 401, 429, 403; and every answer to a key has its limits.
func TestOrderOfChecksAndLimits(t *testing.T) {
	t.Parallel()
	cfg := config(t, schema.New(t))
	cfg.RateLimit, cfg.TrustedProxies = ratelimit.Config{Key: 4, Writes: 2, Uploads: 1, Failures: 2}, "127.0.0.1"
	s := startWith(t, cfg)
	s.partner("a", "a")
	key := s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Scopes: []string{"onboarding:read"},
		Channels: []string{"chn_a"}}).GetKey()
	for i, c := range []struct {
		method, path, code string
		status             int
		quota              string
	}{
		{"GET", "/me", "", 200, `"key";r=3;`},
		{"POST", "/onboarding", "insufficient_scope", 403, `"key";r=2;`},
		{"POST", "/onboarding", "insufficient_scope", 403, `"key";r=1;`},
		{"POST", "/onboarding", "rate_limited", 429, `"key";r=1;`},
		{"GET", "/me", "", 200, `"key";r=0;`},
		{"GET", "/me", "rate_limited", 429, `"key";r=0;`},
	} {
		a := s.call(c.method, c.path, key, "", "X-Forwarded-For", "203.0.113.1")
		if a.status != c.status || c.code != "" && a.text(t, "code") != c.code ||
			!strings.HasPrefix(a.header.Get("RateLimit"), c.quota) ||
			a.header.Get("RateLimit-Policy") != `"key";q=4;w=60, "writes";q=2;w=60, "uploads";q=1;w=60` {
			t.Errorf("call %d: %d %v %s", i, a.status, a.header, a.body)
		}
	}
	for i, want := range []int{http.StatusUnauthorized, http.StatusUnauthorized, http.StatusTooManyRequests} {
		if a := s.call("GET", "/me", "nonsense", "", "X-Forwarded-For", "203.0.113.9"); a.status != want {
			t.Errorf("failure %d: %d %s", i, a.status, a.body)
		}
	}
}

// The creation of an onboarding has a key of its own, and finalize is always fresh: an Idempotency-Key changes neither.
func TestOnboardingIgnoresIdempotencyKeys(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	first := s.call("POST", "/onboarding", key, `{"partner_external_ref":"one"}`, "Idempotency-Key", "k")
	other := s.call("POST", "/onboarding", key, `{"partner_external_ref":"two"}`, "Idempotency-Key", "k")
	if first.status != http.StatusCreated || other.status != http.StatusCreated ||
		first.text(t, "ref") == other.text(t, "ref") {
		t.Fatalf("%d %s, %d %s", first.status, first.body, other.status, other.body)
	}
	for range 2 {
		a := s.call("POST", "/onboarding/"+first.text(t, "ref")+"/finalize", key, "", "Idempotency-Key", "k")
		if a.status != http.StatusOK || a.header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%d %v %s", a.status, a.header, a.body)
		}
	}
}
