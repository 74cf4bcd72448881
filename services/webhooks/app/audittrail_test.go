package app

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/partnerline/partnerline/internal/audittrail"
	"github.com/partnerline/partnerline/internal/command"
	"github.com/partnerline/partnerline/internal/grpcserver"
	"github.com/partnerline/partnerline/internal/person/persontest"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
	webhooksv1 "github.com/partnerline/partnerline/proto/gen/webhooks/v1"
)

// chained waits until at least so many entries are in the chain, and all that were written before.
func chained(s *service, op webhooksv1.OperatorServiceClient, atLeast int64) (r *webhooksv1.VerifyAuditResponse) {
	s.t.Helper()
	s.eventually("the chain holds the entries", func() bool {
		var err error
		if r, err = op.VerifyAudit(internal(s.t.Context()), &webhooksv1.VerifyAuditRequest{}); err != nil {
			s.t.Fatal(err)
		}
		return r.GetEntries() >= atLeast
	})
	return r
}

// The program chains its entries; an export is signed, continues another one, is in the trail itself, and is checked
// without the service.
func TestAuditExports(t *testing.T) {
	t.Parallel()
	s, console := startWithConsole(t)
	op := webhooksv1.NewOperatorServiceClient(s.grpc)
	who := persontest.Person("usr_anna", optionsv1.Role_ROLE_ADMINISTRATOR)
	export := func(after, until int64) ([]byte, error) {
		ctx := metadata.AppendToOutgoingContext(console.As(t.Context(), who,
			webhooksv1.OperatorService_ExportAudit_FullMethodName), grpcserver.ReasonHeader, "the auditor's")
		stream, err := op.ExportAudit(ctx, &webhooksv1.ExportAuditRequest{After: after, Until: until})
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
	report := chained(s, op, 3)
	if !report.GetIntact() || report.GetFirstBroken() != 0 || len(report.GetHead()) != 64 {
		t.Fatalf("%v", report)
	}
	if key, err := base64.StdEncoding.DecodeString(report.GetExportKey()); err != nil || len(key) != 32 {
		t.Errorf("%q, %v", report.GetExportKey(), err)
	}
	verify := func(b []byte) (string, error) {
		file := filepath.Join(t.TempDir(), "audit.jsonl")
		if err := os.WriteFile(file, b, 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		err := VerifyAudit(t.Context(), command.Invocation{Args: []string{"--key", report.GetExportKey(), file}, Out: &out})
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
		if said, err := verify(b); err != nil || !strings.Contains(said, name) || !strings.Contains(said, `of webhooks, `) ||
			!strings.Contains(said, `by "usr_anna"`) {
			t.Errorf("%s: %q, %v", name, said, err)
		}
	}
	if said, err := verify(bytes.Replace(rest, []byte("OperatorService."), []byte("operatorService."), 1)); !errors.Is(err,
		audittrail.ErrExportSignature) || said != "" {
		t.Errorf("changed: %q, %v", said, err)
	}
	if _, err := verify(bytes.Replace(first, []byte(`"service":"webhooks"`), []byte(`"service":"partnerconnect"`),
		1)); !errors.Is(err, audittrail.ErrExportFormat) {
		t.Errorf("of another service: %v", err)
	}
	if n := s.query(`SELECT count(*) FROM audit_entries WHERE operation = 'OperatorService.ExportAudit' AND ` +
		`operator_subject = 'usr_anna' AND reason = 'the auditor''s'`); n != 2 {
		t.Errorf("%d exports are in the trail", n)
	}
	if _, err = export(5, 4); status.Code(err) != codes.InvalidArgument {
		t.Errorf("an export that ends before it begins: %v", err)
	}
	list, err := op.ListAuditEntries(internal(t.Context()), &webhooksv1.ListAuditEntriesRequest{PageSize: 200})
	if err != nil {
		t.Fatal(err)
	}
	if e := list.GetData()[len(list.GetData())-1]; e.GetPosition() != 1 {
		t.Errorf("the first entry: %v", e)
	}
	s.exec(`ALTER TABLE audit_entries DISABLE TRIGGER append_only`)
	s.exec(`UPDATE audit_entries SET reason = 'another' WHERE seq = (SELECT seq FROM audit_chain WHERE position = 2)`)
	if b, err := export(0, 0); err != nil {
		t.Error(err)
	} else if _, err := verify(b); err == nil || !strings.Contains(err.Error(), "broken at position 2") {
		t.Errorf("of a trail that was altered: %v", err)
	}
	if r := chained(s, op, 3); r.GetIntact() || r.GetFirstBroken() != 2 {
		t.Errorf("of a trail that was altered: %v", r)
	}
}

// The trail is verified when a program starts, and by whoever asks; operators and the metrics show when, and whether it
// was intact.
func TestIntegrityChecks(t *testing.T) {
	t.Parallel()
	s := start(t)
	op := webhooksv1.NewOperatorServiceClient(s.grpc)
	check := func() *webhooksv1.IntegrityCheck {
		t.Helper()
		r, err := op.ListIntegrityChecks(internal(t.Context()), &webhooksv1.ListIntegrityChecksRequest{})
		if err != nil || len(r.GetData()) > 1 {
			t.Fatalf("%v, %v", r, err)
		}
		if len(r.GetData()) == 0 {
			return nil
		}
		return r.GetData()[0]
	}
	s.eventually("verified", func() bool { return check() != nil })
	if c := check(); !c.GetIntact() || c.GetKind() != "audit" || c.GetActor() != "system" || c.GetOperatorName() != "" {
		t.Errorf("by the program: %v", c)
	}
	if m := s.metrics(); !strings.Contains(m, `integrity_intact{kind="audit"`) ||
		!strings.Contains(m, `integrity_age_seconds{kind="audit"`) {
		t.Errorf("%s", m)
	}
	chained(s, op, 2)
	if c := check(); !c.GetIntact() || c.GetActor() != "operator" || c.GetOperatorName() != "bootstrap" {
		t.Errorf("by an operator: %v", c)
	}
	s.exec(`ALTER TABLE audit_entries DISABLE TRIGGER append_only`)
	s.exec(`UPDATE audit_entries SET operator_name = 'another' WHERE seq = (SELECT seq FROM audit_chain WHERE position ` +
		`= 1)`)
	if r := chained(s, op, 2); r.GetIntact() {
		t.Errorf("%v", r)
	}
	if c := check(); c.GetIntact() {
		t.Errorf("of a trail that was altered: %v", c)
	}
	for line := range strings.Lines(s.metrics()) {
		if strings.HasPrefix(line, "integrity_intact{") && !strings.HasSuffix(line, " 0\n") {
			t.Errorf("%s", line)
		}
	}
}
