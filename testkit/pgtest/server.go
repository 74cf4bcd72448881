package pgtest

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/partnerline/partnerline/testkit/pgserver"
)

// A Runner runs the tests of a package; *testing.M is one.
type Runner interface{ Run() int }

// Main runs all tests and stops the shared server: os.Exit(pgtest.Main(m)).
func Main(m Runner) int { return Wrap(m).Run() }

// Wrap gives a Runner that runs m and then stops the shared server, for TestMains that call another wrapper.
func Wrap(m Runner) Runner { return wrapped{m} }

type wrapped struct{ m Runner }

func (w wrapped) Run() int {
	code := w.m.Run()
	if err := Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return max(code, 1)
	}
	return code
}

// Server starts a server that is t's alone, for tests that stop, kill or configure Postgres. It is stopped, and its
// data removed, when t ends. An option may change what is started; the directory always is the test's own.
func Server(t testing.TB, options ...func(*pgserver.Options)) *pgserver.Server {
	t.Helper()
	var opts pgserver.Options
	for _, set := range options {
		set(&opts)
	}
	ctx, cancel := context.WithTimeout(t.Context(), startTimeout)
	defer cancel()
	s, err := start(ctx, opts)
	if err != nil {
		t.Fatalf("start Postgres for the test: %v", err)
	}
	t.Cleanup(func() {
		if err := s.discard(); err != nil {
			t.Error(err)
		}
	})
	return s.Server
}

// Durable is an option for [Server]: a commit survives a crash of the machine, as in production.
func Durable(o *pgserver.Options) { o.Durable = true }
