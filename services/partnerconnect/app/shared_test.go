package app_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/partnerline/partnerline/testkit/packagetest"
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

// ofPackage is what the shared program lasts as long as.
var ofPackage packagetest.T
