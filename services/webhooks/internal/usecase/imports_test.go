package usecase

import (
	"fmt"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/migration"
)

// svixExport is an export of applications, each with endpoints that have the given URLs and one secret.
func svixExport(secret string, apps map[string][]string) []byte {
	var b strings.Builder
	for app, urls := range apps {
		fmt.Fprintf(&b, `{"path":"/api/v1/app/%[1]s","body":{"id":"%[1]s","name":"Of %[1]s"}}`, app)
		for i, url := range urls {
			id := fmt.Sprintf("ep_%s_%d", app, i)
			fmt.Fprintf(&b, `{"path":"/api/v1/app/%s/endpoint/%s","body":{"id":"%[2]s","url":"%s"}}`, app, id, url)
			fmt.Fprintf(&b, `{"path":"/api/v1/app/%s/endpoint/%s/secret","body":{"key":"%s"}}`, app, id, secret)
		}
	}
	return []byte(b.String())
}

const (
	importedSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	newerSecret    = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
)

// outcomes imports, and returns what became of the endpoints.
func (s *service) outcomes(in Import) (list []ImportedEndpoint, text string) {
	s.t.Helper()
	in.Source = migration.Svix
	list, _, err := NewImports(s.endpoints).ImportEndpoints(s.t.Context(), in, webhooks.Operator{Name: "A"})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range list {
		text += string(e.Outcome[0])
	}
	return list, text
}

func (s *service) rows(table string) (n int) {
	s.t.Helper()
	if err := s.pool.QueryRow(s.t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}

// A dry run stores nothing; an import keeps the secrets; a second one changes nothing and says what differs.
func TestImportEndpoints(t *testing.T) {
	s := newService(t)
	urls := map[string][]string{"app_1": {"https://a.example.com/", "https://b.example.com/"}}
	in := Import{Export: svixExport(importedSecret, urls), DryRun: true}
	before := s.rows("audit_entries")
	if _, got := s.outcomes(in); got != "cc" || s.rows("endpoints") != 0 || s.rows("tenants") != 1 ||
		s.rows("audit_entries") != before {
		t.Fatalf("a dry run: %s, %d endpoints, %d tenants", got, s.rows("endpoints"), s.rows("tenants"))
	}
	in.DryRun = false
	made, got := s.outcomes(in)
	if got != "cc" || s.rows("endpoints") != 2 || s.rows("tenants") != 2 || s.rows("audit_entries") != before+3 {
		t.Fatalf("an import: %s, %d endpoints, %d tenants, %d entries", got, s.rows("endpoints"), s.rows("tenants"),
			s.rows("audit_entries")-before)
	}
	targets, err := s.endpoints.ResolveEndpoints(t.Context(), []string{string(made[0].ID)})
	if err != nil || len(targets) != 1 || len(targets[0].Keys) != 1 || targets[0].Keys[0].Encode() != importedSecret {
		t.Fatalf("%+v, %v", targets, err)
	}
	again, got := s.outcomes(in)
	if got != "pp" || s.rows("endpoints") != 2 || len(again[0].Notes) != 0 || s.rows("audit_entries") != before+3 {
		t.Errorf("a second import: %s, %+v", got, again)
	}
	in.Export = svixExport(newerSecret, urls)
	if again, _ := s.outcomes(in); len(again[0].Notes) != 1 || again[0].Notes[0].What != "secret" {
		t.Errorf("with another secret: %+v", again[0].Notes)
	}
}

// What cannot be made stops no other, and what an import that failed has made is found by the next.
func TestImportEndpointsInParts(t *testing.T) {
	s := newService(t)
	s.endpoints.limit = 2
	urls := []string{"https://a.example.com/", "https://10.0.0.1/", "ftp://b.example.com/"}
	in := Import{Export: svixExport(importedSecret, map[string][]string{"app_1": urls})}
	list, got := s.outcomes(in)
	if got != "crr" || list[1].Notes[0].What != "url" || list[2].Notes[0].What != "url" {
		t.Fatalf("%s, %+v", got, list)
	}
	more := append([]string{}, urls[0], "https://c.example.com/", "https://d.example.com/")
	in.Export = svixExport(importedSecret, map[string][]string{"app_1": more})
	for _, in.DryRun = range []bool{true, false} {
		if _, got := s.outcomes(in); got != "pcr" {
			t.Errorf("one more than the limit, dry run %t: %s", in.DryRun, got)
		}
	}
	in.Inactive, in.Livemode = true, true
	if list, _ := s.outcomes(in); list[0].IsActive || !list[0].Livemode || list[0].Outcome != ImportCreated {
		t.Errorf("inactive in live mode: %+v", list[0])
	}
}

func TestImportEndpointsOfNamedTenants(t *testing.T) {
	s := newService(t)
	apps := map[string][]string{"app_1": {"https://a.example.com/"}}
	in := Import{Source: migration.Svix, Export: svixExport(importedSecret, apps)}
	in.Tenants = map[string]webhooks.TenantID{"app_1": scope.Tenant}
	if list, _ := s.outcomes(in); list[0].Tenant != scope.Tenant {
		t.Errorf("%+v", list[0])
	}
	in.Tenants["app_1"] = "ten_none"
	list, notes, err := NewImports(s.endpoints).ImportEndpoints(t.Context(), in, webhooks.Operator{})
	if err != nil || len(list) != 0 || len(notes) != 1 {
		t.Errorf("a tenant that does not exist: %+v, %v, %v", list, notes, err)
	}
	in.Export = []byte("x")
	_, _, err = NewImports(s.endpoints).ImportEndpoints(t.Context(), in, webhooks.Operator{})
	if fault.As(err).Reason != fault.ValidationFailed {
		t.Errorf("no export: %v", err)
	}
}
