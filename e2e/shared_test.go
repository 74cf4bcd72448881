package e2e

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/partnerline/partnerline/e2e/stack"
	"github.com/partnerline/partnerline/testkit/idp"
	"github.com/partnerline/partnerline/testkit/packagetest"
)

// ofPackage is what the stacks that tests share last as long as.
var ofPackage packagetest.T

// usual is a stack with the defaults, and consoled one with a console, too. Each starts when the first test needs it.
var (
	usual    = sync.OnceValue(func() *stack.Stack { return startShared() })
	consoled = sync.OnceValue(func() *stack.Stack { return startShared(aConsole) })
)

func startShared(change ...func(*stack.Options)) *stack.Stack {
	database := cluster.Server(&ofPackage).URL("postgres")
	o := stack.Options{Dir: ofPackage.TempDir(), DatabaseURL: database, RetrySchedule: short}
	for _, c := range change {
		c(&o)
	}
	s, err := stack.Start(ofPackage.Context(), o)
	if err != nil {
		ofPackage.Fatal(err)
	}
	ofPackage.Cleanup(func() { stop(&ofPackage, s) })
	return s
}

// aConsole is an option: a console, and its identity provider.
func aConsole(o *stack.Options) {
	program, err := idp.Find()
	if err != nil {
		panic(err)
	}
	o.IdentityProvider = program
}

var seeds atomic.Int64

// share returns a shared stack as a test sees it: with tenants, partners and keys of its own, which are called like
// those of every stack. That tests do not see one another is a promise of the product, so one that fails for another
// has found a defect. A test that takes options, kills something, moves a clock for all or reads what all have made
// starts its own stack.
func share(t *testing.T, of func() *stack.Stack) *system {
	t.Helper()
	own := *of()
	var err error
	if own.Env.Keys, err = own.Seed(t.Context(), strconv.FormatInt(seeds.Add(1), 10)); err != nil {
		t.Fatal(err)
	}
	return &system{&own, t}
}

// id is an id like those of the demo, as the test's stack has it.
func (s *system) id(id string) string { return id + s.Env.TenantID[len("ten_demo"):] }
