package eventfilter

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/interpreter"
)

const (
	// MaxShapeLength is the most bytes of an expression that makes a body.
	MaxShapeLength = 4000
	// MaxBody is the most bytes of a body: an event with the largest data, its envelope, and what a shape puts around
	// them.
	MaxBody = 68 << 10
)

var shapeEnvironment = sync.OnceValue(func() *cel.Env { return newEnvironment(MaxShapeLength) })

// Reasons of an Error of an evaluation.
var (
	errNotObject = errors.New("the event is not a JSON object")
	errTooLarge  = fmt.Errorf("the body has more than %d bytes", MaxBody)
	errTooDeep   = fmt.Errorf("the body is nested deeper than %d levels", maxBodyDepth)
	errNoJSON    = errors.New("a value has no form in JSON")
	errNoNumber  = errors.New("a number is infinite or undefined, which JSON does not have")
	errTextKeys  = errors.New("a key of an object is not a text; write string(...)")
)

// A Shape is a compiled expression whose result is the body of a request. It is safe for concurrent use.
type Shape struct {
	program cel.Program
	ast     *cel.Ast
}

// CompileShape compiles an expression whose result is an object or a list and whose cost grows no faster than an
// event. It returns an *Error for any other expression. The type of a part of an event is known when there is one: its
// shape may fail then.
func CompileShape(expression string) (*Shape, error) {
	ast, err := parse(shapeEnvironment(), expression, MaxShapeLength)
	if err != nil {
		return nil, err
	}
	switch result := ast.OutputType(); result.Kind() {
	case types.DynKind, types.ListKind:
	case types.MapKind:
		if key := result.Parameters()[0].Kind(); key != types.StringKind && key != types.DynKind &&
			key != types.TypeParamKind { // of {}
			return nil, &Error{1, 1, errTextKeys.Error()}
		}
	default:
		return nil, &Error{1, 1, fmt.Sprintf("the result is of type %s, not an object or a list; write an object, as in "+
			`{"text": "..."}`, result)}
	}
	if err := checkBounds(ast); err != nil {
		return nil, err
	}
	program, err := shapeEnvironment().Program(ast, cel.CustomDecoratorV2(metered))
	if err != nil {
		return nil, &Error{1, 1, message(err.Error())}
	}
	return &Shape{program, ast}, nil
}

// Body makes the body for an event: canonical JSON of at most MaxBody bytes, without white space, the members of
// objects in the order of their names' bytes. It returns an *Error when the expression fails on the event, costs too
// much, or has a result that is no body; its text may have what the event has.
func (s *Shape) Body(event []byte) ([]byte, error) {
	e := NewEvent(event)
	if !e.decode() {
		return nil, &Error{1, 1, errNotObject.Error()}
	}
	e.meter = meter{limit: costLimit, deadline: time.Now().Add(timeLimit)}
	result, _, err := s.program.Eval(e.variables)
	if err != nil {
		return nil, s.failure(err)
	}
	switch result.(type) {
	case types.Bool, types.Int, types.Uint, types.Double, types.String, types.Bytes, types.Null, types.Timestamp,
		types.Duration:
		return nil, &Error{1, 1, fmt.Sprintf("the result is of type %s, not an object or a list", result.Type().TypeName())}
	}
	var w bodyWriter
	if w.value(result, 0); w.err != nil {
		return nil, &Error{1, 1, w.err.Error()}
	}
	return w.b, nil
}

// failure says where an evaluation failed, as far as that is known.
func (s *Shape) failure(err error) *Error {
	if cancelled := (interpreter.EvalCancelledError{}); errors.As(err, &cancelled) {
		return &Error{1, 1, cancelled.Message + " on this event; read less of it"}
	}
	if failed := (*types.Err)(nil); errors.As(err, &failed) && failed.NodeID() != 0 {
		at := s.ast.NativeRep().SourceInfo().GetStartLocation(failed.NodeID())
		return &Error{max(at.Line(), 1), max(at.Column()+1, 1), message(failed.Error())}
	}
	return &Error{1, 1, message(err.Error())}
}
