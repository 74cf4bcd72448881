// Package s3server runs an S3 server inside of a test.
package s3server

import (
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/partnerline/partnerline/testkit/repository"
)

// The credentials of the server.
const (
	AccessKey = "access"
	SecretKey = "secret-of-the-test"
)

// A Server is the running server.
type Server struct {
	Endpoint string // http://host:port
	Dir      string // of the bucket's objects
}

// Start runs the S3 server of tools/s3 on a folder with one bucket until t ends.
func Start(t testing.TB, bucket string) Server {
	t.Helper()
	program := find(t)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, bucket), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close() // another may take the port before the server does; then the test says so
	var log bytes.Buffer
	c := exec.CommandContext(t.Context(), program, "--port", address, "--access", AccessKey, "--secret", SecretKey,
		"--quiet", "posix", "--sidecar", t.TempDir(), dir)
	c.Stdout, c.Stderr, c.WaitDelay = &log, &log, time.Second
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan struct{})
	go func() { _ = c.Wait(); close(exited) }()
	t.Cleanup(func() { _ = c.Process.Kill(); <-exited })
	for {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := http.DefaultClient.Do(req); err == nil {
			_ = resp.Body.Close()
			return Server{"http://" + address, filepath.Join(dir, bucket)}
		}
		select {
		case <-exited:
			t.Fatalf("the S3 server ended: %s", log.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// find returns the program, which lies beside the workspace that the test is part of.
func find(t testing.TB) string {
	t.Helper()
	dir, err := repository.Root()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, ".bin", "versitygw")
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("the S3 server is missing: run make test-tools (%v)", err)
	}
	return program
}
