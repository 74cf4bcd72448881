package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/partnerline/partnerline/e2e/stack"
)

// A second start says which process is up and where it serves, and leaves that one's log alone.
func TestSecondStart(t *testing.T) {
	dir := t.TempDir()
	hold, err := stack.Claim(dir)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "log")
	if err := os.WriteFile(log, []byte("of the first\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	pid := strconv.Itoa(os.Getpid())
	if err := run(t.Context(), options{dir: dir, once: true}, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "starting in "+dir+" (pid "+pid+")") {
		t.Errorf("while the first starts: %v", err)
	}
	if err := hold.Announce(stack.Env{PartnerBaseURL: "http://127.0.0.1:1",
		VerificationBaseURL: "http://127.0.0.1:2"}); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), options{dir: dir, once: true}, io.Discard); err == nil ||
		!strings.Contains(err.Error(),
			"up already: pid "+pid+", partner connect http://127.0.0.1:1, webhooks http://127.0.0.1:2") {
		t.Errorf("while the first is up: %v", err)
	}
	if b, err := os.ReadFile(log); err != nil || string(b) != "of the first\n" {
		t.Errorf("the log of the first: %q, %v", b, err)
	}
	if err := hold.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := stack.Claim(dir)
	if err != nil {
		t.Fatalf("after the first: %v", err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}
