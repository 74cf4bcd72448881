package app

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/partnerline/partnerline/testkit/packagetest"
)

// ofPackage is what the shared program lasts as long as.
var ofPackage packagetest.T

// program starts the shared program when the first test needs it.
var program = sync.OnceValue(func() *service { return begin(&ofPackage) })

var tenants atomic.Int64

// shared is the program of the package, with the defaults, as two tenants of the test see it. It starts with the first
// test that shares it, and ends when all have run. What other tenants do shows nowhere: a test that fails for it has
// found a fault. A test that takes a whole table or stream as its own, or changes the program or its time, has one by
// start.
func shared(t *testing.T) *service {
	t.Helper()
	own := *program()
	s := &own
	n := strconv.FormatInt(tenants.Add(1), 10)
	s.t, s.tenant, s.otherTenant = t, "ten_a"+n, "ten_b"+n
	s.stop = func() { t.Fatal("the program is not the test's own") }
	before := len(s.log.String())
	t.Cleanup(func() {
		if text := s.log.String()[before:]; t.Failed() && text != "" {
			t.Logf("warnings of the shared program meanwhile:\n%s", text)
		}
	})
	s.openPool(t)
	s.newKeys()
	return s
}
