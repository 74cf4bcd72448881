package app_test

import (
	"net/http"
	"strings"
	"testing"
)

// A partner whose access was taken back does what its 403 says, to the letter, and the merchant does what the page
// offers: the next call succeeds. Payouts stay revoked, and what is granted is another delegation.
func TestAccessIsGrantedAgain(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"again","applicant_type":"sole_trader"}`)
	advance := func(to string) {
		t.Helper()
		s.must(http.StatusOK, "POST", "/sandbox/onboarding/"+ref+"/advance", key, `{"to":"`+to+`"}`)
	}
	pay := func() answer {
		return s.call("POST", "/payments", key,
			`{"amount":100,"currency":"PLN","external_ref":"order-7","description":"A bell",
			"customer":{"email":"customer@example.com"},"return_url":"https://partner.example/back"}`, "On-Behalf-Of", ref)
	}
	delegation := func() map[string]any {
		t.Helper()
		return s.call("GET", "/merchants/"+ref+"/delegation", key, "").json(t)
	}
	advance("active")
	advance("payouts_opt_in")
	before := delegation()
	advance("delegation_revoked")

	refused := pay()
	next, _ := refused.json(t)["next_action"].(string)
	method, path, _ := strings.Cut(next, " ")
	if refused.status != http.StatusForbidden || refused.text(t, "code") != "delegation_required" || path == "" {
		t.Fatalf("after the revocation: %d %s", refused.status, refused.body)
	}
	// What it names is a call; its answer has the link.
	found, _ := s.call(method, strings.ReplaceAll(path, "{ref}", ref), key, "").json(t)["next_action"].(map[string]any)
	url, _ := found["url"].(string)
	link, ours := strings.CutPrefix(url, publicBase)
	if !ours {
		t.Fatalf("the call that the 403 names yields %v", found)
	}
	g := &visitor{system: s}
	g.open(link)
	g.send(nil)
	for range 2 {
		g.send(map[string]string{"do": "send"})
		g.send(map[string]string{"do": "code", "code": s.mailedCode(ref)})
	}
	if g.page() != "portal" || !strings.Contains(g.answer.body, `href="grant"`) {
		t.Fatalf("the link leads to %s: %s", g.at, g.answer.body)
	}
	g.open("/connect/flow/grant")
	g.send(map[string]string{"do": "send"})
	code := s.mailedCode(ref)
	if a := g.send(map[string]string{"do": "sign", "consent": "yes",
		"code": other(code)}); a.status != http.StatusUnprocessableEntity {
		t.Errorf("granted with a wrong code: %d", a.status)
	}
	if a := pay(); a.status != http.StatusForbidden {
		t.Errorf("before it is granted: %d", a.status)
	}
	g.open("/connect/flow/grant")
	if a := g.send(map[string]string{"do": "sign", "consent": "yes", "code": code}); a.status != http.StatusOK {
		t.Fatalf("granting: %d %s", a.status, a.body)
	}
	if a := pay(); a.status != http.StatusCreated {
		t.Errorf("after what the 403 says was done: %d %s", a.status, a.body)
	}

	after := delegation()
	if after["status"] != "active" || after["delegation_id"] == before["delegation_id"] || after["revoked_at"] != nil ||
		after["revoked_by"] != nil {
		t.Errorf("the delegation: %v, before %v", after, before)
	}
	if optIn, _ := after["payouts_opt_in"].(map[string]any); optIn["status"] != "revoked" {
		t.Errorf("payouts came back with it: %v", optIn)
	}
	granted := 0
	s.shown()
	for _, e := range s.call("GET", "/events?type=delegation.granted", key, "").json(t)["data"].([]any) {
		if data, _ := e.(map[string]any)["data"].(map[string]any); data["delegation_id"] == after["delegation_id"] {
			granted++
		}
	}
	if granted != 1 {
		t.Errorf("%d events of the new delegation", granted)
	}
	if g.open("/connect/flow/grant"); g.page() == "grant" {
		t.Error("what is granted is offered again")
	}
}
