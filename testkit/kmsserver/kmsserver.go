// Package kmsserver runs a KMS with the interface of AWS inside of a test.
package kmsserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/partnerline/partnerline/testkit/cluster"
	"github.com/partnerline/partnerline/testkit/repository"
)

// A Server is a process that can be ended and started again, with the same keys and at the same address.
type Server struct {
	t       testing.TB
	dir     string
	front   *cluster.Service // keeps the address while no process runs: it closes connections then
	process *exec.Cmd
	log     bytes.Buffer
}

// Start runs the KMS of tools/kms until t ends.
func Start(t testing.TB) *Server {
	t.Helper()
	front, err := cluster.Serve("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(front.Close)
	s := &Server{t: t, dir: t.TempDir(), front: front}
	s.Resume()
	t.Cleanup(s.Stop)
	return s
}

// Stop ends the process.
func (s *Server) Stop() {
	s.front.Ready()
	if s.process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		s.process = nil
	}
}

// Resume starts it again.
func (s *Server) Resume() {
	s.t.Helper()
	// The process outlives the context of the test, which ends before what the test cleans up.
	c := exec.CommandContext(context.WithoutCancel(s.t.Context()), find(s.t), "-dir", s.dir)
	c.Stderr, c.WaitDelay = &s.log, time.Second
	out, err := c.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.process = c
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.Stop()
		s.t.Fatalf("the KMS ended: %s", s.log.String())
	}
	s.front.Ready(strings.TrimSpace(line))
}

// URL is where it listens.
func (s *Server) URL() string { return "http://" + s.front.Addr() }

// NewKey makes a key and returns it as the value of KEYS_KMS.
func (s *Server) NewKey() string {
	s.t.Helper()
	var made struct{ KeyMetadata struct{ KeyID string } }
	if err := json.Unmarshal(s.call("CreateKey", "{}"), &made); err != nil {
		s.t.Fatal(err)
	}
	return KeyURL(made.KeyMetadata.KeyID, s.URL())
}

// Environ are the variables by which the library of AWS takes any credentials: the server checks none.
func Environ() []string {
	return []string{
		"AWS_ACCESS_KEY_ID=test", "AWS_SECRET_ACCESS_KEY=test", "AWS_EC2_METADATA_DISABLED=true", "AWS_MAX_ATTEMPTS=1",
	}
}

// KeyURL is the value of KEYS_KMS for a key at an endpoint.
func KeyURL(id, endpoint string) string {
	return "awskms:///" + id + "?" + url.Values{"region": {"eu-central-1"}, "endpoint": {endpoint}}.Encode()
}

// Disable ends the use of the key of a URL.
func (s *Server) Disable(key string) {
	s.t.Helper()
	u, err := url.Parse(key)
	if err != nil {
		s.t.Fatal(err)
	}
	s.call("DisableKey", fmt.Sprintf(`{"KeyId":%q}`, strings.TrimPrefix(u.Path, "/")))
}

func (s *Server) call(action, body string) []byte {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.URL(), strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-amz-json-1.1")
	req.Header.Set("X-Amz-Target", "TrentService."+action)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %d %s %v", action, resp.StatusCode, answer, err)
	}
	return answer
}

// find returns the program, which lies beside the workspace that the test is part of.
func find(t testing.TB) string {
	t.Helper()
	dir, err := repository.Root()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, ".bin", "kms")
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("the KMS is missing: run make test-tools (%v)", err)
	}
	return program
}
