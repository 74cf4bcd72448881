package app_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	providersv1 "github.com/partnerline/partnerline/proto/gen/providers/v1"
	"github.com/partnerline/partnerline/testkit/companies"
)

// withCompanies connects live mode to a register of the adopter.
func withCompanies(r *companies.Register) func(*testing.T, *configuration) {
	return func(_ *testing.T, cfg *configuration) {
		cfg.Registers.Company.GRPC, cfg.Registers.Company.Token = r.Address, companies.Token
	}
}

func companyOf(external, number, given, family string) string {
	return text(object{
		"partner_external_ref": external, "applicant_type": "company",
		"applicant": object{"given_names": given, "family_name": family},
		"company": object{"register": object{"scheme": "PL_KRS", "number": number},
			"legal_name": "Zmyślony Młyn sp. z o.o."},
	})
}

// Live mode asks the adopter's register, whose answer is kept; test mode does not.
func TestCompanyRegister(t *testing.T) {
	t.Parallel()
	r := companies.Start(t)
	s := start(t, withCompanies(r))
	key := s.simple("a")
	live := s.liveKey()
	r.Put(companies.Company("0000000701", "Anna", "Zmyślona"))
	r.Put(companies.Company("0000000702", "Anna", "Zmyślona",
		func(c *providersv1.Company) { c.Status = providersv1.CompanyStatus_COMPANY_STATUS_INACTIVE }))
	if why := s.registerReason(key,
		s.create(key, companyOf("test", "0000000701", "Anna", "Zmyślona"))); why != "not_listed" || r.Calls() != 0 {
		t.Errorf("test mode: %s, %d calls", why, r.Calls())
	}
	ref := s.create(live, companyOf("found", "0000000701", "Anna", "Zmyślona"))
	if a := s.must(200, "GET", "/onboarding/"+ref, live, ""); s.registerReason(live, ref) != "" ||
		a.text(t, "company_structure") != "single_person" || !strings.Contains(a.body, `"representation_mode":"solo"`) {
		t.Error(a.body)
	}
	s.must(200, "PATCH", "/onboarding/"+ref, live, `{"business":{"website":"https://mlyn.example"}}`)
	if r.Calls() != 1 {
		t.Errorf("%d calls of one entry", r.Calls())
	}
	for number, want := range map[string]string{"0000000702": "inactive", "0000000703": "not_listed"} {
		if why := s.registerReason(live, s.create(live, companyOf(number, number, "Anna", "Zmyślona"))); why != want {
			t.Errorf("%s: %q, want %s", number, why, want)
		}
	}
	other := text(object{"partner_external_ref": "gb", "applicant_type": "company",
		"company": object{"register": object{"scheme": "GB_COH", "number": "00000001"}}})
	if a := s.call("POST", "/onboarding", live, other); a.status != http.StatusServiceUnavailable ||
		a.text(t, "part") != "company_register" {
		t.Errorf("a scheme that it does not have: %d %s", a.status, a.body)
	}
}

// A register that is down holds nothing up and loses nothing: the onboarding is stored, and the next call of the
// partner asks again.
func TestCompanyRegisterIsDown(t *testing.T) {
	t.Parallel()
	r := companies.Start(t)
	r.Put(companies.Company("0000000701", "Anna", "Zmyślona"))
	var down atomic.Bool
	down.Store(true)
	r.Answer(func(*providersv1.LookUpCompanyRequest) error {
		if down.Load() {
			return status.Error(codes.Unavailable, "KANAREK")
		}
		return nil
	})
	s := start(t, withCompanies(r))
	s.simple("a")
	live := s.liveKey()
	ref := s.create(live, companyOf("down", "0000000701", "Anna", "Zmyślona"))
	if why := s.registerReason(live, ref); why != "register_unavailable" {
		t.Error(why)
	}
	if a := s.call("PUT", "/onboarding/"+ref+"/representation", live,
		`{"is_representative":true}`); a.status != http.StatusServiceUnavailable ||
		a.text(t, "code") != "register_unavailable" || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	down.Store(false)
	s.must(200, "PATCH", "/onboarding/"+ref, live, `{"business":{"website":"https://mlyn.example"}}`)
	if why := s.registerReason(live, ref); why != "" {
		t.Error(why)
	}
	if log := s.log.String(); !strings.Contains(log, "register gave no answer") || strings.Contains(log, "KANAREK") ||
		strings.Contains(log, "Zmyślona") {
		t.Error("the log does not say that the register gave no answer, or says too much")
	}
}

func traderOf(external, nip, given, family string) string {
	return text(object{
		"partner_external_ref": external, "applicant_type": "sole_trader",
		"applicant": object{"given_names": given, "family_name": family},
		"business":  object{"tax_id": object{"scheme": "PL_NIP", "value": nip}},
	})
}

// traderCheck is what the register said of a sole trader.
func (s *system) traderCheck(ref string) string {
	s.t.Helper()
	var outcome *string
	if err := s.pool.QueryRow(s.t.Context(), `SELECT register_check ->> 'outcome' FROM onboardings WHERE ref = $1`,
		ref).Scan(&outcome); err != nil {
		s.t.Fatal(err)
	}
	if outcome == nil {
		return ""
	}
	return *outcome
}

// In live mode sole traders are compared with their register: the one that is built in, where it is configured.
func TestSoleTraderIsCompared(t *testing.T) {
	t.Parallel()
	answers := map[string]string{"/firmy": "active-list", "/firma/00000000-0000-4000-8000-000000000012": "active-entry"}
	ceidg := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := answers[strings.TrimPrefix(r.URL.Path, "/api")]
		b, err := os.ReadFile("../kernel/ceidg/testdata/" + name + ".json")
		if !ok || err != nil || r.Header.Get("Authorization") != "Bearer token-of-an-integrator" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = w.Write(b)
	}))
	t.Cleanup(ceidg.Close)
	r := companies.Start(t)
	s := start(t, withCompanies(r), func(_ *testing.T, cfg *configuration) {
		cfg.Registers.CEIDG.URL, cfg.Registers.CEIDG.Token = ceidg.URL+"/api", "token-of-an-integrator"
	})
	key := s.simple("a")
	live := s.liveKey()
	if got := s.traderCheck(s.create(key, traderOf("test", "9990000103", "Teodor", "Wzorcowy"))); got != "" {
		t.Errorf("test mode: %s", got)
	}
	ref := s.create(live, traderOf("owner", "9990000103", "Teodor", "Wzorcowy"))
	for name, c := range map[string]struct{ patch, want string }{
		"the owner":    {`{"business":{"website":"https://szewc.example"}}`, "found"},
		"another name": {`{"applicant":{"family_name":"Nibylski"}}`, "owner_mismatch"},
		// the answer is of another
		"another number": {`{"business":{"tax_id":{"scheme":"PL_NIP","value":"1234563218"}}}`, "register_unavailable"},
		"no Polish one":  {`{"business":{"tax_id":{"scheme":"OTHER","value":"77"}}}`, ""},
		"no trader":      {`{"applicant_type":"natural_person"}`, ""},
		"again the owner": {text(object{"applicant_type": "sole_trader", "applicant": object{"family_name": "Wzorcowy"},
			"business": object{"tax_id": object{"scheme": "PL_NIP", "value": "9990000103"}}}), "found"},
	} {
		s.must(200, "PATCH", "/onboarding/"+ref, live,
			text(object{"applicant_type": "sole_trader", "applicant": object{"family_name": "Wzorcowy"},
				"business": object{"tax_id": object{"scheme": "PL_NIP", "value": "9990000103"}}}))
		s.must(200, "PATCH", "/onboarding/"+ref, live, c.patch)
		if got := s.traderCheck(ref); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if r.Calls() != 0 {
		t.Errorf("the adopter's register was called %d times for what is built in", r.Calls())
	}
	if rows, log := s.rows(), s.log.String(); strings.Contains(rows, "Wzorcowy") || strings.Contains(rows, "9990000103") ||
		strings.Contains(log, "9990000103") || strings.Contains(log, "Wzorcowy") {
		t.Error("a table or the log holds the person in clear")
	}
}

// Without CEIDG_URL the adopter's register answers for sole traders; without any, they are compared with none.
func TestSoleTraderOfTheAdoptersRegister(t *testing.T) {
	t.Parallel()
	r := companies.Start(t)
	r.Put(companies.Trader("9990000103", "Teodor", "Wzorcowy"))
	s := start(t, withCompanies(r))
	s.simple("a")
	live := s.liveKey()
	for nip, want := range map[string]string{"9990000103": "found", "1234563218": "not_listed"} {
		if got := s.traderCheck(s.create(live, traderOf(nip, nip, "Teodor", "Wzorcowy"))); got != want {
			t.Errorf("%s: %q, want %s", nip, got, want)
		}
	}
	none := start(t)
	none.simple("a")
	if got := none.traderCheck(none.create(none.liveKey(),
		traderOf("none", "9990000103", "Teodor", "Wzorcowy"))); got != "" {
		t.Errorf("no register: %q", got)
	}
}
