package app_test

import (
	"net/http"
	"strings"
	"testing"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
)

// The review names what the partner must still provide, and cannot be confirmed before; what was changed since the page
// was shown is shown again.
func TestReviewOfIncompleteData(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	g := s.visitor(key, ref)
	g.prove(ref)
	if !strings.Contains(g.answer.body, "<li>Your identity data</li>") ||
		strings.Contains(g.answer.body, "identity.") || strings.Contains(g.answer.body, "Everything is right") {
		t.Errorf("the review: %s", g.answer.body)
	}
	if a := g.send(nil); a.status != http.StatusUnprocessableEntity ||
		!strings.Contains(a.body, "Something is still missing") {
		t.Errorf("confirmed although data is missing: %d", a.status)
	}
	s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, `{"business":{"name":"Inne Rowery"}}`)
	if a := g.send(nil); a.status != http.StatusUnprocessableEntity ||
		!strings.Contains(a.body, "has changed in the meantime: Business.") || !strings.Contains(a.body, "Inne Rowery") {
		t.Errorf("confirmed although it was not shown: %d %s", a.status, a.body)
	}
	s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, `{"business":{"description":"Rowery i wszystko do rowerów",
		"address":{"country":"PL","city":"Kraków","postal_code":"30-001","building_number":"7"}}}`)
	if a := g.send(nil); a.status != http.StatusUnprocessableEntity ||
		!strings.Contains(a.body, "has changed in the meantime: Description, Business address.") ||
		!strings.Contains(a.body, "Rowery i wszystko do rowerów") || !strings.Contains(a.body, "Kraków") {
		t.Errorf("confirmed although it was not shown: %d %s", a.status, a.body)
	}
	s.must(http.StatusOK, "PATCH", "/onboarding/"+ref+"/identity", key,
		`{"national_id":{"scheme":"PL_PESEL","value":"44051401359"},
		"identity_document":{"type":"identity_card","number":"ABA300000","issuing_country":"PL"},
		"residential_address":{"country":"PL","city":"Warszawa","postal_code":"00-950","building_number":"1"},
		"place_of_birth":{"country":"PL","city":"Warszawa"},"citizenships":["PL"]}`)
	g.open("/connect/flow/review")
	if strings.Contains(g.answer.body, "44051401359") || strings.Contains(g.answer.body, "ABA300000") {
		t.Errorf("a number is not masked: %s", g.answer.body)
	}
	for _, shown := range []string{"PESEL ********359", "Identity card ******000 PL", "00-950 Warszawa", "Citizenships"} {
		if !strings.Contains(g.answer.body, shown) {
			t.Errorf("the review does not show %q: %s", shown, g.answer.body)
		}
	}
	if g.send(nil); g.page() != "identity" || !strings.Contains(g.answer.body, "not available right now") {
		t.Errorf("after the review: %s %s", g.at, g.answer.body)
	}
	if a := s.call("PATCH", "/onboarding/"+ref, key, `{"business":{"name":"Zu spät"}}`); a.status != http.StatusConflict ||
		a.text(t, "code") != "segment_locked" {
		t.Errorf("what was confirmed is not locked: %d %s", a.status, a.body)
	}
}

// The merchant ends it all; the partner hears of it, and nothing of the link is left.
func TestMerchantDeclines(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	s.importCompanies()
	m := s.merchant(key)
	s.must(http.StatusOK, "PATCH", "/onboarding/"+m.ref, key,
		`{"applicant":{"email":"k@example.pl","phone":"+48600100200"},"return_url":"https://partner.example/back"}`)
	link := s.linkPath(key, m.ref)
	g := s.visitor(key, m.ref)
	before := s.written()
	if a := g.open("/connect/flow/decline"); g.page() != "contact" || a.status != http.StatusOK {
		t.Errorf("declining without the codes: %s", g.at)
	}
	if s.written() != before {
		t.Error("something was written")
	}
	g.prove(m.ref)
	g.open("/connect/flow/decline")
	if g.send(nil); g.answer.status != http.StatusUnprocessableEntity {
		t.Errorf("a form that says nothing: %d", g.answer.status)
	}
	g.open("/connect/flow/decline")
	if a := g.send(map[string]string{"do": "decline"}); a.status != http.StatusOK ||
		!strings.Contains(a.body, "The process has ended") || !strings.Contains(a.body, "result=interrupted") {
		t.Errorf("%d %s", a.status, a.body)
	}
	o := s.call("GET", "/onboarding/"+m.ref, key, "").json(t)
	if o["status"] != "cancelled" || o["next_action"].(map[string]any)["type"] != "none" {
		t.Errorf("the onboarding: %v", o)
	}
	if n := s.count(`SELECT count(*) FROM invitations WHERE onboarding_ref = $1 AND status = 'revoked'`, m.ref); n != 1 {
		t.Errorf("%d invitations are revoked", n)
	}
	if a := s.call("GET", link, "", ""); a.status != http.StatusGone {
		t.Errorf("the link: %d", a.status)
	}
	trail, err := s.operator.ListAccess(s.internal(), &pcv1.ListAccessRequest{Ref: m.ref})
	if err != nil || !strings.Contains(trail.String(), "Hosted.Cancel") {
		t.Errorf("the audit trail: %v %v", trail, err)
	}
}
