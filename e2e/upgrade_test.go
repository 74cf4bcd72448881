package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/e2e/procs"
	"github.com/partnerline/partnerline/testkit/repository"
)

// buildNext compiles webhooksd as a later release with one more migration.
func buildNext(t *testing.T, dir string) string {
	t.Helper()
	root, err := repository.Path(".")
	if err != nil {
		t.Fatal(err)
	}
	sql, overlay, program := filepath.Join(dir, "next.sql"), filepath.Join(dir, "overlay.json"),
		filepath.Join(dir, "next", procs.Webhooks)
	replaced, err := json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(root, "services/webhooks/internal/postgres/migrations/9000_next_step.sql"): sql,
	}})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{sql: "-- +goose Up\nCREATE TABLE next_step ();\n",
		overlay: string(replaced)} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", program,
		"./services/webhooks/cmd/webhooksd")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// readiness is the answer of /readyz.
func readiness(t *testing.T, admin string) (int, string) {
	t.Helper()
	resp, err := http.Get("http://" + admin + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// serveNext starts a replica of another release and returns its admin address.
func serveNext(t *testing.T, s *procs.System, program string) string {
	t.Helper()
	vars, err := s.Environ(procs.Webhooks)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "serve")
	cmd.Env = append(vars, "HTTP_ADDR=127.0.0.1:0", "GRPC_ADDR=127.0.0.1:0", "ADMIN_ADDR=127.0.0.1:0")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	lines, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	admin := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		for sc := bufio.NewScanner(lines); sc.Scan(); {
			var line struct{ Msg, Admin string }
			if json.Unmarshal(sc.Bytes(), &line) == nil && line.Msg == "serving" {
				admin <- line.Admin
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-read
		_ = cmd.Wait()
	})
	select {
	case addr := <-admin:
		return addr
	case <-read:
		t.Fatal("the replica ended before it served")
	case <-time.After(time.Minute):
		t.Fatal("the replica does not serve")
	}
	return ""
}

func execSQL(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// An upgrade whose migration fails gets no further: the init command exits non-zero, a replica of the new release that
// is started all the same never becomes ready, and the old one serves on, as it does after the migration, until a
// migration leaves it behind. With maxUnavailable 0 a rollout therefore replaces nothing that works.
func TestUpgradeWithFailedMigration(t *testing.T) {
	long(t)
	t.Parallel()
	defer http.DefaultClient.CloseIdleConnections()
	dir := t.TempDir()
	program := buildNext(t, dir)
	s, err := procs.Start(t.Context(), procs.Options{Dir: filepath.Join(dir, "system"), Bin: programs(t), Dispatchers: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	key, err := s.CreateTenant(t.Context(), "ten_upgrade")
	if err != nil {
		t.Fatal(err)
	}
	old, calls := s.Webhooks[0].Addr("ADMIN_ADDR"), 0
	oldServes := func(when string) {
		t.Helper()
		if code, body := readiness(t, old); code != http.StatusOK {
			t.Errorf("%s: the old replica answers %d %s", when, code, body)
		}
		calls++
		if _, _, err := s.CreateEndpoint(t.Context(), key, fmt.Sprintf("http://127.0.0.1:9/%d", calls)); err != nil {
			t.Errorf("%s: a call to the old replica: %v", when, err)
		}
	}
	migrate := func() (string, error) { // as the init container has it: nothing but the database is known
		cmd := exec.CommandContext(t.Context(), program, "migrate")
		cmd.Env = []string{"DATABASE_URL=" + s.WebhooksDatabase()}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}

	execSQL(t, s.WebhooksDatabase(), "CREATE TABLE next_step ()") // is in the way of the migration
	if out, err := migrate(); err == nil || !strings.Contains(out, "9000_next_step.sql failed") {
		t.Fatalf("a failed migration: %v %s", err, out)
	}
	next := serveNext(t, s, program)
	if code, body := readiness(t, next); code != http.StatusServiceUnavailable ||
		!strings.Contains(body, "older than the 9000") || !strings.Contains(body, "`webhooksd migrate`") {
		t.Errorf("the new replica before its schema: %d %s", code, body)
	}
	oldServes("after a failed migration")

	execSQL(t, s.WebhooksDatabase(), "DROP TABLE next_step")
	if out, err := migrate(); err != nil || !strings.Contains(out, "applied 9000_next_step.sql (") ||
		!strings.Contains(out, "the schema is at version 9000") {
		t.Fatalf("the migration: %v %s", err, out)
	}
	if out, err := migrate(); err != nil || out != "the schema is at version 9000 already\n" {
		t.Errorf("the migration again: %v %s", err, out)
	}
	deadline := time.After(time.Minute)
	for code, body := readiness(t, next); code != http.StatusOK; code, body = readiness(t, next) {
		select {
		case <-deadline:
			t.Fatalf("the new replica after its migration: %d %s", code, body)
		default:
		}
	}
	oldServes("after the migration")

	// as a migration does that leaves the old release behind
	execSQL(t, s.WebhooksDatabase(), "UPDATE schema_support SET oldest_program = 9000")
	if code, body := readiness(t, old); code != http.StatusServiceUnavailable ||
		!strings.Contains(body, "run a newer webhooksd") {
		t.Errorf("the old replica, left behind: %d %s", code, body)
	}
	if code, body := readiness(t, next); code != http.StatusOK {
		t.Errorf("the new replica: %d %s", code, body)
	}
}
