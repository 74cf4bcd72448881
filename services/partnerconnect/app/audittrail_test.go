package app_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/metadata"

	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	pcv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/services/partnerconnect/app"
)

// Operators find what was done by each filter, in pages, newest first; an entry of theirs has the id of what they acted
// on.
func TestAuditEntriesAreFound(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	key := s.simple("a")
	ref := s.create(key, text(object{"partner_external_ref": externalRef()}))
	s.simple("b")
	anna := persontest.Person("usr_anna", optionsv1.Role_ROLE_ADMINISTRATOR)
	anna.Name = "Anna Żak"
	as := func(method string) context.Context {
		return metadata.AppendToOutgoingContext(console.As(t.Context(), anna, method), grpcserver.ReasonHeader, "a drill")
	}
	_, err1 := s.operator.SetChannelCurrencies(as(pcv1.AccessOperatorService_SetChannelCurrencies_FullMethodName),
		&pcv1.SetChannelCurrenciesRequest{Id: "chn_a", Currencies: []string{"PLN", "EUR"}})
	_, err2 := s.operator.SuspendPartner(as(pcv1.AccessOperatorService_SuspendPartner_FullMethodName),
		&pcv1.SuspendPartnerRequest{Id: "ptn_b"})
	made, err3 := s.operator.CreatePartnerKey(as(pcv1.AccessOperatorService_CreatePartnerKey_FullMethodName),
		&pcv1.CreatePartnerKeyRequest{
			PartnerId: "ptn_b", Livemode: true, Scopes: allScopes, Channels: []string{"chn_b"},
		})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	all := int(s.chained(int64(s.count(`SELECT count(*) FROM audit_entries`))).GetEntries())
	list := func(t *testing.T, req *pcv1.ListAuditEntriesRequest) (out []*pcv1.AuditEntry) {
		t.Helper()
		for {
			r, err := s.operator.ListAuditEntries(s.internal(), req)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, r.GetData()...)
			if req.PageToken = r.GetMeta().GetNextPageToken(); req.GetPageToken() == "" {
				return out
			}
		}
	}
	last := list(t, &pcv1.ListAuditEntriesRequest{PageSize: 1})[0]
	for name, c := range map[string]struct {
		req   *pcv1.ListAuditEntriesRequest
		n     int
		check func(*pcv1.AuditEntry) bool
	}{
		"all, a page each": {&pcv1.ListAuditEntriesRequest{PageSize: 1}, all,
			func(e *pcv1.AuditEntry) bool { return e.GetPosition() > 0 }},
		"a person's subject": {
			&pcv1.ListAuditEntriesRequest{Person: "usr_anna", PageSize: 2}, 3,
			func(e *pcv1.AuditEntry) bool {
				return e.GetOperatorName() == "Anna Żak" && slices.Equal(e.GetOperatorRoles(), []string{"administrator"}) &&
					e.GetReason() == "a drill"
			},
		},
		"a person's name": {&pcv1.ListAuditEntriesRequest{Person: "Anna Żak"}, 3,
			func(e *pcv1.AuditEntry) bool { return e.GetOperatorSubject() == "usr_anna" }},
		"an action": {
			&pcv1.ListAuditEntriesRequest{Operation: "AccessOperatorService.SuspendPartner"}, 1,
			func(e *pcv1.AuditEntry) bool { return e.GetPartnerId() == "ptn_b" },
		},
		"a channel": {
			&pcv1.ListAuditEntriesRequest{ObjectId: "chn_a", Person: "usr_anna"}, 1,
			func(e *pcv1.AuditEntry) bool { return e.GetPartnerId() == "ptn_a" },
		},
		"a key": {&pcv1.ListAuditEntriesRequest{ObjectId: made.GetData().GetId()}, 1, func(e *pcv1.AuditEntry) bool {
			return e.GetOperation() == "AccessOperatorService.CreatePartnerKey" && e.GetPartnerId() == "ptn_b"
		}},
		"an onboarding": {&pcv1.ListAuditEntriesRequest{MerchantRef: ref}, 1,
			func(e *pcv1.AuditEntry) bool { return e.GetActor() == "partner" && e.GetObjectId() != "" }},
		"partners": {&pcv1.ListAuditEntriesRequest{Actor: "partner"}, 1,
			func(e *pcv1.AuditEntry) bool { return e.GetMerchantRef() == ref }},
		"operators": {&pcv1.ListAuditEntriesRequest{Actor: "operator", PartnerId: "ptn_a"}, 4,
			func(e *pcv1.AuditEntry) bool { return e.GetPartnerId() == "ptn_a" }},
		"until the last": {&pcv1.ListAuditEntriesRequest{Until: last.GetAt(), Person: "usr_anna",
			Operation: last.GetOperation()}, 0, nil},
		"from the last on": {&pcv1.ListAuditEntriesRequest{From: last.GetAt(), Person: "usr_anna",
			Operation: last.GetOperation()}, 1, func(*pcv1.AuditEntry) bool { return true }},
		"no one's":          {&pcv1.ListAuditEntriesRequest{Person: "x' OR 'a' = 'a"}, 0, nil},
		"two that disagree": {&pcv1.ListAuditEntriesRequest{Person: "usr_anna", MerchantRef: ref}, 0, nil},
	} {
		s.subtest(name, func(t *testing.T) {
			got := list(t, c.req)
			if len(got) != c.n {
				t.Errorf("%d entries, want %d: %v", len(got), c.n, got)
			}
			for i, e := range got {
				if !c.check(e) || i > 0 && e.GetAt().AsTime().After(got[i-1].GetAt().AsTime()) {
					t.Errorf("%v", e)
				}
			}
		})
	}
	r, err := s.operator.ListAuditEntries(s.internal(), &pcv1.ListAuditEntriesRequest{PageSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.operator.ListAuditEntries(s.internal(),
		&pcv1.ListAuditEntriesRequest{PageSize: 1, Person: "usr_anna", PageToken: r.GetMeta().GetNextPageToken()})
	if got := reason(t, err).Reason; got != fault.InvalidPageToken {
		t.Errorf("the token of another list: %s", got)
	}
}

// An export is signed, continues another one, is in the trail itself, and is checked without the service.
func TestAuditExports(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	s.simple("a")
	s.chained(3)
	who := persontest.Person("usr_anna", optionsv1.Role_ROLE_ADMINISTRATOR)
	export := func(after, until int64) ([]byte, error) {
		ctx := metadata.AppendToOutgoingContext(
			console.As(t.Context(), who, pcv1.AuditOperatorService_ExportAudit_FullMethodName),
			grpcserver.ReasonHeader, "the auditor's")
		stream, err := s.operator.ExportAudit(ctx, &pcv1.ExportAuditRequest{After: after, Until: until})
		if err != nil {
			return nil, err
		}
		var out []byte
		for {
			m, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				return out, nil
			}
			if err != nil {
				return nil, err
			}
			out = append(out, m.GetChunk()...)
		}
	}
	report := s.chained(3)
	verify := func(b []byte) (string, error) {
		file := filepath.Join(t.TempDir(), "audit.jsonl")
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := app.VerifyAudit(t.Context(),
			command.Invocation{Args: []string{"--key", report.GetExportKey(), file}, Out: &out})
		return out.String(), err
	}
	first, err := export(0, 2)
	if err != nil {
		t.Fatal(err)
	}
	rest, err := export(2, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"positions 1 to 2": first, "positions 3 to ": rest} {
		if said, err := verify(b); err != nil || !strings.Contains(said, name) || !strings.Contains(said, `by "usr_anna"`) {
			t.Errorf("%s: %q, %v", name, said, err)
		}
	}
	changed := bytes.Replace(rest, []byte("OperatorService."), []byte("operatorService."), 1)
	if said, err := verify(changed); err == nil || said != "" {
		t.Errorf("changed: %q, %v", said, err)
	}
	if n := s.count(`SELECT count(*) FROM audit_entries
		WHERE operation = 'AuditOperatorService.ExportAudit' AND operator_subject = 'usr_anna'
			AND reason = 'the auditor''s'`); n != 2 {
		t.Errorf("%d exports are in the trail", n)
	}
	_, err = export(5, 4)
	if got := reason(t, err).Reason; got != fault.ValidationFailed {
		t.Errorf("an export that ends before it begins: %s", got)
	}
	for _, args := range [][]string{{}, {"--key", "x", "f"}, {"--key", report.GetExportKey()}, {"--what"}} {
		var usage *command.UsageError
		if err := app.VerifyAudit(t.Context(), command.Invocation{Args: args}); !errors.As(err, &usage) {
			t.Errorf("%q: %v", args, err)
		}
	}
	s.exec(`ALTER TABLE audit_entries DISABLE TRIGGER append_only`)
	s.exec(`UPDATE audit_entries SET outcome = 'refused' WHERE seq = (SELECT seq FROM audit_chain WHERE position = 2)`)
	if b, err := export(0, 0); err != nil {
		t.Error(err)
	} else if _, err := verify(b); err == nil || !strings.Contains(err.Error(), "broken at position 2") {
		t.Errorf("of a trail that was altered: %v", err)
	}
}
