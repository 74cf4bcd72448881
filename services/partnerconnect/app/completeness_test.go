package app_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A driver fills in what is missing. It knows values by their JSON pointers; which call takes them follows from the
// answers.
type driver struct {
	s      *system
	key    string
	ref    string
	values map[string]any
	poa    bool // a power of attorney is uploaded where signatures are missing
	calls  int
}

// person is what the driver knows of any applicant.
func person(given, family string) map[string]any {
	return map[string]any{
		"/applicant/given_names": given, "/applicant/family_name": family, "/applicant/email": "owner@example.pl",
		"/applicant/phone":     "+48600100200",
		"/national_id":         object{"scheme": "PL_PESEL", "value": "44051401359"},
		"/identity_document":   object{"type": "identity_card", "number": "ABA300000", "issuing_country": "PL"},
		"/residential_address": object{"country": "PL", "city": "Wieś", "postal_code": "00-950", "building_number": "7"},
		"/place_of_birth":      object{"country": "PL", "city": "Wieś"}, "/citizenships": []string{"PL"},
		"/date_of_birth":        "1944-05-14",
		"/business/description": "Rowery i części do rowerów", "/business/website": "https://rowery.example",
		"/business/tax_id":     object{"scheme": "PL_NIP", "value": "1234563218"},
		"/business/address":    object{"country": "PL", "city": "Wieś", "postal_code": "00-950", "building_number": "7"},
		"/payout_account/iban": "PL61109010140000071219812874",
	}
}

type gap struct {
	code, operation string
	fields          []string
}

// read returns what is missing, with the ids of required documents by their codes.
func (d *driver) read() (gaps []gap, required map[string]string, status string) {
	d.s.t.Helper()
	m := d.s.must(200, "GET", "/onboarding/"+d.ref, d.key, "").json(d.s.t)
	required = map[string]string{}
	for _, r := range m["required_documents"].([]any) {
		r := r.(map[string]any)
		required["document:"+r["code"].(string)] = r["document_id"].(string)
	}
	for i, x := range m["missing_details"].([]any) {
		x := x.(map[string]any)
		if x["code"] != m["missing"].([]any)[i] || x["resolvable_by"] == "merchant" || x["operation"] == nil {
			d.s.t.Fatalf("a partner cannot resolve %v, or %v says otherwise", x, m["missing"])
		}
		g := gap{code: x["code"].(string), operation: x["operation"].(string)}
		for _, f := range x["fields"].([]any) {
			g.fields = append(g.fields, f.(string))
		}
		gaps = append(gaps, g)
	}
	return gaps, required, m["status"].(string)
}

// fill makes the call that a gap asks for; false when the answer says that another one must come first.
func (d *driver) fill(t *testing.T, g gap, required map[string]string) bool {
	method, path, _ := strings.Cut(g.operation, " ")
	body := object{}
	fields := g.fields
	if d.poa && g.code == "representation.invitation_or_poa" {
		path, fields = "/onboarding/{ref}/documents", nil
		body["document_type"], body["subject"] = "power_of_attorney", "board"
	}
	for _, pointer := range fields {
		value, known := d.values[pointer]
		switch {
		case known:
		case pointer == "/document_id":
			value = required[g.code]
		case pointer == "/invitee":
			value = object{"given_names": "Jan", "family_name": "Drugi", "email": fmt.Sprintf("person%d@example.pl", d.calls)}
		default:
			t.Fatalf("%s asks for %s, which is unknown", g.code, pointer)
		}
		at := body
		path := strings.Split(pointer, "/")[1:]
		for _, name := range path[:len(path)-1] {
			if at[name] == nil {
				at[name] = object{}
			}
			at = at[name].(object)
		}
		at[path[len(path)-1]] = value
	}
	if strings.HasSuffix(path, "/documents") { // an upload carries a file
		for k, v := range map[string]any{"content_base64": "JVBERi0xLjcK", "filename": "a.pdf"} {
			body[k] = v
		}
	}
	d.calls++
	a, err := d.s.try(method, strings.Replace(path, "{ref}", d.ref, 1), d.key, text(body))
	if err == nil && a.status == 422 && a.text(d.s.t, "code") == "company_register_required" {
		return false
	}
	if err != nil || a.status/100 != 2 {
		t.Fatalf("%s: %s %s: %v %d %s", g.code, method, text(body), err, a.status, a.body)
	}
	return true
}

// Whoever follows the hints of missing_details, in any order, gets to `missing: []`, and the status stays what it was:
// each kind of applicant in each category, in an order of the moment.
func TestMissingLeadsToItsEnd(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key := s.simple("a")
	type kind struct {
		applicantType, company string
		claim, poa             bool
	}
	kinds := map[string]kind{
		"natural person":                       {applicantType: "natural_person"},
		"sole trader":                          {applicantType: "sole_trader"},
		"company of one":                       {applicantType: "company", company: aloneCompany, claim: true},
		"company, each alone":                  {applicantType: "company", company: anyoneCompany, claim: true},
		"company, two of four, by invitations": {applicantType: "company", company: twoOfFour, claim: true},
		"company, all of two, by invitations":  {applicantType: "company", company: jointCompany, claim: true},
		"company, all of two, by a document":   {applicantType: "company", company: jointCompany, claim: true, poa: true},
		"proxy, by invitations":                {applicantType: "company", company: jointCompany},
		"proxy, by a document":                 {applicantType: "company", company: jointCompany, poa: true},
		"proxy of a company of one":            {applicantType: "company", company: aloneCompany, poa: true},
		"unparsed rule":                        {applicantType: "company", company: "9990000024", claim: true},
	}
	walk := func(t *testing.T, k kind, category string) {
		s := s.in(t)
		values := person("Anna", "Nowak")
		if k.company != "" {
			r := fictitious(k.company)
			values = person(r.Members[0].GivenNames, r.Members[0].FamilyName)
			values["/company/register"] = object{"scheme": r.Scheme, "number": r.Number}
			values["/company/legal_name"] = r.LegalName
			values["/company/beneficial_owners"] = []object{{"given_names": "Anna", "family_name": "Nowak"}}
		}
		values["/applicant_type"], values["/is_representative"], values["/role"] = k.applicantType, k.claim, "representative"
		values["/business/category_code"] = category
		d := driver{s: s, key: key, values: values, poa: k.poa}
		a, err := s.try("POST", "/onboarding", key, text(object{"partner_external_ref": externalRef()}))
		if err != nil || a.status != 201 {
			t.Fatal(err, a.body)
		}
		d.ref = a.text(s.t, "ref")
		var order []string
		defer func() {
			if t.Failed() {
				t.Logf("the order was %v", order)
			}
		}()
		gaps, required, _ := d.read()
		for len(gaps) > 0 {
			g := gaps[rand.IntN(len(gaps))]
			if order = append(order, g.code); len(order) > 60 {
				t.Fatalf("there is no end: %v", order)
			}
			if !d.fill(t, g, required) {
				continue
			}
			var status string
			if gaps, required, status = d.read(); status != "draft" {
				t.Fatalf("the status became %s after %v", status, order)
			}
			stays := slices.ContainsFunc(gaps, func(x gap) bool { return x.code == g.code })
			// The register answers to two calls, and several people may have to be invited.
			if stays && g.code != "company.register_match" && (g.code != "representation.invitation_or_poa" || k.poa) {
				t.Fatalf("%s stays after the call that resolves it; before it %v", g.code, order)
			}
		}
	}
	for name, k := range kinds {
		for _, category := range []string{"5940", "5912", "6051"} {
			t.Run(name+", category "+category, func(t *testing.T) {
				t.Parallel()
				walk(t, k, category)
			})
		}
	}
}

// No sequence of a partner's calls changes the status of an onboarding, but for cancel, whatever the status and the
// answers are.
func TestOnlyCancelChangesTheStatus(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key := s.simple("a")
	calls := []struct{ method, path, body string }{
		{"PATCH", "", `{}`},
		{"PATCH", "", `{"applicant_type":"natural_person"}`},
		{"PATCH", "", `{"applicant_type":"company"}`},
		{"PATCH", "", `{"status":"active"}`},
		{"PATCH", "", text(object{"company": object{"register": object{"scheme": "PL_KRS", "number": aloneCompany}}})},
		{"PATCH", "", text(object{"company": object{"register": object{"scheme": "PL_KRS", "number": jointCompany}}})},
		{"PATCH", "", `{"business":{"category_code":"5912"}}`},
		{"PATCH", "", `{"applicant":null,"business":null,"company":null,"payout_account":null,"applicant_type":null}`},
		{"PATCH", "/identity", `{"national_id":{"scheme":"PL_PESEL","value":"44051401359"}}`},
		{"PATCH", "/identity", `{"national_id":null}`},
		{"PUT", "/representation", `{"is_representative":true}`},
		{"PUT", "/representation", `{"is_representative":false}`},
		{"POST", "/documents", uploadJSON(file(20, '.'), nil)},
		{"DELETE", "/documents/{document_id}", ""},
		{"POST", "/invitations", invitation("a@example.pl", nil)},
		{"POST", "/invitations", invitation("b@example.pl", object{"role": "proxy"})},
		{"POST", "/invitations/{invitation_id}/resend", ""},
		{"DELETE", "/invitations/{invitation_id}", ""},
		{"POST", "/finalize", ""},
		{"GET", "", ""},
	}
	statuses := []string{"draft", "in_progress", "awaiting_signatories", "in_review", "action_required", "active",
		"rejected", "cancelled", "expired"}
	rapid.Check(t, func(rt *rapid.T) {
		m := s.merchant(key)
		status := rapid.SampledFrom(statuses).Draw(rt, "status")
		s.exec(`UPDATE onboardings SET status = $1 WHERE ref = $2`, status, m.ref)
		for range rapid.IntRange(1, 10).Draw(rt, "calls") {
			c := rapid.SampledFrom(calls).Draw(rt, "call")
			a := s.call(c.method, m.in("/onboarding/{ref}"+c.path), key, c.body)
			if a.status >= 500 {
				rt.Fatalf("%s %s: %d %s", c.method, c.path, a.status, a.body)
			}
			var now string
			if err := s.pool.QueryRow(t.Context(), `SELECT status FROM onboardings WHERE ref = $1`,
				m.ref).Scan(&now); err != nil || now != status {
				rt.Fatalf("%s %s %s: %s became %s, %v", c.method, c.path, c.body, status, now, err)
			}
		}
		want := map[string]string{"draft": "cancelled", "in_progress": "cancelled", "awaiting_signatories": "cancelled",
			"cancelled": "cancelled"}[status]
		a := s.call("POST", "/onboarding/"+m.ref+"/cancel", key, "")
		if want != "" && (a.status != 200 || a.text(t, "status") != want) || want == "" && a.status != 409 {
			rt.Fatalf("cancel of %s: %d %s", status, a.status, a.body)
		}
	})
}
