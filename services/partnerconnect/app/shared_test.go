package app_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/partnerline/partnerline/testkit/pgtest"
)

// Tests that need nothing of a program but what every tenant has share one, with one database. Each has partners,
// channels and keys of its own there, and no test can notice another: a failure that another one's partner causes is a
// defect of the product. Tests that need a configuration, a clock, an end of the program or all rows of a table start
// one.

// program starts the shared program when the first test needs it. The fictitious companies are in its register from the
// start.
var program = sync.OnceValue(func() *system {
	url := schema.New(&ofPackage)
	cfg := config(&ofPackage, url)
	cfg.FeeBasisPoints = fee
	s := serve(&ofPackage, cfg)
	s.pool = connect(&ofPackage, url)
	if _, err := s.operator.ImportRegister(bearer(context.Background(), internalToken), allCompanies()); err != nil {
		ofPackage.Fatal(err)
	}
	return s
})

var tenants atomic.Int64

// shared returns the shared program as t sees it.
func shared(t *testing.T) *system {
	t.Helper()
	s := *program()
	s.t, s.suffix, s.logFrom = t, fmt.Sprintf("t%d", tenants.Add(1)), s.log.len()
	t.Cleanup(s.showLog)
	t.Cleanup(func() {
		checkEvents(t, s.pool, s.suffix)
		checkAudit(t, s.pool, s.suffix)
	})
	return &s
}

// id is an id that a test writes, like ptn_a, as it is on the program: on the shared one it is the test's own.
func (s *system) id(id string) string { return id + s.suffix }

// needsItsOwn fails a test that asks more of the shared program than a tenant may.
func (s *system) needsItsOwn(what string) {
	s.t.Helper()
	if s.suffix != "" {
		s.t.Fatalf("%s: the test needs a program of its own", what)
	}
}

// needsArguments fails a test whose statement is not limited to rows of its own on the shared program.
func (s *system) needsArguments(sql string, args []any) {
	s.t.Helper()
	if s.suffix != "" && (len(args) == 0 || !strings.Contains(sql, "$1")) {
		s.t.Fatalf("%s: the statement concerns the rows of all tests", sql)
	}
}

// A packageT stands for the test of the whole package: what it is given lasts until all tests have ended.
type packageT struct {
	testing.TB // nil: nothing else is called

	mu       sync.Mutex // guards all below
	cleanups []func()
	failed   bool
}

var ofPackage packageT

func (p *packageT) Helper() {}

func (p *packageT) Context() context.Context { return context.Background() }

func (p *packageT) Cleanup(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cleanups = append(p.cleanups, f)
}

func (p *packageT) Errorf(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = true
	fmt.Fprintf(os.Stderr, "the shared program: "+format+"\n", args...)
}

// Fatal ends all tests: none can do without what failed.
func (p *packageT) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

func (p *packageT) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func (p *packageT) TempDir() string {
	dir, err := os.MkdirTemp("", "partnerconnect-")
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// end does what is to be done at the end, the last thing first, and reports whether all is well.
func (p *packageT) end() bool {
	for len(p.cleanups) > 0 {
		last := len(p.cleanups) - 1
		f := p.cleanups[last]
		p.cleanups = p.cleanups[:last]
		f()
	}
	return !p.failed
}

// endingShared runs all tests, then ends the program that they share.
type endingShared struct{ pgtest.Runner }

func (e endingShared) Run() int {
	code := e.Runner.Run()
	if !ofPackage.end() {
		return max(code, 1)
	}
	return code
}
