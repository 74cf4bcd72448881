package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/partnerline/partnerline/testkit/pgtest"
)

// common is the program that tests share.
var common struct {
	mu      sync.Mutex // guards all below
	program *service
	ends    []func()
	fault   atomic.Bool // of its end
}

// ending ends the program once all tests have run.
type ending struct{ m pgtest.Runner }

// Run implements pgtest.Runner.
func (e ending) Run() int {
	code := e.m.Run()
	for _, end := range slices.Backward(common.ends) {
		end()
	}
	if common.fault.Load() {
		code = max(code, 1)
	}
	return code
}

var tenants atomic.Int64

// shared is the program of the package, with the defaults, as two tenants of the test see it. It starts with the first
// test that shares it, and ends when all have run. What other tenants do shows nowhere: a test that fails for it has
// found a fault. A test that takes a whole table or stream as its own, or changes the program or its time, has one by
// start.
func shared(t *testing.T) *service {
	t.Helper()
	s := sharedProgram(t)
	n := strconv.FormatInt(tenants.Add(1), 10)
	s.t, s.tenant, s.otherTenant = t, "ten_a"+n, "ten_b"+n
	s.stop = func() { t.Fatal("the program is not the test's own") }
	before := len(s.log.String())
	t.Cleanup(func() {
		if text := s.log.String()[before:]; t.Failed() && text != "" {
			t.Logf("warnings of the shared program meanwhile:\n%s", text)
		}
	})
	s.newKeys()
	return s
}

func sharedProgram(t *testing.T) *service {
	common.mu.Lock()
	defer common.mu.Unlock()
	if common.program == nil {
		common.program = begin(lasting{t})
	}
	s := *common.program
	return &s
}

// lasting is the test that starts what all share, but for its end.
type lasting struct{ testing.TB }

// Cleanup implements testing.TB: with common.mu held, and by what is begun then.
func (lasting) Cleanup(f func()) { common.ends = append(common.ends, f) }

// Context implements testing.TB.
func (lasting) Context() context.Context { return context.Background() }

// TempDir implements testing.TB.
func (l lasting) TempDir() string {
	dir, err := os.MkdirTemp("", "webhooks-shared-")
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Output implements testing.TB: the tests show what is logged in their time.
func (lasting) Output() io.Writer { return io.Discard }

// Errorf implements testing.TB, after the end of the test.
func (lasting) Errorf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "the shared program: "+format+"\n", args...)
	common.fault.Store(true)
}
