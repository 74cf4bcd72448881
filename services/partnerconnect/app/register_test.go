package app_test

import (
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/partnerline/partnerline/internal/fault"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/register"
	"github.com/partnerline/partnerline/services/partnerconnect/representation"
)

func registerRecord(r representation.Record) *pcv1.RegisterRecord {
	m := &pcv1.RegisterRecord{
		Scheme: r.Scheme, Number: r.Number, AsOf: timestamppb.New(r.AsOf), Status: string(r.Status), LegalName: r.LegalName, TaxId: r.TaxID,
		Body: &pcv1.RegisterBody{Name: r.Body.Name, RuleText: r.Body.RuleText, Rule: &pcv1.RegisterRule{}}, Proceedings: r.Proceedings,
	}
	for _, a := range r.Body.Rule.Alternatives {
		alternative := &pcv1.RegisterAlternative{}
		for _, s := range a {
			alternative.Signatures = append(alternative.Signatures, &pcv1.RegisterSignature{Role: string(s.Role), Count: int32(max(s.Count, 0))})
		}
		m.Body.Rule.Alternatives = append(m.Body.Rule.Alternatives, alternative)
	}
	for _, x := range r.Members {
		m.Members = append(m.Members, &pcv1.RegisterMember{
			Id: string(x.ID), Function: x.Function, GivenNames: x.GivenNames, FamilyName: x.FamilyName, NationalIdHash: x.NationalIDHash,
			Suspended: x.Suspended, Entity: x.Entity,
		})
	}
	for _, x := range r.Procurators {
		m.Procurators = append(m.Procurators, &pcv1.RegisterProcurator{GivenNames: x.GivenNames, FamilyName: x.FamilyName, Kind: x.Kind})
	}
	return m
}

func TestImportRegister(t *testing.T) {
	s := start(t)
	var all []*pcv1.RegisterRecord
	for _, r := range register.Fictitious() {
		all = append(all, registerRecord(r))
	}
	for i, want := range []int32{int32(len(all)), 0} {
		if got, err := s.operator.ImportRegister(s.internal(), &pcv1.ImportRegisterRequest{Records: all}); err != nil || got.GetImported() != want {
			t.Fatalf("import %d: %v, %v", i+1, got, err)
		}
	}
	if n := s.count(`SELECT count(*) FROM register_entries`); n != len(all) {
		t.Errorf("%d entries", n)
	}
	// The hash in the table is that of the record which was read: nothing was lost on the way.
	for _, r := range register.Fictitious() {
		if n := s.count(`SELECT count(*) FROM register_entries WHERE scheme = $1 AND number = $2 AND hash = $3`, r.Scheme, r.Number, r.Hash()); n != 1 {
			t.Errorf("%s arrived changed", r.LegalName)
		}
	}
	if _, err := s.operator.ImportRegister(bearer(t.Context(), internalToken+"x"), &pcv1.ImportRegisterRequest{Records: all}); reason(t, err).Reason != fault.InvalidCredentials {
		t.Errorf("another token: %v", err)
	}
}

// One bad entry refuses them all, and the refusal names it but not what it holds.
func TestImportRegisterRefuses(t *testing.T) {
	s := start(t)
	good := registerRecord(register.Fictitious()[6])
	const canary = "KANAREK"
	for name, c := range map[string]struct {
		field string
		edit  func(*pcv1.RegisterRecord)
	}{
		"scheme":       {"/scheme", func(r *pcv1.RegisterRecord) { r.Scheme = canary }},
		"number":       {"/number", func(r *pcv1.RegisterRecord) { r.Number = canary }},
		"nought":       {"/number", func(r *pcv1.RegisterRecord) { r.Number = "0000000000" }},
		"status":       {"/status", func(r *pcv1.RegisterRecord) { r.Status = canary }},
		"name":         {"/legal_name", func(r *pcv1.RegisterRecord) { r.LegalName = canary + "\n" }},
		"tax id":       {"/tax_id", func(r *pcv1.RegisterRecord) { r.TaxId = strings.Repeat(canary, 10) }},
		"text":         {"/body/rule_text", func(r *pcv1.RegisterRecord) { r.Body.RuleText = strings.Repeat(canary, 1000) }},
		"member's id":  {"/members/1/id", func(r *pcv1.RegisterRecord) { r.Members[1].Id = canary + " " }},
		"id twice":     {"/members/1/id", func(r *pcv1.RegisterRecord) { r.Members[1].Id = r.Members[0].GetId() }},
		"nameless":     {"/members/0/family_name", func(r *pcv1.RegisterRecord) { r.Members[0].FamilyName = "" }},
		"hash":         {"/members/0/national_id_hash", func(r *pcv1.RegisterRecord) { r.Members[0].NationalIdHash = canary }},
		"crowd":        {"/members", func(r *pcv1.RegisterRecord) { r.Members = slices.Repeat(r.Members, 101) }},
		"procurator":   {"/procurators/0", func(r *pcv1.RegisterRecord) { r.Procurators = []*pcv1.RegisterProcurator{{GivenNames: canary}} }},
		"proceedings":  {"/proceedings/0", func(r *pcv1.RegisterRecord) { r.Proceedings = []string{strings.Repeat(canary, 40)} }},
		"empty demand": {"/body/rule", func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives = []*pcv1.RegisterAlternative{{}} }},
		"nobody":       {"/body/rule", func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives[0].Signatures[0].Role = "person:" + canary }},
		"minus one":    {"/body/rule", func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives[0].Signatures[0].Count = -1 }},
		"role":         {"/body/rule", func(r *pcv1.RegisterRecord) { r.Body.Rule.Alternatives[0].Signatures[0].Role = canary }},
	} {
		bad, ok := proto.Clone(good).(*pcv1.RegisterRecord)
		if !ok {
			t.Fatal("not a record")
		}
		c.edit(bad)
		_, err := s.operator.ImportRegister(s.internal(), &pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{good, bad}})
		f := reason(t, err)
		if status.Code(err) != codes.InvalidArgument || f.Reason != fault.ValidationFailed || len(f.Violations) != 1 || f.Violations[0].Field != "/records/1"+c.field {
			t.Errorf("%s: %v, %v", name, err, f.Violations)
		}
		if strings.Contains(status.Convert(err).Proto().String(), canary) || strings.Contains(s.log.String(), canary) {
			t.Errorf("%s: the refusal or the log quotes the entry", name)
		}
	}
	for name, records := range map[string][]*pcv1.RegisterRecord{"none": nil, "too many": slices.Repeat([]*pcv1.RegisterRecord{good}, 1001), "no time": {{Scheme: "PL_KRS"}}} {
		if _, err := s.operator.ImportRegister(s.internal(), &pcv1.ImportRegisterRequest{Records: records}); err == nil || reason(t, err).Reason != fault.ValidationFailed {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := s.count(`SELECT count(*) FROM register_entries`); n != 0 {
		t.Errorf("%d entries of refused imports", n)
	}
}

// A rule that the import does not state is read from the text, and the text then names nobody.
func TestImportRegisterReadsRules(t *testing.T) {
	s := start(t)
	r := registerRecord(register.Fictitious()[6])
	r.Members[0].GivenNames, r.Members[0].FamilyName = "KANARINA", "KANAREK"
	r.Body.RuleText, r.Body.Rule = "KANARINA KANAREK (PESEL 44051401359) SAMODZIELNIE", nil
	if _, err := s.operator.ImportRegister(s.internal(), &pcv1.ImportRegisterRequest{Records: []*pcv1.RegisterRecord{r}}); err != nil {
		t.Fatal(err)
	}
	if rows := s.rows(); strings.Contains(rows, "KANAR") || strings.Contains(rows, "44051401359") {
		t.Error("a table holds the name or number of a person in clear")
	}
	if log := s.log.String(); strings.Contains(log, "KANAR") || strings.Contains(log, "44051401359") {
		t.Error("the log holds the name or number of a person")
	}
}
