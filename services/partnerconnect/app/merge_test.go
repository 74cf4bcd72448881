package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// missing returns the codes that finalize reports.
func (s *system) missing(key, ref string) []string {
	s.t.Helper()
	var out []string
	list, _ := s.must(http.StatusOK, "POST", "/onboarding/"+ref+"/finalize", key, "").json(s.t)["missing"].([]any)
	for _, code := range list {
		out = append(out, code.(string))
	}
	return out
}

// In a PATCH a member that is present replaces the stored one, null clears it, and one that is absent is kept. Data is
// never shown: each step says what must be missing after it.
func TestPatchMerges(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x","applicant_type":"natural_person","metadata":{"a":"1","b":"2"}}`)
	const (
		name, email, phone = "applicant.name", "applicant.email", "applicant.phone"
		purpose, category  = "business.description_or_website", "business.category"
		iban               = "payout_account.iban"
	)
	for _, step := range []struct {
		body    string
		missing []string // of the segments that PATCH changes
	}{
		{`{}`, []string{name, email, phone, purpose, category, iban}},
		{`{"applicant":{"given_names":"Anna","family_name":"Nowak","email":"a@example.pl"}}`,
			[]string{phone, purpose, category, iban}},
		{`{"applicant":{"phone":"+48600100200"}}`, []string{purpose, category, iban}},
		{`{"applicant":{}}`, []string{purpose, category, iban}},
		{`{"applicant":{"email":null}}`, []string{email, purpose, category, iban}},
		{`{"applicant":{"email":"b@example.pl"},"business":{"website":"https://a.example","category_code":"5940"}}`,
			[]string{iban}},
		{`{"business":{"description":"Rowery i części"}}`, []string{iban}},
		{`{"business":{"website":null}}`, []string{iban}},
		{`{"business":{"description":null}}`, []string{purpose, iban}},
		{`{"payout_account":{"iban":"PL61 1090 1014 0000 0712 1981 2874"}}`, []string{purpose}},
		{`{"payout_account":{"holder_name":"Anna Nowak"}}`, []string{purpose}},
		{`{"payout_account":null}`, []string{purpose, iban}},
		{`{"applicant":null,"business":null}`, []string{name, email, phone, purpose, category, iban}},
	} {
		s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, step.body)
		var got []string
		for _, code := range s.missing(key, ref) {
			if !strings.HasPrefix(code, "identity.") {
				got = append(got, code)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(step.missing) {
			t.Errorf("after %s: %v, want %v", step.body, got, step.missing)
		}
	}
	for _, step := range [][2]string{
		{`{}`, `{"a":"1","b":"2"}`},
		{`{"metadata":{"c":"3"}}`, `{"c":"3"}`}, // replaced whole
		{`{"metadata":{}}`, `{}`},
		{`{"metadata":{"d":"4"},"return_url":"https://partner.example/x"}`, `{"d":"4"}`},
		{`{"metadata":null}`, `{}`},
	} {
		s.must(http.StatusOK, "PATCH", "/onboarding/"+ref, key, step[0])
		m := s.must(http.StatusOK, "GET", "/onboarding/"+ref, key, "").json(t)
		if got := text(m["metadata"]); got != step[1] {
			t.Errorf("after %s: metadata %s, want %s", step[0], got, step[1])
		}
	}
}

// A member of an identity is replaced whole: what is sent must be whole, and nothing of the old one stays.
func TestPrefillReplacesWholeMembers(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x","applicant_type":"natural_person"}`)
	path := "/onboarding/" + ref + "/identity"
	refused := func(body string, fields ...string) {
		t.Helper()
		a := s.call("PATCH", path, key, body)
		var got []string
		for _, e := range a.json(t)["errors"].([]any) {
			got = append(got, e.(map[string]any)["field"].(string))
		}
		if a.status != 422 || fmt.Sprint(got) != fmt.Sprint(fields) {
			t.Errorf("%s: %d %s, want %v", body, a.status, a.body, fields)
		}
	}
	refused(`{"national_id":{"value":"123"}}`, "/national_id/scheme")
	refused(`{"national_id":{"scheme":"OTHER","value":"123"}}`, "/national_id/country")
	refused(`{"national_id":{"scheme":"PL_PESEL"}}`, "/national_id/value")
	refused(`{"identity_document":{"number":"ABA300000"}}`, "/identity_document/type",
		"/identity_document/issuing_country")
	refused(`{"residential_address":{"city":"Wieś"}}`, "/residential_address/country", "/residential_address/postal_code",
		"/residential_address/building_number")
	refused(`{"place_of_birth":{"city":"Wieś"}}`, "/place_of_birth/country")
	refused(`{"citizenships":["PL","PL"],"date_of_birth":"2999-01-01"}`, "/citizenships/1", "/date_of_birth")
	refused(`{"citizenships":[]}`, "/citizenships")
	if n := len(s.missing(key, ref)); n != 11 {
		t.Errorf("a refused prefill stored something: %d codes", n)
	}

	whole := `{"national_id":{"scheme":"PL_PESEL","value":"44051401359"},
		"identity_document":{"type":"passport","number":"AB1234567","issuing_country":"PL","issued_on":"2020-01-01","expires_on":"2999-01-01"},
		"residential_address":{"country":"PL","city":"Wieś","postal_code":"00-950","building_number":"7","unit_number":"3"},
		"place_of_birth":{"country":"PL","city":"Wieś"},"citizenships":["PL"],"date_of_birth":"1944-05-14"}`
	const no, yes = `{"provided":false}`, `{"provided":true}`
	for _, step := range []struct{ body, want string }{
		{whole, `{"national_id":{"scheme":"PL_PESEL","provided":true},"identity_document":{"type":"passport","provided":true},
			"residential_address":` + yes + `,"place_of_birth":` + yes + `,"citizenships":` + yes +
			`,"date_of_birth":` + yes + `}`},
		{`{}`, ``},
		{`{"identity_document":{"type":"identity_card","number":"ABA300000","issuing_country":"PL"}}`,
			`{"national_id":{"scheme":"PL_PESEL","provided":true},"identity_document":{"type":"identity_card","provided":true},
			"residential_address":` + yes + `,"place_of_birth":` + yes + `,"citizenships":` + yes +
				`,"date_of_birth":` + yes + `}`},
		{`{"national_id":null,"citizenships":null,"place_of_birth":null}`,
			`{"national_id":{"scheme":null,"provided":false},"identity_document":{"type":"identity_card","provided":true},
			"residential_address":` + yes + `,"place_of_birth":` + no + `,"citizenships":` + no +
				`,"date_of_birth":` + yes + `}`},
	} {
		got := s.must(http.StatusOK, "PATCH", path, key, step.body).json(t)["identity"]
		if step.want != "" && compact(t, text(got)) != compact(t, step.want) {
			t.Errorf("after %s:\n got %s\nwant %s", step.body, compact(t, text(got)), compact(t, step.want))
		}
	}
	// The two sources of a birthday agree, whichever comes last.
	if a := s.call("PATCH", path, key, `{"national_id":{"scheme":"PL_PESEL","value":"02270803624"}}`); a.status != 422 ||
		a.text(t, "code") != "identity_mismatch" {
		t.Errorf("%d %s", a.status, a.body)
	}
	young := s.must(http.StatusOK, "PATCH", path, key, `{"date_of_birth":"2020-01-01"}`)
	if got := text(young.json(t)["warnings"]); got != `["applicant_under_18"]` {
		t.Errorf("warnings: %s", got)
	}
}

// A version names what is stored: a call that changes it gives a new one, a refused one none, and If-Match holds calls
// off that know an older one.
func TestVersionChangesWithWhatIsStored(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key := s.simple("a")
	m := s.merchant(key)
	path := "/onboarding/" + m.ref
	tag := s.call("GET", path, key, "").header.Get("ETag")
	if again := s.call("GET", path, key, "").header.Get("ETag"); tag == "" || again != tag {
		t.Errorf("reading makes %s of %s", again, tag)
	}
	for _, c := range []struct{ method, path, body string }{
		{"PATCH", "", `{"applicant":{"email":"a@example.pl"}}`},
		{"PUT", "/representation", `{"is_representative":true}`},
		{"POST", "/documents", uploadJSON(file(20, '.'), nil)},
		{"POST", "/invitations", invitation("b@example.pl", nil)},
		{"POST", "/invitations/{invitation_id}/resend", ""},
		{"DELETE", "/invitations/{invitation_id}", ""},
		{"DELETE", "/documents/{document_id}", ""},
		{"POST", "/cancel", ""},
	} {
		s.subtest(c.method+" "+c.path, func(t *testing.T) {
			at := m.in("/onboarding/{ref}" + c.path)
			for _, stale := range []string{`"0"`, `W/` + tag, `"` + tag + `"`, `x`} {
				if a := s.call(c.method, at, key, c.body, "If-Match", stale); a.status != 412 ||
					a.text(t, "code") != "precondition_failed" {
					t.Errorf("%s %s at %s: %d %s", c.method, c.path, stale, a.status, a.body)
				}
			}
			if now := s.call("GET", path, key, "").header.Get("ETag"); now != tag {
				t.Errorf("%s %s: a refused call made %s of %s", c.method, c.path, now, tag)
			}
			a := s.call(c.method, at, key, c.body, "If-Match", `"0", `+tag)
			if a.status/100 != 2 {
				t.Errorf("%s %s at its version: %d %s", c.method, c.path, a.status, a.body)
			}
			now := s.call("GET", path, key, "").header.Get("ETag")
			if now == tag || a.header.Get("ETag") != now {
				t.Errorf("%s %s: version %s, was %s, answered %s", c.method, c.path, now, tag, a.header.Get("ETag"))
			}
			tag = now
		})
	}
	if a := s.call("POST", path+"/cancel", key, "", "If-Match", "*"); a.status != 200 || a.header.Get("ETag") != tag {
		t.Errorf("any version: %d %v", a.status, a.header)
	}
}

// A hundred changes at once lose nothing of each other.
func TestPatchesAtOnce(t *testing.T) {
	t.Parallel()
	s := shared(t)
	key := s.simple("a")
	ref := s.create(key, `{"partner_external_ref":"x","applicant_type":"sole_trader"}`)
	members := []string{
		`{"applicant":{"given_names":"Anna"}}`, `{"applicant":{"family_name":"Nowak"}}`,
		`{"applicant":{"email":"a@example.pl"}}`,
		`{"applicant":{"phone":"+48600100200"}}`, `{"business":{"website":"https://a.example"}}`,
		`{"business":{"category_code":"5940"}}`,
		`{"business":{"tax_id":{"scheme":"PL_NIP","value":"1234563218"}}}`,
		`{"payout_account":{"iban":"PL61109010140000071219812874"}}`,
		`{"business":{"address":{"country":"PL","city":"Wieś","postal_code":"00-950","building_number":"7"}}}`,
		`{"metadata":{"a":"1"}}`,
	}
	const calls = 100
	var all sync.WaitGroup
	failed := make(chan string, calls)
	for i := range calls {
		all.Go(func() {
			if a, err := s.try("PATCH", "/onboarding/"+ref, key, members[i%len(members)]); err != nil || a.status != 200 {
				failed <- fmt.Sprint(err, a.status, a.body)
			}
		})
	}
	all.Wait()
	close(failed)
	for f := range failed {
		t.Error(f)
	}
	for _, code := range s.missing(key, ref) {
		if !strings.HasPrefix(code, "identity.") {
			t.Errorf("%s is lost", code)
		}
	}
	if tag := s.call("GET", "/onboarding/"+ref, key, "").header.Get("ETag"); tag != fmt.Sprintf(`"%d"`, calls+1) {
		t.Errorf("version %s after %d changes", tag, calls)
	}
}
