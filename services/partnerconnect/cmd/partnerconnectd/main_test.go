package main

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/lifecycle"
	"github.com/partnerline/partnerline/testkit/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

func environment(databaseURL, adminAddr string) []string {
	return []string{
		"DATABASE_URL=" + databaseURL, "HTTP_ADDR=127.0.0.1:0", "GRPC_ADDR=127.0.0.1:0", "ADMIN_ADDR=" + adminAddr,
		"PUBLIC_BASE_URL=http://localhost", "INTERNAL_TOKEN=" + strings.Repeat("t", 32),
		"ENCRYPTION_KEYS=" + keyring.NewKey("e"), "LINK_KEYS=" + keyring.NewKey("l"),
	}
}

func TestCommands(t *testing.T) {
	ctx := t.Context()
	url := pgtest.New(t)
	var out bytes.Buffer
	if err := run(ctx, []string{"check-config"}, environment(url, "127.0.0.1:0"), &out); err != nil || out.String() != "the configuration is valid\n" {
		t.Errorf("check-config: %q, %v", out.String(), err)
	}
	if err := run(ctx, []string{"check-config"}, nil, &out); err == nil {
		t.Error("check-config accepts nothing")
	}
	for range 2 {
		if err := run(ctx, []string{"migrate"}, []string{"DATABASE_URL=" + url}, &out); err != nil {
			t.Errorf("migrate: %v", err)
		}
	}
	for _, args := range [][]string{{"help"}, {"serve", "now"}} {
		if err := run(ctx, args, nil, &out); err == nil || !strings.HasPrefix(err.Error(), "usage:") {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// announced says which admin port the program's first line names.
type announced struct{ line chan string }

func (a announced) Write(p []byte) (int, error) {
	select {
	case a.line <- string(p):
	default:
	}
	return len(p), nil
}

func TestServeAndHealthcheck(t *testing.T) {
	url := pgtest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := announced{make(chan string, 1)}
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, nil, append(environment(url, "127.0.0.1:0"), "MIGRATE=true"), out)
	}()
	var addr string
	select {
	case line := <-out.line:
		_, rest, _ := strings.Cut(line, `"admin":"`)
		addr, _, _ = strings.Cut(rest, `"`)
	case err := <-done:
		t.Fatalf("ended: %v", err)
	}
	_, port, _ := net.SplitHostPort(addr)
	if err := run(t.Context(), []string{"healthcheck"}, []string{"ADMIN_ADDR=" + addr}, nil); err != nil {
		t.Errorf("healthcheck of %s: %v", addr, err)
	}
	if err := run(t.Context(), []string{"healthcheck"}, []string{"ADMIN_ADDR=:" + port}, nil); err != nil {
		t.Errorf("healthcheck of all addresses: %v", err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("ended with: %v", err)
	}
	if err := run(t.Context(), []string{"healthcheck"}, []string{"ADMIN_ADDR=" + addr}, nil); err == nil {
		t.Error("healthcheck of nobody succeeds")
	}
}

// A port that is taken is reported, and nothing is left behind.
func TestPortTaken(t *testing.T) {
	taken, err := lifecycle.Listen(t.Context(), nil, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	err = run(t.Context(), []string{"serve"}, environment("postgres://localhost/x", taken.Addr().String()), &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), taken.Addr().String()) {
		t.Errorf("%v", err)
	}
}
