// Package pgbouncer runs a PgBouncer before the Postgres of a test. A test that needs one is skipped on a machine that
// has none.
package pgbouncer

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/partnerline/partnerline/testkit/freeport"
)

const startTimeout = 30 * time.Second

// Binary is the path of the program; empty where it is not installed.
func Binary() string {
	// Debian installs it outside of the search path of users.
	for _, name := range []string{"pgbouncer", "/usr/sbin/pgbouncer"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// New starts a PgBouncer before the database of a URL, with lines of its configuration such as "pool_mode =
// transaction", and returns the URL of the database behind it. It ends with the test.
func New(t testing.TB, database string, lines ...string) string {
	t.Helper()
	binary := Binary()
	if binary == "" {
		t.Skip("SKIPPED: there is no pgbouncer; make need-pgbouncer installs it where it can")
	}
	server, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	port, err := freeport.Pick("127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "pgbouncer-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	// As root it runs as another user, who has to read this.
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("[databases]\n* = host=%s port=%s user=%s\n[pgbouncer]\n"+
		"listen_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\nauth_type = any\n",
		server.Hostname(), server.Port(), server.User.Username(), port)
	for _, line := range lines {
		text += line + "\n"
	}
	config := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-q", config}
	if os.Geteuid() == 0 {
		args = append([]string{"-u", "daemon"}, args...)
	}
	cmd := exec.CommandContext(t.Context(), binary, args...)
	output, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = output.Close()
	})
	behind := *server
	behind.Host = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	for deadline := time.Now().Add(startTimeout); ; time.Sleep(10 * time.Millisecond) {
		if c, err := net.Dial("tcp", behind.Host); err == nil {
			_ = c.Close()
			return behind.String()
		}
		if time.Now().After(deadline) {
			said, _ := os.ReadFile(output.Name())
			t.Fatalf("pgbouncer does not start: %s", said)
		}
	}
}
