package app_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

var (
	textInput = regexp.MustCompile(`<input id="([^"]+)" name="[^"]+" type="(?:text|date)"[^>]* value="([^"]*)"`)
	textArea  = regexp.MustCompile(`(?s)<textarea id="([^"]+)"[^>]*>(.*?)</textarea>`)
	choice    = regexp.MustCompile(`(?s)<select id="([^"]+)"[^>]*>(.*?)</select>`)
	chosen    = regexp.MustCompile(`value="([^"]*)" selected`)
)

// inputs are what a browser sends of the page's form when nothing is typed.
func (g *visitor) inputs() map[string]string {
	g.t.Helper()
	out := map[string]string{}
	for _, e := range []*regexp.Regexp{textInput, textArea} {
		for _, m := range e.FindAllStringSubmatch(g.answer.body, -1) {
			out[m[1]] = html.UnescapeString(m[2])
		}
	}
	for _, m := range choice.FindAllStringSubmatch(g.answer.body, -1) {
		out[m[1]] = ""
		if option := chosen.FindStringSubmatch(m[2]); option != nil {
			out[m[1]] = option[1]
		}
	}
	return out
}

// What a partner provided wrongly the merchant corrects before confirming it. The partner reads which fields they were,
// may still write itself until the merchant confirms, and is refused afterwards by an error that says the same as the
// page.
func TestMerchantCorrects(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, fullBody)
	s.must(http.StatusOK, "PATCH", "/onboarding/"+ref+"/identity", key,
		`{"national_id":{"scheme":"PL_PESEL","value":"44051401359"},
		"identity_document":{"type":"identity_card","number":"ABA300000","issuing_country":"PL"},
		"residential_address":{"country":"PL","city":"Warszawa","postal_code":"00-950","building_number":"1"},
		"place_of_birth":{"country":"PL","city":"Warszawa"},"citizenships":["PL"]}`)
	g := s.visitor(key, ref)
	if g.open("/connect/flow/correct"); g.page() == "correct" {
		t.Error("data is shown before the codes")
	}
	g.prove(ref)
	version := func() string { return s.call("GET", "/onboarding/"+ref, key, "").header.Get("ETag") }
	if !strings.Contains(g.answer.body, `<a href="correct">`) ||
		strings.Contains(g.answer.body, "Ask Partner a to correct it") {
		t.Fatalf("the review offers no correction: %s", g.answer.body)
	}

	g.open("/connect/flow/correct")
	if strings.Contains(g.answer.body, "44051401359") || strings.Contains(g.answer.body, "ABA300000") {
		t.Error("the form shows a number that is masked elsewhere")
	}
	all, before := g.inputs(), version()
	if len(all) < 25 || all["business.address.city"] != "Kanarkowo" || all["identity_document.type"] != "identity_card" {
		t.Fatalf("the form: %v", all)
	}
	for _, offered := range []string{
		`<option value="DE">Germany</option>`, `<option value="PL" selected>Poland</option>`,
		`<legend>Your business</legend>`,
		`list="categories"`, `<option value="5812 Restaurants">`,
	} {
		if !strings.Contains(g.answer.body, offered) {
			t.Errorf("the form does not offer %s", offered)
		}
	}
	if all["business.category_code"] == "" || !strings.Contains(all["business.category_code"], " ") {
		t.Errorf("the category is shown as %q", all["business.category_code"])
	}
	if g.send(all); g.page() != "review" || version() != before {
		t.Errorf("a form that changes nothing: %s, version %s, before %s", g.at, version(), before)
	}

	g.open("/connect/flow/correct")
	all = g.inputs()
	all["business.description"], all["business.address.city"] = "Tylko rowery\r\ni dzwonki", "Kraków"
	all["payout_account.iban"], all["citizenships.1"] = "PL00", "DE"
	all["business.category_code"] = "restaurants"
	if a := g.send(all); !strings.Contains(a.body, "Choose a category from the list") {
		t.Errorf("a category that is none: %d %s", a.status, a.body)
	}
	all["business.category_code"] = "5812 Restaurants"
	if a := g.send(all); a.status != http.StatusUnprocessableEntity ||
		!strings.Contains(a.body, "account number is not right") || !strings.Contains(a.body, `value="Kraków"`) {
		t.Errorf("a wrong account: %d %s", a.status, a.body)
	}
	all["payout_account.iban"], all["identity_document.number"] = "PL27 1140 2004 0000 3002 0135 5387", "ABA300001"
	if a := g.send(all); a.status != http.StatusUnprocessableEntity {
		t.Errorf("a wrong number of an identity card: %d", a.status)
	}
	all["identity_document.number"] = ""
	g.send(all)
	for _, shown := range []string{
		"Tylko rowery\ni dzwonki", "Kraków", "PL27 1140 2004 0000 3002 0135 5387", "PL, DE", "Identity card ******000 PL",
		"5812",
	} {
		if g.page() != "review" || !strings.Contains(g.answer.body, shown) {
			t.Errorf("the review does not show %q: %s", shown, g.answer.body)
		}
	}
	var events []string
	s.shown()
	for _, e := range s.call("GET", "/events?type=onboarding.data_corrected", key, "").json(t)["data"].([]any) {
		data, _ := e.(map[string]any)["data"].(map[string]any)
		events = append(events, fmt.Sprintf("%v %v", data["merchant_ref"], data["fields"]))
	}
	want := ref + " [/business/description /business/category_code /business/address /payout_account/iban /citizenships]"
	if len(events) != 1 || events[0] != want {
		t.Errorf("events: %q, want %q", events, want)
	}

	g.open("/connect/flow/correct")
	s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, `{"business":{"name":"Rowery Partnera"}}`)
	if a := g.send(map[string]string{"business.name": "Rowery Merchanta"}); a.status != http.StatusUnprocessableEntity ||
		!strings.Contains(a.body, "has changed in the meantime: Business.") {
		t.Errorf("corrected what was not shown: %d %s", a.status, a.body)
	}
	g.open("/connect/flow/review")
	g.send(nil)
	a := s.call("PATCH", "/onboarding/"+ref, key, `{"business":{"name":"Zu spät"}}`)
	if remedy := fault.Lookup(pc.SegmentLocked).Remedy; a.status != http.StatusConflict ||
		a.text(t, "code") != "segment_locked" ||
		!strings.Contains(remedy, "corrects them in the hosted flow until it confirms them") {
		t.Errorf("after the confirmation: %d %s", a.status, a.body)
	}
	if g.open("/connect/flow/correct"); g.page() == "correct" {
		t.Error("what is confirmed can be corrected")
	}
}

// What the register says of a company stays as it is.
func TestRegisterIsNotCorrected(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	s.importCompanies()
	m := s.merchant(key)
	s.must(http.StatusOK, "PATCH", "/onboarding/"+m.ref, key,
		`{"applicant":{"email":"k@example.pl","phone":"+48600100200"}}`)
	g := s.visitor(key, m.ref)
	g.prove(m.ref)
	g.open("/connect/flow/correct")
	before := s.call("GET", "/onboarding/"+m.ref, key, "").json(t)["company_structure"]
	g.send(map[string]string{
		"company.legal_name": "Inna", "company.register.number": "0000000001", "applicant.email": "evil@example.com",
		"company.beneficial_owners.0.given_names": "Apolonia", "company.beneficial_owners.0.family_name": "Makietowa",
	})
	if g.page() != "review" || !strings.Contains(g.answer.body, "Apolonia Makietowa") ||
		strings.Contains(g.answer.body, "Inna") ||
		strings.Contains(g.answer.body, "evil@") ||
		s.call("GET", "/onboarding/"+m.ref, key, "").json(t)["company_structure"] != before {
		t.Errorf("%s: %s", g.at, g.answer.body)
	}
}
