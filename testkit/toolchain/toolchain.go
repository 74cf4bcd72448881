// Package toolchain leaves out tests that need another toolchain than Go, where only Go is to be used.
package toolchain

import (
	"os"
	"testing"
)

// GoOnly is the environment variable by which make check leaves out such tests.
const GoOnly = "GO_ONLY"

// Needs is called by a test that runs another toolchain, such as Node.js or a browser, before anything that takes time.
func Needs(t testing.TB, name string) {
	t.Helper()
	if os.Getenv(GoOnly) != "" {
		t.Skipf("needs %s: make check runs what needs Go only, make test runs this, too", name)
	}
}
