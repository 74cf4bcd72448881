package e2e

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/e2e/walk"
	partnerconnectv1 "github.com/partnerline/partnerline/proto/gen/partnerconnect/v1"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// recordDumps writes testdata/previous from the code as it is: to be run at a release, so that the next one is tested against it.
var recordDumps = flag.Bool("record", false, "write testdata/previous from this code")

const previous = "testdata/previous"

// databases of a stack, and the files that hold their dumps.
var dumps = map[string]string{"partnerline_partnerconnect": "partnerconnect.sql", "partnerline_webhooks": "webhooks.sql"}

// The databases of the version before, as a walk through the main job left them, are migrated by the programs as they are now, which
// then answer for what is in them and do the main job again.
func TestDatabasesOfTheVersionBefore(t *testing.T) {
	long(t)
	t.Parallel()
	if *recordDumps {
		recordPrevious(t)
	}
	dir, database := t.TempDir(), pgtest.Server(t).URL("postgres")
	state, err := os.ReadFile(filepath.Join(previous, "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "state.json"), state, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, file := range dumps {
		restore(t, database, name, filepath.Join(previous, file))
	}
	s := start(t, dir, database)

	t.Run("answers", func(t *testing.T) {
		s := &system{s.Stack, t}
		list, _ := s.partner(http.MethodGet, "/merchants", nil, http.StatusOK)["data"].([]any)
		revoked := slices.IndexFunc(list, func(m any) bool {
			d, _ := m.(map[string]any)["delegation"].(map[string]any)
			return d["status"] == "revoked"
		})
		if revoked < 0 {
			t.Fatalf("none of %d merchants has taken its delegation back", len(list))
		}
		m, _ := list[revoked].(map[string]any)
		ref, _ := m["merchant_ref"].(string)
		s.is(ref, "active", "revoked")
		documents, _ := s.onboarding(ref)["documents"].([]any)
		if len(documents) == 0 {
			t.Fatal("the document is not there")
		}
		if d, _ := documents[0].(map[string]any); d["filename"] == "" {
			t.Errorf("what is sealed cannot be read: %v", d)
		}
	})
	t.Run("ledger and audit trail", func(t *testing.T) {
		s := &system{s.Stack, t}
		s.operator(func(ctx context.Context, op partnerconnectv1.OperatorServiceClient) error {
			ledger, err := op.VerifyLedger(ctx, &partnerconnectv1.VerifyLedgerRequest{})
			if err != nil || !ledger.GetIntact() || ledger.GetTransactions() == 0 {
				return fmt.Errorf("ledger: %v, %w", ledger, err)
			}
			trail, err := op.VerifyAudit(ctx, &partnerconnectv1.VerifyAuditRequest{})
			if err != nil || !trail.GetIntact() || trail.GetEntries()+trail.GetPending() == 0 {
				return fmt.Errorf("audit trail: %v, %w", trail, err)
			}
			return nil
		})
	})
	t.Run("the main job", func(t *testing.T) {
		if err := walk.Run(t.Context(), s.Env, func(string, string) {}); err != nil {
			t.Error(err)
		}
	})
}

// restore creates a database from a dump.
func restore(t *testing.T, server, name, file string) {
	t.Helper()
	sql, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	execSQL(t, server, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	conn, err := pgx.Connect(t.Context(), u.String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if _, err := conn.PgConn().Exec(t.Context(), string(sql)).ReadAll(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// settings of a session belong to whoever restores, and newer ones are not known to an older server.
var settings = regexp.MustCompile(`(?m)^(\\|SET |SELECT pg_catalog\.set_config).*\n`)

func recordPrevious(t *testing.T) {
	t.Helper()
	dir, database := t.TempDir(), pgtest.Server(t).URL("postgres")
	s, err := stack.Start(t.Context(), stack.Options{Dir: dir, DatabaseURL: database})
	if err != nil {
		t.Fatal(err)
	}
	err = walk.Run(t.Context(), s.Env, func(string, string) {})
	stop(t, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(previous, 0o750); err != nil {
		t.Fatal(err)
	}
	for name, file := range dumps {
		u, err := url.Parse(database)
		if err != nil {
			t.Fatal(err)
		}
		u.Path = "/" + name
		out, err := exec.CommandContext(t.Context(), "pg_dump", "--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges", u.String()).Output()
		if err != nil {
			t.Fatal(err)
		}
		out = bytes.TrimSpace(settings.ReplaceAll(out, nil))
		if err := os.WriteFile(filepath.Join(previous, file), append(out, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		execSQL(t, database, "DROP DATABASE "+pgx.Identifier{name}.Sanitize())
	}
	state, err := os.ReadFile(filepath.Join(dir, "state.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(previous, "state.json"), []byte(strings.TrimSpace(string(state))+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
