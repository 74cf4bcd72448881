// Package attack holds attacks on a running system: what a stranger, or a caller with a valid key, does on purpose to
// deny the service to others or to get what is not theirs. Each is a program that ends by itself and returns figures,
// each with its bar.
//
// An attack sends traffic to the system that it was given and to nothing else, and its loops are bounded in count and
// time.
package attack

import (
	"context"
	"fmt"

	"github.com/partnerline/partnerline/e2e/stack"
)

// A Target is what is attacked.
type Target struct {
	Stack *stack.Stack // the whole system, in this process, with test keys and a sandbox
	Dir   string       // an empty folder for what an attack starts besides
	// Bin is the folder of the programs, for an attack that needs them as processes of their own.
	Bin func(context.Context) (string, error)
	// DatabaseURL is of a Postgres server where an attack that needs programs as processes of their own may make
	// databases.
	DatabaseURL string
	// Small asks for the size that is part of the tests: seconds instead of minutes, the same bars but for times.
	Small bool
	Logf  func(format string, args ...any)
}

// A Figure is one measured value and its bar.
type Figure struct {
	Name  string
	Value float64
	Unit  string // s, ms, MiB, count, ratio
	Bar   float64
	// AtLeast: the value must not be below the bar; otherwise it must not be above it.
	AtLeast bool
}

// Met says whether the value keeps its bar.
func (f Figure) Met() bool {
	if f.AtLeast {
		return f.Value >= f.Bar
	}
	return f.Value <= f.Bar
}

// Timed says whether the value depends on how fast the machine is and what else it does: then it is checked where an
// attack has the machine for itself, and not as part of the tests.
func (f Figure) Timed() bool { return f.Unit == "s" || f.Unit == "ms" }

func (f Figure) String() string {
	relation, verdict := "<=", "met"
	if f.AtLeast {
		relation = ">="
	}
	if !f.Met() {
		verdict = "MISSED"
	}
	return fmt.Sprintf("%-44s %10.4g %-6s (bar %s %g) %s", f.Name, f.Value, f.Unit, relation, f.Bar, verdict)
}

// An Attack is one of them.
type Attack struct {
	Name      string               // as given to -only
	About     string               // what is attempted, in a sentence
	Configure func(*stack.Options) // changes the system that it is to be given; nil leaves it as it is
	Run       func(context.Context, *Target) ([]Figure, error)
}

// All are the attacks.
var All = []Attack{
	precedence, signatures, signingKeys, lockout, costlyFilters, costlyShapes, queues, causedDeliveries, floods, early,
}
