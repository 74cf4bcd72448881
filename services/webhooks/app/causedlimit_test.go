package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A call that would cause more deliveries than the tenant has left is refused before it stores anything, and answers
// show what is left. Calls that cause none, and those of other tenants, go on.
func TestDeliveriesThatCallsCauseAreLimited(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.TestDeliveries = 7 })
	one := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()["id"].(string)
	s.create(s.key, map[string]any{"url": target, "events": []string{"*"}})
	path := s.public + "/api/v1/verifications"
	made := s.call("POST", path, s.key, map[string]any{"kind": "identity"}).want(t, 201)
	const left = `"deliveries";r=5;t=`
	got, policy := made.Header.Get("RateLimit"), made.Header.Get("RateLimit-Policy")
	if !strings.Contains(got, left) || !strings.Contains(policy, `"deliveries";q=7;w=60`) {
		t.Errorf("RateLimit: %s, RateLimit-Policy: %s", got, policy)
	}
	id := made.data()["id"].(string)
	refused := s.call("POST", path+"/"+id+"/advance", s.key, map[string]any{"to": "completed"})
	refused.wantProblem(t, 429, "rate_limited")
	if refused.Header.Get("Retry-After") == "" || fmt.Sprint(refused.Body["violated-policies"]) != "[deliveries]" ||
		!strings.Contains(refused.Header.Get("RateLimit"), left) {
		t.Errorf("%v %v", refused.Header, refused.Body)
	}
	s.eventually("operators have a notice", func() bool {
		return slices.Equal(s.limitNotices(s.tenant), []string{"tenant.deliveries_limited"})
	})
	if got := s.call("GET", path+"/"+id, s.key, nil).want(t, 200).data()["status"]; got != "pending" {
		t.Errorf("the session is %v", got)
	}
	s.call("PATCH", s.public+"/api/v1/webhooks/"+one, s.key, map[string]any{"is_active": false}).want(t, 200)
	s.call("POST", path+"/"+id+"/advance", s.key, map[string]any{"to": "completed"}).want(t, 200) // to one endpoint
	s.create(s.other, map[string]any{"url": target, "events": []string{"*"}})
	s.call("POST", path, s.other, map[string]any{"kind": "identity"}).want(t, 201)
}
