package app_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/register"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/representation"
)

func registerRecord(r representation.Record) *pcv1.RegisterRecord {
	m := &pcv1.RegisterRecord{
		Scheme: r.Scheme, Number: r.Number, AsOf: timestamppb.New(r.AsOf), Status: string(r.Status), LegalName: r.LegalName,
		TaxId:       r.TaxID,
		Body:        &pcv1.RegisterBody{Name: r.Body.Name, RuleText: r.Body.RuleText, Rule: &pcv1.RegisterRule{}},
		Proceedings: r.Proceedings,
	}
	for _, a := range r.Body.Rule.Alternatives {
		alternative := &pcv1.RegisterAlternative{}
		for _, s := range a {
			alternative.Signatures = append(alternative.Signatures,
				&pcv1.RegisterSignature{Role: string(s.Role), Count: int32(max(s.Count, 0))})
		}
		m.Body.Rule.Alternatives = append(m.Body.Rule.Alternatives, alternative)
	}
	for _, x := range r.Members {
		m.Members = append(m.Members, &pcv1.RegisterMember{
			Id: string(x.ID), Function: x.Function, GivenNames: x.GivenNames, FamilyName: x.FamilyName,
			NationalIdHash: x.NationalIDHash,
			Suspended:      x.Suspended, Entity: x.Entity,
		})
	}
	for _, x := range r.Procurators {
		m.Procurators = append(m.Procurators,
			&pcv1.RegisterProcurator{GivenNames: x.GivenNames, FamilyName: x.FamilyName, Kind: x.Kind})
	}
	return m
}

func TestImportRegister(t *testing.T) {
	t.Parallel()
	s := start(t)
	var all []*pcv1.RegisterRecord
	for _, r := range register.Fictitious() {
		all = append(all, registerRecord(r))
	}
	for i, want := range []int32{int32(len(all)), 0} {
		if got, err := s.operator.ImportRegister(s.internal(), &pcv1.ImportRegisterRequest{Records: all}); err != nil ||
			got.GetImported() != want {
			t.Fatalf("import %d: %v, %v", i+1, got, err)
		}
	}
	if n := s.count(`SELECT count(*) FROM register_entries`); n != len(all) {
		t.Errorf("%d entries", n)
	}
	// The hash in the table is that of the record which was read: nothing was lost on the way.
	for _, r := range register.Fictitious() {
		if n := s.count(`SELECT count(*) FROM register_entries WHERE scheme = $1 AND number = $2 AND hash = $3`, r.Scheme,
			r.Number, r.Hash()); n != 1 {
			t.Errorf("%s arrived changed", r.LegalName)
		}
	}
	if _, err := s.operator.ImportRegister(bearer(t.Context(), internalToken+"x"),
		&pcv1.ImportRegisterRequest{Records: all}); reason(t, err).Reason != fault.InvalidCredentials {
		t.Errorf("another token: %v", err)
	}
}

// One bad entry refuses them all, and the refusal names it but not what it holds.
func TestImportRegisterRefuses(t *testing.T) {
	t.Parallel()
	s := start(t)
	good := registerRecord(register.Fictitious()[6])
	const canary = "KANAREK"
	for name, c := range map[string]struct {
		field string
		edit  func(*pcv1.RegisterRecord)
	}{
		"scheme":      {"/scheme", func(r *pcv1.RegisterRecord) { r.Scheme = canary }},
		"sole trader": {"/scheme", func(r *pcv1.RegisterRecord) { r.Scheme, r.Number = "PL_NIP", "1234563218" }},
		"number":      {"/number", func(r *pcv1.RegisterRecord) { r.Number = canary }},
		"nought":      {"/number", func(r *pcv1.RegisterRecord) { r.Number = "0000000000" }},
		"status":      {"/status", func(r *pcv1.RegisterRecord) { r.Status = canary }},
		"name":        {"/legal_name", func(r *pcv1.RegisterRecord) { r.LegalName = canary + "\n" }},
		"tax id":      {"/tax_id", func(r *pcv1.RegisterRecord) { r.TaxId = strings.Repeat(canary, 10) }},
		"text":        {"/body/rule_text", func(r *pcv1.RegisterRecord) { r.Body.RuleText = strings.Repeat(canary, 1000) }},
		"member's id": {"/members/1/id", func(r *pcv1.RegisterRecord) { r.Members[1].Id = canary + " " }},
		"id twice":    {"/members/1/id", func(r *pcv1.RegisterRecord) { r.Members[1].Id = r.Members[0].GetId() }},
		"nameless":    {"/members/0/family_name", func(r *pcv1.RegisterRecord) { r.Members[0].FamilyName = "" }},
		"hash": {"/members/0/national_id_hash",
			func(r *pcv1.RegisterRecord) { r.Members[0].NationalIdHash = canary }},
		"crowd": {"/members", func(r *pcv1.RegisterRecord) { r.Members = slices.Repeat(r.Members, 101) }},
		"procurator": {"/procurators/0",
			func(r *pcv1.RegisterRecord) { r.Procurators = []*pcv1.RegisterProcurator{{GivenNames: canary}} }},
		"proceedings": {"/proceedings/0",
			func(r *pcv1.RegisterRecord) { r.Proceedings = []string{strings.Repeat(canary, 40)} }},
		"empty demand": {"/body/rule",
			func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives = []*pcv1.RegisterAlternative{{}} }},
		"no member": {"/body/rule",
			func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives[0].Signatures[0].Role = "person:" + canary }},
		"minus one": {"/body/rule", func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives[0].Signatures[0].Count = -1 }},
		"role": {"/body/rule",
			func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives[0].Signatures[0].Role = canary }},
	} {
		s.subtest(name, func(t *testing.T) {
			bad, ok := proto.Clone(good).(*pcv1.RegisterRecord)
			if !ok {
				t.Fatal("not a record")
			}
			c.edit(bad)
			_, err := s.operator.ImportRegister(s.internal(),
				&pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{good, bad}})
			f := reason(t, err)
			if status.Code(err) != codes.InvalidArgument || f.Reason != fault.ValidationFailed || len(f.Violations) != 1 ||
				f.Violations[0].Field != "/records/1"+c.field {
				t.Errorf("%v, %v", err, f.Violations)
			}
			if strings.Contains(status.Convert(err).Proto().String(), canary) || strings.Contains(s.log.String(), canary) {
				t.Error("the refusal or the log quotes the entry")
			}
		})
	}
	for name, records := range map[string][]*pcv1.RegisterRecord{"none": nil,
		"too many": slices.Repeat([]*pcv1.RegisterRecord{good}, 1001), "no time": {{Scheme: "PL_KRS"}}} {
		s.subtest(name, func(t *testing.T) {
			if _, err := s.operator.ImportRegister(s.internal(), &pcv1.ImportRegisterRequest{Records: records}); err == nil ||
				reason(t, err).Reason != fault.ValidationFailed {
				t.Error(err)
			}
		})
	}
	if n := s.count(`SELECT count(*) FROM register_entries`); n != 0 {
		t.Errorf("%d entries of refused imports", n)
	}
}

// A rule that the import does not state is read from the text, and the text then names no one.
func TestImportRegisterReadsRules(t *testing.T) {
	t.Parallel()
	s := start(t)
	r := registerRecord(register.Fictitious()[6])
	r.Members[0].GivenNames, r.Members[0].FamilyName = "KANARINA", "KANAREK"
	r.Body.RuleText, r.Body.Rule = "KANARINA KANAREK (PESEL 44051401359) SAMODZIELNIE", nil
	if _, err := s.operator.ImportRegister(s.internal(),
		&pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{r}}); err != nil {
		t.Fatal(err)
	}
	if rows := s.rows(); strings.Contains(rows, "KANAR") || strings.Contains(rows, "44051401359") {
		t.Error("a table holds the name or number of a person in clear")
	}
	if log := s.log.String(); strings.Contains(log, "KANAR") || strings.Contains(log, "44051401359") {
		t.Error("the log holds the name or number of a person")
	}
}

// A court is a Polish court register that counts the questions, and lists no company.
func court(t *testing.T, asked *atomic.Int64) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// registerReason is why the register does not match; empty when it does, and "missing" when nothing says why not.
func (s *system) registerReason(key, ref string) string {
	s.t.Helper()
	for _, d := range s.must(200, "GET", "/onboarding/"+ref, key, "").json(s.t)["missing_details"].([]any) {
		if d := d.(map[string]any); d["code"] == "company.register_match" {
			if why, ok := d["reason_code"].(string); ok {
				return why
			}
			return "missing"
		}
	}
	return ""
}

func (s *system) liveKey() string {
	s.t.Helper()
	return s.keyWith(&pcv1.CreatePartnerKeyRequest{PartnerId: "ptn_a", Livemode: true, Scopes: allScopes,
		Channels: []string{"chn_a"}}).GetKey()
}

// Test mode knows the companies that were imported for it and never asks the court; live mode asks the court and knows
// none of them.
func TestRegistersOfModes(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	s := start(t, func(t *testing.T, c *configuration) { c.Registers.KRSURL = court(t, &asked) })
	key := s.simple("a")
	live := s.liveKey()
	s.importCompanies()
	if why := s.registerReason(key, s.company(key, aloneCompany)); why != "" {
		t.Errorf("test mode, an imported company: %s", why)
	}
	if why := s.registerReason(key,
		s.create(key, bodyUnder(externalRef(), aloneCompany, liveCompany))); why != "not_listed" || asked.Load() != 0 {
		t.Errorf("test mode, a company that was not imported: %s; the court was asked %d times", why, asked.Load())
	}
	if why := s.registerReason(live, s.company(live, aloneCompany)); why != "not_listed" || asked.Load() == 0 {
		t.Errorf("live mode, a company that was imported for test mode: %s; the court was asked %d times", why, asked.Load())
	}
}

// Without a register in live mode, what would ask it is refused before anything is stored; what needs none goes on. An
// entry that was imported for live mode is an answer there, and there alone.
func TestLiveModeWithoutARegister(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	live := s.liveKey()
	s.importCompanies()
	ref := s.create(live, `{"partner_external_ref":"without","applicant_type":"company"}`)
	refused := func(name string, a answer) {
		t.Helper()
		if a.status != http.StatusServiceUnavailable || a.text(t, "code") != "live_mode_unavailable" ||
			a.text(t, "part") != "company_register" || !strings.Contains(a.body, `"/company/register/scheme"`) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	before := s.rowsOf("onboardings", "events")
	refused("a draft", s.call("POST", "/onboarding", live, companyBody("with", aloneCompany)))
	refused("a change", s.call("PATCH", "/onboarding/"+ref, live,
		`{"company":{"register":{"scheme":"PL_KRS","number":"`+liveCompany+`"}}}`))
	if s.rowsOf("onboardings", "events") != before {
		t.Error("a refused call wrote something")
	}
	s.must(200, "PATCH", "/onboarding/"+ref, live, `{"business":{"website":"https://rowery.example"}}`)

	real := fictitious(aloneCompany)
	real.Number = liveCompany
	made := &pcv1.ImportRegisterRequest{Livemode: true,
		Records: []*pcv1.RegisterRecord{registerRecord(real), registerRecord(fictitious(jointCompany))}}
	_, err := s.operator.ImportRegister(s.internal(), made)
	if f := reason(t, err); f.Reason != fault.ValidationFailed || len(f.Violations) != 1 ||
		f.Violations[0].Field != "/records/1/number" || f.Violations[0].Code != "fictitious" {
		t.Errorf("a fictitious company: %v, %v", err, f.Violations)
	}
	made.Records = made.Records[:1]
	if r, err := s.operator.ImportRegister(s.internal(), made); err != nil || r.GetImported() != 1 {
		t.Fatalf("%v, %v", r, err)
	}
	if why := s.registerReason(live, s.create(live, bodyUnder(externalRef(), aloneCompany, liveCompany))); why != "" {
		t.Errorf("live mode, an imported company: %s", why)
	}
	if why := s.registerReason(key,
		s.create(key, bodyUnder(externalRef(), aloneCompany, liveCompany))); why != "not_listed" {
		t.Errorf("test mode, a company that was imported for live mode: %q", why)
	}
	refused("another company", s.call("POST", "/onboarding", live, bodyUnder("another", aloneCompany, "0000000124")))
}

// A tax number that is not the register's is a finding of the register check, which names the fields and never the
// register's number.
func TestTaxNumberIsCompared(t *testing.T) {
	t.Parallel()
	s := start(t)
	key := s.simple("a")
	r := fictitious(aloneCompany)
	r.TaxID = "5260250274"
	if _, err := s.operator.ImportRegister(s.internal(),
		&pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{registerRecord(r)}}); err != nil {
		t.Fatal(err)
	}
	ref := s.company(key, aloneCompany)
	if why := s.registerReason(key, ref); why != "" {
		t.Errorf("no tax number is given: %s", why)
	}
	other := s.must(200, "PATCH", "/onboarding/"+ref, key,
		`{"business":{"tax_id":{"scheme":"PL_NIP","value":"1234563218"}}}`)
	if why := s.registerReason(key, ref); why != "tax_id_mismatch" {
		t.Errorf("another company's: %q", why)
	}
	s.shown()
	for _, a := range []answer{other, s.call("GET", "/onboarding/"+ref, key, ""),
		s.call("POST", "/onboarding/"+ref+"/finalize", key, ""), s.call("GET", "/events", key, "")} {
		if strings.Contains(a.body, r.TaxID) || a.status != 200 {
			t.Errorf("%d: the answer shows the register's number: %s", a.status, a.body)
		}
	}
	s.must(200, "PATCH", "/onboarding/"+ref, key, `{"business":{"tax_id":{"scheme":"PL_NIP","value":"5260250274"}}}`)
	if why := s.registerReason(key, ref); why != "" {
		t.Errorf("the register's: %q", why)
	}
}
