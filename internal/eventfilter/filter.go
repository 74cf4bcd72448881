// Package eventfilter evaluates expressions in CEL on events: filters, which decide which events an endpoint gets, and
// shapes, which make bodies of requests, and in which order.
package eventfilter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/interpreter"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

const (
	// MaxLength is the most bytes of an expression.
	MaxLength = 1000
	// costLimit bounds an evaluation, in units of a microsecond at most: a comparison is one.
	costLimit = 2000
	// eventCostLimit bounds all evaluations on one event: as many filters as a tenant may have, each of about twenty
	// comparisons.
	eventCostLimit = 20_000
	// timeLimit bounds an evaluation where a unit takes longer than it should.
	timeLimit = 100 * time.Millisecond
	// maxDepth bounds how deep an expression is nested.
	maxDepth = 32
)

// An Error says why an expression is refused, and where.
type Error struct {
	Line, Column int // from 1
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// environment has one variable, `event`: the envelope as receivers get it. The meter is another, which no expression
// can name.
var environment = sync.OnceValue(func() *cel.Env { return newEnvironment(MaxLength) })

// newEnvironment is one for expressions of a length.
func newEnvironment(length int) *cel.Env {
	env, err := cel.NewEnv(
		cel.Variable("event", cel.MapType(cel.StringType, cel.DynType)),
		cel.CrossTypeNumericComparisons(true), // the numbers of JSON are doubles, those of expressions mostly integers
		cel.ParserRecursionLimit(maxDepth),
		cel.ParserExpressionSizeLimit(length),
	)
	if err != nil {
		panic(err) // of what is written above
	}
	return env
}

// A Filter is a compiled expression. It is safe for concurrent use.
type Filter struct {
	program cel.Program
	cost    uint64 // of any evaluation, at most; 0: each evaluation counts its own
}

// Compile compiles an expression whose result is true or false and whose cost grows no faster than an event. It
// returns an *Error for any other expression.
func Compile(expression string) (*Filter, error) {
	return compile(expression, checkBool)
}

func compile(expression string, checkResult func(*types.Type) error) (*Filter, error) {
	ast, err := check(expression, checkResult)
	if err != nil {
		return nil, err
	}
	if err := checkBounds(ast); err != nil {
		return nil, err
	}
	return plan(expression, ast)
}

// compileStored compiles an expression that was stored by a version with fewer rules: its evaluations are bounded all
// the same.
func compileStored(expression string, checkResult func(*types.Type) error) (*Filter, error) {
	ast, err := check(expression, checkResult)
	if err != nil {
		return nil, err
	}
	return plan(expression, ast)
}

// parse returns an expression that the environment accepts; its result may be of any type.
func parse(env *cel.Env, expression string, length int) (*cel.Ast, error) {
	if len(expression) > length {
		return nil, &Error{1, length + 1, fmt.Sprintf("an expression has at most %d bytes", length)}
	}
	ast, issues := env.Compile(expression)
	if list := issues.Errors(); len(list) > 0 {
		line, column, text := list[0].Location.Line(), list[0].Location.Column(), message(list[0].Message)
		return nil, &Error{max(line, 1), max(column+1, 1), text + advice(from(expression, line, column), text)}
	}
	return ast, nil
}

func checkBool(result *types.Type) error {
	if !result.IsExactType(cel.BoolType) {
		return fmt.Errorf("the result is of type %s, not bool; compare it, as in event.type == \"...\"", result)
	}
	return nil
}

func check(expression string, checkResult func(*types.Type) error) (*cel.Ast, error) {
	ast, err := parse(environment(), expression, MaxLength)
	if err != nil {
		return nil, err
	}
	if err := checkResult(ast.OutputType()); err != nil {
		return nil, &Error{1, 1, err.Error()}
	}
	return ast, nil
}

func plan(expression string, ast *cel.Ast) (*Filter, error) {
	cost := constantCost(expression, ast)
	option := cel.EvalOptions(cel.OptOptimize)
	if cost == 0 {
		option = cel.CustomDecoratorV2(metered)
	}
	program, err := environment().Program(ast, option)
	if err != nil {
		return nil, &Error{1, 1, message(err.Error())}
	}
	return &Filter{program, cost}, nil
}

// message is the first line of what the parser says, without its own words for what precedes it and for a
// namespace that no expression has.
func message(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return strings.TrimSuffix(strings.TrimPrefix(text, "Syntax error: "), " (in container '')")
}

// Matches reports whether an endpoint with the filter gets an event. An expression that fails, for example on a member
// that the event does not have, does not match. An expression whose cost is above the limit matches. So does every one
// once all evaluations on the event cost more than their limit: the event is rather delivered than lost, and others do
// not wait for what a tenant's filters cost.
func (f *Filter) Matches(e *Event) bool {
	if !e.decode() {
		return true
	}
	result, exceeded, err := f.eval(e)
	if exceeded {
		e.exceeded++
		return true
	}
	return err == nil && result == types.True
}

// eval evaluates an expression on an event that is decoded. It reports whether a limit ended that.
func (f *Filter) eval(e *Event) (result ref.Val, exceeded bool, err error) {
	if e.cost >= eventCostLimit {
		return nil, true, nil
	}
	e.meter = meter{limit: costLimit}
	if f.cost == 0 {
		e.meter.deadline = time.Now().Add(timeLimit)
	}
	result, _, err = f.program.Eval(e.variables)
	e.cost += f.cost + e.meter.units
	return result, errors.As(err, new(interpreter.EvalCancelledError)), err
}

// An Event is an envelope that filters look at. It is decoded once, for the first of them. It is not safe for
// concurrent use.
type Event struct {
	body      []byte
	variables cel.Activation // nil: the envelope is no JSON object
	tried     bool
	cost      uint64 // of the evaluations so far
	meter     meter  // of the evaluation under way
	exceeded  int
}

// NewEvent returns an event with a body.
func NewEvent(body []byte) *Event { return &Event{body: body} }

// Exceeded is how many filters matched the event because a limit ended their evaluation.
func (e *Event) Exceeded() int { return e.exceeded }

// decode reports whether the envelope is a JSON object.
func (e *Event) decode() bool {
	if e.tried {
		return e.variables != nil
	}
	e.tried = true
	var members map[string]any
	if json.Unmarshal(e.body, &members) != nil || members == nil { // of our own making
		return false
	}
	e.variables, _ = cel.NewActivation(map[string]any{"event": members, meterName: &e.meter}) // no error of a map
	return true
}

// maxCached is how many filters are kept compiled, at about 20 KiB each.
const maxCached = 2048

// A Cache keeps compiled expressions, by their owners. It is safe for concurrent use.
type Cache struct {
	mu       sync.Mutex // guards filters and cached
	filters  map[string]map[text]*Filter
	cached   int
	exceeded atomic.Int64
	unkeyed  [len(causes)]atomic.Int64 // events without a usable key, by cause
}

// A text is an expression, and whether its result is a key.
type text struct {
	expression string
	isKey      bool
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{filters: map[string]map[text]*Filter{}} }

// Matches reports whether an endpoint of an owner with an expression gets an event; the empty expression matches
// every event, and so does one that a later version of CEL does not compile any more.
func (c *Cache) Matches(owner, expression string, e *Event) bool {
	if expression == "" {
		return true
	}
	f := c.filter(owner, text{expression, false})
	if f == nil {
		return true
	}
	before := e.exceeded
	defer func() { c.exceeded.Add(int64(e.exceeded - before)) }()
	return f.Matches(e)
}

// Observe measures how many evaluations of filters a limit ended, and how many events had no usable key.
func (c *Cache) Observe(meter metric.Meter) error {
	_, err1 := meter.Int64ObservableCounter("webhooks.filters.exceeded",
		metric.WithDescription("Evaluations of filters that a limit of cost or time ended: the event was delivered."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			o.Observe(c.exceeded.Load())
			return nil
		}))
	_, err2 := meter.Int64ObservableCounter("webhooks.order.without_key",
		metric.WithDescription("Events without a usable key, by cause: they were delivered without an order."),
		metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error {
			for i, cause := range causes {
				o.Observe(c.unkeyed[i].Load(), metric.WithAttributes(attribute.String("cause", string(cause))))
			}
			return nil
		}))
	return errors.Join(err1, err2)
}

// filter is nil for an expression that does not compile.
func (c *Cache) filter(owner string, expression text) *Filter {
	c.mu.Lock()
	f, ok := c.filters[owner][expression]
	c.mu.Unlock()
	if ok {
		return f
	}
	checkResult := checkBool
	if expression.isKey {
		checkResult = checkKey
	}
	f, _ = compileStored(expression.expression, checkResult)
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.filters[owner][expression]; ok { // compiled meanwhile
		return f
	}
	if c.cached >= maxCached {
		c.evict()
	}
	if c.filters[owner] == nil {
		c.filters[owner] = map[text]*Filter{}
	}
	c.filters[owner][expression] = f
	c.cached++
	return f
}

// evict forgets a filter of the owner that has the most, so that an owner with fewer loses none to the others.
func (c *Cache) evict() {
	largest := ""
	for owner, filters := range c.filters {
		if len(filters) > len(c.filters[largest]) {
			largest = owner
		}
	}
	for one := range c.filters[largest] {
		delete(c.filters[largest], one)
		break
	}
	if len(c.filters[largest]) == 0 {
		delete(c.filters, largest)
	}
	c.cached--
}
