package main

import (
	"bufio"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

// asProgram makes the test's binary the program itself.
const asProgram = "PARTNERCONNECTD_UNDER_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	goleak.VerifyTestMain(pgtest.Wrap(m))
}

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

func environment(t *testing.T, databaseURL, adminAddr string) []string {
	t.Helper()
	return []string{
		"DATABASE_URL=" + databaseURL, "HTTP_ADDR=127.0.0.1:0", "GRPC_ADDR=127.0.0.1:0", "ADMIN_ADDR=" + adminAddr,
		"PUBLIC_BASE_URL=http://localhost", "INTERNAL_TOKEN=internal-token-of-this-test", "OPERATOR_BOOTSTRAP=true",
		"ENCRYPTION_KEYS=" + keyring.NewKey("e"), "LINK_KEYS=" + keyring.NewKey("l"),
		"IDENTITY_HASH_KEY=" + strings.TrimPrefix(keyring.NewKey("i"), "i:"), "DOCUMENTS_DIR=" + t.TempDir(),
	}
}

// The whole life of a deployment, as an operator lives it.
func TestLifeOfADeployment(t *testing.T) {
	t.Parallel()
	url := pgtest.New(t)
	env := environment(t, url, "127.0.0.1:0")
	if out, err := program(t, env, "check-config").CombinedOutput(); err != nil {
		t.Fatalf("check-config: %v: %s", err, out)
	} else if !strings.Contains(string(out), "live mode has no payment_engine; set PAYMENT_ENGINE_GRPC\n") {
		t.Errorf("check-config does not say what live mode lacks: %s", out)
	}
	engine := append(slices.Clone(env), "PAYMENT_ENGINE_GRPC=engine.example:443",
		"PAYMENT_ENGINE_TOKEN=token-of-the-engine-0123456789")
	if out, err := program(t, engine, "check-config").CombinedOutput(); err != nil ||
		strings.Contains(string(out), "payment_engine") {
		t.Errorf("check-config with an engine: %v: %s", err, out)
	}
	register := append(slices.Clone(env), "COMPANY_REGISTER_GRPC=register.example:443",
		"COMPANY_REGISTER_TOKEN=token-of-the-register-0123456789")
	if out, err := program(t, register, "check-config").CombinedOutput(); err != nil ||
		strings.Contains(string(out), "company_register") {
		t.Errorf("check-config with a company register: %v: %s", err, out)
	}
	callback := append(slices.Clone(env), "MESSAGE_CALLBACK_URL=https://messages.example/send",
		"MESSAGE_CALLBACK_SECRET=whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if out, err := program(t, callback, "check-config").CombinedOutput(); err != nil ||
		strings.Contains(string(out), "message_sender") {
		t.Errorf("check-config with a callback for messages: %v: %s", err, out)
	}
	if out, err := program(t, env[1:], "check-config").CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "DATABASE_URL") {
		t.Errorf("check-config without a database: %v: %s", err, out)
	}
	for range 2 {
		if out, err := program(t, env, "migrate").CombinedOutput(); err != nil {
			t.Fatalf("migrate: %v: %s", err, out)
		}
	}
	serve := program(t, env, "serve")
	stderr, err := serve.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	line := ""
	for lines := bufio.NewReader(stderr); !strings.Contains(line, `"msg":"serving"`); {
		if line, err = lines.ReadString('\n'); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
	}
	_, rest, _ := strings.Cut(line, `"admin":"`)
	admin, _, _ := strings.Cut(rest, `"`)
	if out, err := program(t, environment(t, url, admin), "healthcheck").CombinedOutput(); err != nil {
		t.Errorf("healthcheck of %s: %v: %s", admin, err, out)
	}
	if err := serve.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := serve.Wait(); err != nil {
		t.Errorf("ended with: %v", err)
	}
	if _, err := program(t, environment(t, url, admin), "healthcheck").CombinedOutput(); err == nil {
		t.Error("healthcheck of a stopped service succeeds")
	}
}
