package app_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

// reimport imports a newer state of a company's entry.
func (s *system) reimport(number string, change func(*representation.Record)) {
	s.t.Helper()
	r := fictitious(number)
	r.AsOf = r.AsOf.Add(48 * time.Hour)
	r.Members = slices.Clone(r.Members)
	change(&r)
	m := registerRecord(r)
	if r.Body.RuleText != fictitious(number).Body.RuleText {
		m.Body.Rule = nil // it is read from the text
	}
	if _, err := s.operator.ImportRegister(s.internal(),
		&pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{m}}); err != nil {
		s.t.Fatal(err)
	}
}

// decision returns the mode of the stored decision, empty for none, and why it is missing.
func (s *system) decision(key, ref string) (mode, reason string) {
	s.t.Helper()
	m := s.must(200, "GET", "/onboarding/"+ref, key, "").json(s.t)
	if r, ok := m["representation"].(map[string]any); ok {
		mode, _ = r["representation_mode"].(string)
	}
	for _, d := range m["missing_details"].([]any) {
		if d := d.(map[string]any); d["code"] == "representation.decision" {
			reason = "missing"
			if why, ok := d["reason_code"].(string); ok {
				reason = why
			}
		}
	}
	return mode, reason
}

// A company of a single person has its decision by itself while the applicant is that person, and only then.
func TestAutomaticDecision(t *testing.T) {
	t.Parallel()
	s := shared(t)
	s.importCompanies()
	key := s.simple("a")
	for name, c := range map[string]struct {
		company      string
		given        string // of the applicant; empty: the first member's
		mode, reason string
	}{
		"the member":             {company: aloneCompany, mode: "solo"},
		"someone else":           {company: aloneCompany, given: "Ktoś", reason: "missing"},
		"one left of two":        {company: "9990000002", mode: "solo"},
		"suspended":              {company: "9990000005", reason: "missing"},
		"masked in the register": {company: "9990000006", given: "Teodor", reason: "missing"},
		"several, each alone":    {company: anyoneCompany, reason: "missing"},
		"several, jointly":       {company: jointCompany, reason: "missing"},
		"struck off, no members": {company: struckOff, reason: "missing"},
	} {
		s.subtest(name, func(t *testing.T) {
			body := companyBody(externalRef(), c.company)
			if c.given != "" {
				body = strings.Replace(body, `"given_names":"`+fictitious(c.company).Members[0].GivenNames,
					`"given_names":"`+c.given, 1)
			}
			if mode, reason := s.decision(key, s.create(key, body)); mode != c.mode || reason != c.reason {
				t.Errorf("%q, %q, want %q, %q", mode, reason, c.mode, c.reason)
			}
		})
	}
	// It follows the applicant's name.
	ref := s.company(key, aloneCompany)
	for _, c := range [][2]string{{"Ktoś", ""}, {fictitious(aloneCompany).Members[0].GivenNames, "solo"}} {
		s.must(200, "PATCH", "/onboarding/"+ref, key, text(object{"applicant": object{"given_names": c[0]}}))
		if got, _ := s.decision(key, ref); got != c[1] {
			t.Errorf("as %s: %q, want %q", c[0], got, c[1])
		}
	}
	s.must(200, "PATCH", "/onboarding/"+ref, key, `{"applicant_type":"sole_trader"}`)
	if got, reason := s.decision(key, ref); got != "" || reason != "" {
		t.Errorf("of a trader: %q, %q", got, reason)
	}
}

// A newer entry that leads to another decision makes it outstanding again, with the reason; one that does not leaves it
// alone. A company of several people keeps no identity of the applicant.
func TestRegisterChanges(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.importCompanies()
	key := s.simple("a")
	ref := s.decided(key, jointCompany)
	touch := func() { s.must(200, "PATCH", "/onboarding/"+ref, key, `{}`) }
	expect := func(name, mode, reason string) {
		t.Helper()
		touch()
		if m, r := s.decision(key, ref); m != mode || r != reason {
			t.Errorf("%s: %q, %q, want %q, %q", name, m, r, mode, reason)
		}
	}
	expect("the same entry", "co_representative", "")
	s.reimport(jointCompany, func(r *representation.Record) { r.Members[1].FamilyName = "NOWA" })
	expect("another second member", "co_representative", "")
	s.reimport(jointCompany, func(r *representation.Record) {
		r.AsOf = r.AsOf.Add(time.Hour)
		r.Body.RuleText = "KAŻDY CZŁONEK ZARZĄDU SAMODZIELNIE"
		r.Body.Rule = representation.Rule{}
	})
	expect("each alone now", "", "register_changed")
	expect("still", "", "register_changed")
	s.must(200, "PUT", "/onboarding/"+ref+"/representation", key, `{"is_representative":true}`)
	expect("decided again", "solo", "")

	single := s.company(key, aloneCompany)
	s.must(200, "PATCH", "/onboarding/"+single+"/identity", key,
		`{"national_id":{"scheme":"PL_PESEL","value":"44051401359"}}`)
	s.reimport(aloneCompany, func(r *representation.Record) {
		r.Members = append(r.Members,
			representation.Member{ID: "m2", Function: "CZŁONEK ZARZĄDU", GivenNames: "ANNA", FamilyName: "NOWA"})
	})
	a := s.must(200, "PATCH", "/onboarding/"+single, key, `{}`)
	if a.text(t, "company_structure") != "multi_person" {
		t.Errorf("%s", a.body)
	}
	if n := s.count(`SELECT count(identity) FROM onboardings WHERE ref = $1`, single); n != 0 {
		t.Error("an identity is kept of a company of several people")
	}
	if a := s.call("PATCH", "/onboarding/"+single+"/identity", key, `{}`); a.status != 422 ||
		a.text(t, "code") != "prefill_not_applicable" {
		t.Errorf("%d %s", a.status, a.body)
	}
}
