package app

import (
	"encoding/json"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	dispatchv1 "github.com/partnerline/partnerline/proto/gen/dispatch/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// challengeOf is the challenge that a delivery has.
func (s *service) challengeOf(d *dispatchv1.Delivery) string {
	s.t.Helper()
	var event struct {
		Type string
		Data struct{ Challenge string }
	}
	if err := json.Unmarshal(d.GetBody(), &event); err != nil || event.Type != "webhook.challenge" ||
		event.Data.Challenge == "" {
		s.t.Fatalf("%s: %v", d.GetBody(), err)
	}
	return event.Data.Challenge
}

// age moves the last change of an endpoint into the past, as if a challenge was asked for later.
func (s *service) age(endpoint string) {
	s.t.Helper()
	s.exec(`UPDATE endpoints SET updated_at = updated_at - interval '1 minute', created_at = created_at - interval '1 hour'
		WHERE id = '` + endpoint + `'`)
}

// Where the operator requires it, an endpoint of live mode gets no event before its receiver has proven who controls
// it, and again none after its URL changed.
func TestOwnershipIsRequired(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *Config) { c.RequireOwnership = true })
	d := s.dispatcher()
	path := func(id string) string { return s.public + "/api/v1/webhooks/" + id }
	const secure = "https://127.0.0.1:9/hooks"
	made := s.create(s.keyLive, map[string]any{"url": secure, "events": []string{"*"}}).want(t, 201).data()
	id := made["id"].(string)
	is := func(active bool, state string) map[string]any {
		t.Helper()
		got := s.call("GET", path(id), s.keyLive, nil).want(t, 200).data()
		ownership := got["ownership"].(map[string]any)
		if got["is_active"] != active || ownership["state"] != state ||
			(ownership["proven_at"] == nil) == (state == "proven") ||
			got["disabled_at"] != nil {
			t.Errorf("active %v, %v; want %v, %s", got["is_active"], ownership, active, state)
		}
		return got
	}
	is(false, "required")
	activate := func() answer { return s.call("PATCH", path(id), s.keyLive, map[string]any{"is_active": true}) }
	activate().wantProblem(t, 409, "ownership_unproven")
	_, err := webhooksv1.NewOperatorServiceClient(s.grpc).
		ResumeEndpoint(internal(t.Context()), &webhooksv1.ResumeEndpointRequest{Id: id, Reason: "asked for"})
	if status.Code(err) != codes.FailedPrecondition {
		t.Errorf("an operator activates it: %v", err)
	}
	s.call("POST", path(id)+"/test", s.keyLive, nil).wantProblem(t, 409, "endpoint_inactive")
	v := s.inPortal(s.keyLive, "manager")
	v.get("/portal/endpoints/"+id).is(t, 200, `data-ownership="required"`, "Send a challenge")

	// prove has the receiver answer a challenge.
	prove := func(answer func(challenge string) string) {
		t.Helper()
		sent := s.call("POST", path(id)+"/verify", s.keyLive, nil).want(t, 202).data()
		if sent["type"] != "webhook.challenge" {
			t.Errorf("%v", sent)
		}
		list := d.next(1)
		attempts := attemptsOf(list, 1, dispatchv1.Outcome_OUTCOME_DELIVERED)
		attempts[0].ResponseBody = []byte(answer(s.challengeOf(list[0])))
		d.publish(&dispatchv1.AttemptBatch{Attempts: attempts})
		s.eventually("the answer is stored", func() bool {
			a := s.call("GET", s.public+"/api/v1/deliveries/"+sent["delivery_id"].(string), s.keyLive, nil)
			return a.Status == 200 && a.data()["status"] == "delivered"
		})
	}
	first := ""
	prove(func(c string) string { first = c; return "ok" })
	is(false, "required")
	prove(func(c string) string {
		if c == first {
			t.Error("a challenge comes again")
		}
		return first // of the challenge before
	})
	is(false, "required")
	prove(func(c string) string { return `{"challenge":"` + c + `"}` })
	is(false, "proven")
	activate().want(t, 200)
	is(true, "proven")
	v.get("/portal/endpoints/"+id).is(t, 200, `data-ownership="proven"`)

	s.call("PATCH", path(id), s.keyLive, map[string]any{"url": secure + "/other"}).want(t, 200)
	is(false, "required")
	s.call("POST", path(id)+"/verify", s.keyLive, nil).wantProblem(t, 409, "invalid_state")
	if p := v.send("/portal/endpoints/"+id, "do", "verify"); p.StatusCode != 422 ||
		!strings.Contains(p.body, "wait a moment") {
		t.Errorf("%d %s", p.StatusCode, p.body)
	}
	s.age(id)
	if p := v.send("/portal/endpoints/"+id, "do", "verify"); p.StatusCode != 303 ||
		!strings.Contains(p.Header.Get("Location"), "done=challenged") {
		t.Errorf("%d %s", p.StatusCode, p.body)
	}
	s.challengeOf(d.next(1)[0])

	// Test mode needs no proof; it can be given.
	test := s.create(s.key, map[string]any{"url": target, "events": []string{"*"}}).data()
	if test["is_active"] != true || test["ownership"].(map[string]any)["state"] != "unproven" {
		t.Errorf("in test mode: %v", test)
	}
}

// Without the setting, proof is optional; challenges of a tenant and mode are limited.
func TestOwnershipIsOptional(t *testing.T) {
	t.Parallel()
	s := start(t)
	made := s.create(s.keyLive, map[string]any{"url": "https://127.0.0.1:9/hooks", "events": []string{"*"}}).data()
	id := made["id"].(string)
	if made["is_active"] != true || made["ownership"].(map[string]any)["state"] != "unproven" {
		t.Errorf("%v", made)
	}
	verify := func(key string) answer {
		return s.call("POST", s.public+"/api/v1/webhooks/"+id+"/verify", key, nil)
	}
	verify(s.key).wantProblem(t, 404, "endpoint_not_found")
	verify(s.other).wantProblem(t, 404, "endpoint_not_found")
	for range 60 {
		verify(s.keyLive).want(t, 202)
	}
	refused := verify(s.keyLive)
	refused.wantProblem(t, 429, "rate_limited")
	if refused.Header.Get("Retry-After") == "" {
		t.Error("the refusal does not say when to come again")
	}
	_, err := webhooksv1.NewEndpointServiceClient(s.grpc).
		VerifyEndpoint(s.as("ptn_none", "true"), &webhooksv1.VerifyEndpointRequest{Id: id})
	if err == nil {
		t.Error("another partner verifies it")
	}
}
