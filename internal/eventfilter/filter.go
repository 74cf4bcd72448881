// Package eventfilter decides by expressions in CEL which events an endpoint gets.
package eventfilter

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
)

const (
	// MaxLength is the most bytes of an expression.
	MaxLength = 1000
	// costLimit bounds an evaluation, in units of CEL: a comparison or a selection is about one.
	costLimit = 2000
	// eventCostLimit bounds all evaluations on one event: as many filters as a tenant may have, each of about twenty comparisons.
	eventCostLimit = 20_000
	// maxDepth bounds how deep an expression is nested.
	maxDepth = 32
)

// An Error is why an expression is none, and where.
type Error struct {
	Line, Column int // from 1
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// environment has one variable, `event`: the envelope as receivers get it.
var environment = sync.OnceValue(func() *cel.Env {
	env, err := cel.NewEnv(
		cel.Variable("event", cel.MapType(cel.StringType, cel.DynType)),
		cel.CrossTypeNumericComparisons(true), // the numbers of JSON are doubles, those of expressions mostly integers
		cel.ParserRecursionLimit(maxDepth),
		cel.ParserExpressionSizeLimit(MaxLength),
	)
	if err != nil {
		panic(err) // of what is written above
	}
	return env
})

// A Filter is a compiled expression. It is safe for concurrent use.
type Filter struct {
	program cel.Program
	cost    uint64 // of any evaluation, at most; 0: each evaluation counts its own
}

// Compile compiles an expression whose result is true or false; *Error when it is none.
func Compile(expression string) (*Filter, error) {
	if len(expression) > MaxLength {
		return nil, &Error{1, MaxLength + 1, fmt.Sprintf("an expression has at most %d bytes", MaxLength)}
	}
	ast, issues := environment().Compile(expression)
	if list := issues.Errors(); len(list) > 0 {
		first := list[0]
		return nil, &Error{max(first.Location.Line(), 1), max(first.Location.Column()+1, 1), message(first.Message)}
	}
	if !ast.OutputType().IsExactType(cel.BoolType) {
		return nil, &Error{1, 1, fmt.Sprintf("the result is of type %s, not bool; compare it, as in event.type == \"...\"", ast.OutputType())}
	}
	cost := constantCost(expression, ast)
	option := cel.EvalOptions(cel.OptOptimize)
	if cost == 0 {
		option = cel.CostLimit(costLimit)
	}
	program, err := environment().Program(ast, option)
	if err != nil {
		return nil, &Error{1, 1, message(err.Error())}
	}
	return &Filter{program, cost}, nil
}

// message is the first line of what the parser says, without its own words for what precedes it.
func message(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimPrefix(text, "Syntax error: ")
}

// Matches reports whether an endpoint with the filter gets an event. An expression that fails, as on a member that the event does not
// have, does not match. One whose cost is above the limit does, and so does every one once all on the event cost more than theirs: an event
// is rather delivered than lost, and others do not wait for what a tenant's filters cost.
func (f *Filter) Matches(e *Event) bool {
	variables := e.activation()
	if variables == nil || e.cost >= eventCostLimit {
		return true
	}
	result, details, err := f.program.Eval(variables)
	e.cost += f.cost
	if cost := details.ActualCost(); cost != nil {
		e.cost += *cost
	}
	if err != nil {
		return isTooExpensive(err)
	}
	return result == types.True
}

func isTooExpensive(err error) bool {
	return strings.Contains(err.Error(), "actual cost limit exceeded")
}

// An Event is an envelope that filters look at. It is decoded once, for the first of them.
type Event struct {
	body      []byte
	variables cel.Activation
	tried     bool
	cost      uint64 // of the evaluations so far
}

// NewEvent returns an event with a body.
func NewEvent(body []byte) *Event { return &Event{body: body} }

// activation holds the members of the envelope; it is nil when that is no JSON object.
func (e *Event) activation() cel.Activation {
	if e.tried {
		return e.variables
	}
	e.tried = true
	var members map[string]any
	if json.Unmarshal(e.body, &members) != nil || members == nil { // of our own making
		return nil
	}
	e.variables, _ = cel.NewActivation(map[string]any{"event": members}) // of a map there is no error
	return e.variables
}

// maxCached is how many filters are kept compiled, at about 20 KiB each.
const maxCached = 2048

// A Cache keeps compiled filters. It is safe for concurrent use.
type Cache struct {
	mu      sync.Mutex
	filters map[string]*Filter
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{filters: map[string]*Filter{}} }

// Matches reports whether an endpoint with an expression gets an event; the empty expression matches every event, and so does one that a
// later version of CEL does not compile any more.
func (c *Cache) Matches(expression string, e *Event) bool {
	if expression == "" {
		return true
	}
	f := c.filter(expression)
	return f == nil || f.Matches(e)
}

// filter is nil for an expression that does not compile.
func (c *Cache) filter(expression string) *Filter {
	c.mu.Lock()
	f, ok := c.filters[expression]
	c.mu.Unlock()
	if ok {
		return f
	}
	f, err := Compile(expression)
	var bad *Error
	if errors.As(err, &bad) {
		f = nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.filters) >= maxCached {
		clear(c.filters)
	}
	c.filters[expression] = f
	return f
}
