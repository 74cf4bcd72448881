package eventfilter

import (
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/checker"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/overloads"
	"cel.dev/cel-go/common/types"
)

// maxEvent is the most elements that an event has: each takes two of its bytes, of which there are 64 KiB and an
// envelope.
const maxEvent = 33 << 10

// maxEstimate bounds what an expression is estimated to cost on the largest event, in units of CEL: some twenty
// comparisons with each of its elements, ten times.
const maxEstimate = 200 * maxEvent

// checkBounds reports by an *Error that the cost of an expression is not bounded by the length of an event.
func checkBounds(a *cel.Ast) error {
	if e, text := unbounded(a.NativeRep().Expr(), ""); e != nil {
		return errorAt(a, e, text)
	}
	estimate, err := environment().EstimateCost(a, estimator{})
	if err != nil {
		return &Error{1, 1, message(err.Error())}
	}
	if estimate.Max > maxEstimate {
		return &Error{1, 1, "it may cost too much on a large event; look through fewer lists"}
	}
	return nil
}

// unbounded returns a part of an expression that may take longer than in proportion to an event, and why; nil for an
// expression without such a part. within is the variable of the innermost comprehension over a value that is not a
// literal.
func unbounded(e ast.Expr, within string) (part ast.Expr, why string) {
	first := func(within string, parts ...ast.Expr) (ast.Expr, string) {
		for _, p := range parts {
			if part, why := unbounded(p, within); part != nil {
				return part, why
			}
		}
		return nil, ""
	}
	switch e.Kind() {
	case ast.CallKind:
		c := e.AsCall()
		parts := c.Args()
		if c.IsMemberFunction() {
			parts = append([]ast.Expr{c.Target()}, parts...)
		}
		if c.FunctionName() == overloads.Matches {
			pattern := parts[len(parts)-1]
			if pattern.Kind() != ast.LiteralKind {
				return pattern, "the pattern of matches() must be a literal, such as \"^a\""
			}
			if _, _, err := compilePattern(pattern.AsLiteral()); err != nil {
				return pattern, err.Error()
			}
		}
		return first(within, parts...)
	case ast.SelectKind:
		return unbounded(e.AsSelect().Operand(), within)
	case ast.ListKind:
		return first(within, e.AsList().Elements()...)
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			if part, why := first(within, entry.AsMapEntry().Key(), entry.AsMapEntry().Value()); part != nil {
				return part, why
			}
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		if part, why := unbounded(c.IterRange(), within); part != nil {
			return part, why
		}
		if c.IterRange().Kind() != ast.ListKind {
			if within != "" && rootOf(c.IterRange()) != within {
				return c.IterRange(), "a list is looked through once for each element of another; look through each once"
			}
			within = c.IterVar()
		}
		return first(within, c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result())
	}
	return nil, ""
}

// rootOf is the variable that a value is a part of; empty when it is no part of one.
func rootOf(e ast.Expr) string {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		return rootOf(e.AsSelect().Operand())
	case ast.ComprehensionKind: // of map() or filter()
		return rootOf(e.AsComprehension().IterRange())
	case ast.CallKind:
		if c := e.AsCall(); c.FunctionName() == operators.Index {
			return rootOf(c.Args()[0])
		}
	}
	return ""
}

func errorAt(a *cel.Ast, e ast.Expr, text string) *Error {
	at := a.NativeRep().SourceInfo().GetStartLocation(e.ID())
	return &Error{max(at.Line(), 1), max(at.Column()+1, 1), text}
}

// An estimator knows how large an event is, and that CEL compares lists and maps to their depths.
type estimator struct{}

// EstimateSize counts the elements of elements with those that they are in.
func (estimator) EstimateSize(n checker.AstNode) *checker.SizeEstimate {
	if slices.ContainsFunc(n.Path(), func(step string) bool { return strings.HasPrefix(step, "@") }) {
		return &checker.SizeEstimate{Max: 1}
	}
	return &checker.SizeEstimate{Max: maxEvent}
}

func (estimator) EstimateCallCost(
	function, _ string, _ *checker.AstNode, args []checker.AstNode,
) *checker.CallEstimate {
	size := uint64(maxEvent)
	switch function {
	case operators.Equals, operators.NotEquals:
		size = min(depthSize(args[0]), depthSize(args[1]))
	case operators.In:
		size = depthSize(args[1])
	case overloads.Contains:
	default:
		return nil
	}
	return &checker.CallEstimate{CostEstimate: checker.CostEstimate{Min: 1, Max: 1 + size}}
}

// depthSize is how many elements a value has at most, with those of its elements.
func depthSize(n checker.AstNode) uint64 {
	switch n.Type().Kind() {
	case types.DynKind, types.ListKind, types.MapKind, types.AnyKind, types.TypeParamKind:
	default:
		return 1
	}
	switch n.Expr().Kind() {
	case ast.LiteralKind:
		return 1
	case ast.ListKind:
		return uint64(n.Expr().AsList().Size())
	}
	return estimator{}.EstimateSize(n).Max
}
