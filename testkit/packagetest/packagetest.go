// Package packagetest stands for the test of a whole package: what tests share is made with it, and lasts until all
// have run.
//
//	var ofPackage packagetest.T
//
//	func TestMain(m *testing.M) { os.Exit(ofPackage.Wrap(m).Run()) }
//
//	var program = sync.OnceValue(func() *system { return start(&ofPackage) })
package packagetest

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"testing"

	"github.com/partnerline/partnerline/testkit/pgtest"
)

// A T is a testing.TB that ends when all tests have run. Of its methods only those below may be called.
type T struct {
	testing.TB // nil

	mu       sync.Mutex // guards all below
	cleanups []func()
	failed   bool
}

// Helper implements testing.TB.
func (*T) Helper() {}

// Context implements testing.TB.
func (*T) Context() context.Context { return context.Background() }

// Output implements testing.TB: tests show what is logged in their time.
func (*T) Output() io.Writer { return io.Discard }

// Cleanup implements testing.TB.
func (t *T) Cleanup(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cleanups = append(t.cleanups, f)
}

// Error implements testing.TB.
func (t *T) Error(args ...any) { t.Errorf("%s", fmt.Sprint(args...)) }

// Errorf implements testing.TB.
func (t *T) Errorf(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failed = true
	fmt.Fprintf(os.Stderr, "what tests share: "+format+"\n", args...)
}

// Fatal ends all tests: none can do without what failed.
func (*T) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// Fatalf is Fatal.
func (*T) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

// TempDir implements testing.TB.
func (t *T) TempDir() string {
	dir, err := os.MkdirTemp("", "partnerline-tests-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// Wrap gives a Runner that runs m and then ends t. It fails when t has failed.
func (t *T) Wrap(m pgtest.Runner) pgtest.Runner { return wrapped{m, t} }

type wrapped struct {
	m pgtest.Runner
	t *T
}

// Run implements pgtest.Runner.
func (w wrapped) Run() int {
	code := w.m.Run()
	if !w.t.end() {
		return max(code, 1)
	}
	return code
}

// end does what is to be done at the end, the last thing first, and reports whether all is well.
func (t *T) end() bool {
	for {
		t.mu.Lock()
		last := len(t.cleanups) - 1
		if last < 0 {
			defer t.mu.Unlock()
			return !t.failed
		}
		f := t.cleanups[last]
		t.cleanups = t.cleanups[:last]
		t.mu.Unlock()
		f()
	}
}
