package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/testkit/natstest"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// asProgram makes the test's binary the program itself.
const asProgram = "WEBHOOKSD_UNDER_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	goleak.VerifyTestMain(pgtest.Wrap(m))
}

// program returns the program with nothing but these variables in its environment.
func program(t *testing.T, environ []string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), exe, args...)
	c.Env = append([]string{asProgram + "=1"}, environ...)
	return c
}

// run returns what the program printed and its exit status.
func run(t *testing.T, environ []string, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	c := program(t, environ, args...)
	var out, errs strings.Builder
	c.Stdout, c.Stderr = &out, &errs
	var failed *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}

// The whole life of a deployment, as an operator lives it.
func TestLifeOfADeployment(t *testing.T) {
	token := "internal-token-of-this-test"
	env := []string{
		"DATABASE_URL=" + pgtest.New(t), "NATS_URL=" + natstest.New(t).URL(), "HTTP_ADDR=127.0.0.1:0",
		"GRPC_ADDR=127.0.0.1:0", "ADMIN_ADDR=127.0.0.1:0",
		"INTERNAL_TOKEN=" + token, "ENCRYPTION_KEYS=" + keyring.NewKey("e"), "STREAM_MAX_BYTES=67108864",
	}
	if stdout, stderr, exit := run(t, env, "check-config"); exit != 0 || !strings.Contains(stdout, "OPERATOR_ISSUER") {
		t.Fatalf("check-config without operators: %d: %s%s", exit, stdout, stderr)
	}
	env = append(env, "OPERATOR_BOOTSTRAP=true")
	if stdout, stderr, exit := run(t, env, "check-config"); exit != 0 || !strings.Contains(stdout, "without a name") {
		t.Fatalf("check-config: %d: %s%s", exit, stdout, stderr)
	}
	if _, stderr, exit := run(t, env[1:], "check-config"); exit != 1 || !strings.Contains(stderr, "DATABASE_URL") {
		t.Errorf("check-config without a database: %d: %s", exit, stderr)
	}
	for range 2 {
		if _, stderr, exit := run(t, env, "migrate"); exit != 0 {
			t.Fatalf("migrate: %d: %s", exit, stderr)
		}
	}
	serve := program(t, env, "serve")
	log, err := serve.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(log)
	var at struct{ Msg, Admin, GRPC string }
	for at.Msg != "serving" && lines.Scan() {
		if err := json.Unmarshal(lines.Bytes(), &at); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
	}
	if _, stderr, exit := run(t, append(env, "ADMIN_ADDR="+at.Admin), "healthcheck"); exit != 0 {
		t.Errorf("healthcheck of %s: %d: %s", at.Admin, exit, stderr)
	}

	tokenFile := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(tokenFile, []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	operator := []string{"INTERNAL_TOKEN_FILE=" + tokenFile, "GRPC_ADDR=" + at.GRPC} // and nothing else
	stdout, stderr, exit := run(t, operator, "admin", "create-tenant", "--id", "ten_x", "--name", "X")
	if exit != 0 || stderr != "" || !strings.Contains(stdout, `"id": "ten_x"`) {
		t.Errorf("admin create-tenant: %d: %s%s", exit, stdout, stderr)
	}
	stdout, stderr, exit = run(t, operator, "admin", "create-tenant", "--id", "X", "--name", "X")
	if exit != 1 || stdout != "" || !strings.Contains(stderr, "validation_failed") || !strings.Contains(stderr, "--id: ") {
		t.Errorf("admin with a bad id: %d: %s%s", exit, stdout, stderr)
	}
	if _, stderr, exit = run(t, operator, "admin", "create-tenant"); exit != 2 ||
		!strings.Contains(stderr, "missing --id, --name") {
		t.Errorf("admin without flags: %d: %s", exit, stderr)
	}
	if stdout, _, exit = run(t, nil, "admin"); exit != 0 ||
		!strings.Contains(stdout, "create-tenant --id STRING --name STRING") {
		t.Errorf("admin alone: %d: %s", exit, stdout)
	}

	if err := serve.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // to its end, so that the program is never blocked by a full pipe
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("ended with: %v", err)
	}
}
