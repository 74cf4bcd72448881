package app

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ratelimit"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Every answer to a key has its limits, refusals included; JSON and gRPC are counted together.
func TestRateLimits(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.RateLimit = ratelimit.Config{Key: 6, Writes: 2, Uploads: 60, Failures: 30} })
	collection := s.public + "/api/v1/webhooks"
	const policy = `"key";q=6;w=60, "writes";q=2;w=60, "uploads";q=60;w=60`
	check := func(a answer, status int, remaining ...string) answer {
		t.Helper()
		a.want(t, status)
		if got := a.Header.Get("RateLimit-Policy"); got != policy {
			t.Errorf("RateLimit-Policy: %q", got)
		}
		items := strings.Split(a.Header.Get("RateLimit"), ", ")
		for i, r := range remaining {
			if len(items) != len(remaining) || !strings.HasPrefix(items[i], r+";t=") {
				t.Errorf("RateLimit: %q, want %q", items, remaining)
				break
			}
		}
		return a
	}
	body := map[string]any{"url": target, "events": []string{"*"}}
	check(s.call("GET", collection, s.key, nil), 200, `"key";r=5`)
	check(s.call("POST", collection, s.key, body), 201, `"key";r=4`, `"writes";r=1`)
	check(s.call("POST", collection, s.key, "{"), 400, `"key";r=3`, `"writes";r=0`)
	a := check(s.call("POST", collection, s.key, body), 429, `"key";r=3`, `"writes";r=0`)
	a.wantProblem(t, 429, "rate_limited")
	if got := fmt.Sprint(a.Body["violated-policies"]); got != "[writes]" {
		t.Errorf("violated-policies: %s", got)
	}
	if after := a.Header.Get("Retry-After"); after == "" || after != fmt.Sprint(a.Body["retry_after_s"]) {
		t.Errorf("Retry-After %q: %s", after, a.Raw)
	}
	check(s.call("GET", collection+"/x", s.key, nil), 404, `"key";r=2`)

	client := webhooksv1.NewEndpointServiceClient(s.grpc)
	ctx := metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+s.key)
	for _, want := range []string{`"key";r=1;t=`, `"key";r=0;t=`} {
		var header metadata.MD
		if _, err := client.ListEndpoints(ctx, &webhooksv1.ListEndpointsRequest{}, grpc.Header(&header)); err != nil {
			t.Fatal(err)
		}
		if got := header.Get("ratelimit"); len(got) != 1 || !strings.HasPrefix(got[0], want) ||
			header.Get("ratelimit-policy")[0] != policy {
			t.Errorf("over gRPC: %v", header)
		}
	}
	if _, err := client.ListEndpoints(ctx,
		&webhooksv1.ListEndpointsRequest{}); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("over gRPC: %v", err)
	}
	check(s.call("GET", collection, s.key, nil), 429, `"key";r=0`)

	check(s.call("GET", collection, s.other, nil), 200, `"key";r=5`)
	check(s.call("GET", collection, s.keyLive, nil), 200, `"key";r=5`)
	for _, unknown := range []answer{s.call("GET", collection, "", nil), s.call("GET", s.public+"/nowhere", s.key, nil)} {
		if got := unknown.Header.Get("RateLimit"); got != "" {
			t.Errorf("an answer without a key has limits: %s", got)
		}
	}
}

// Behind a load balancer, whoever guesses keys is refused at their own address, which they cannot choose.
func TestFailedAuthenticationIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) {
		c.RateLimit, c.TrustedProxies = ratelimit.Config{Key: 600, Failures: 3}, "127.0.0.1/32"
	})
	collection := s.public + "/api/v1/webhooks"
	from := func(address, key string) answer {
		return s.call("GET", collection, key, nil, "X-Forwarded-For", address)
	}
	for _, key := range []string{"", "nonsense", apikey.Mint(webhooks.TestKeyPrefix)} {
		from("203.0.113.9", key).wantProblem(t, 401, "invalid_credentials")
	}
	for _, address := range []string{"203.0.113.9", "198.51.100.1, 203.0.113.9"} {
		a := from(address, s.key)
		a.wantProblem(t, 429, "rate_limited")
		if a.Header.Get("Retry-After") == "" || fmt.Sprint(a.Body["violated-policies"]) != "[failures]" ||
			a.Header.Get("RateLimit") != "" {
			t.Errorf("%v %s", a.Header, a.Raw)
		}
	}
	from("203.0.113.10", s.key).want(t, 200)
	from("203.0.113.9, 203.0.113.10", s.key).want(t, 200)
	s.newKey("ten_c", false) // the operator is not kept out
}
