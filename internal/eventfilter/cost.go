package eventfilter

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
)

// constantCost is the most that an evaluation of an expression costs, in units of CEL, whatever the event; 0 when that
// depends on the event. With it an evaluation is not counted, which would take longer than most evaluations. It is a
// unit for each part of the expression, eleven for a list, and a tenth for each byte that values are compared with.
func constantCost(expression string, a *cel.Ast) uint64 {
	parts := uint64(0)
	constant := true
	ast.PostOrderVisit(a.NativeRep().Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		parts++
		if e.Kind() == ast.ListKind {
			parts += 10
		}
		constant = constant && isConstant(e)
	}))
	if !constant {
		return 0
	}
	return parts + uint64(len(expression))/10
}

// isConstant reports whether an expression, without its parts, takes the same time whatever the event.
func isConstant(e ast.Expr) bool {
	switch e.Kind() {
	case ast.LiteralKind, ast.IdentKind, ast.SelectKind:
		return true
	case ast.ListKind:
		return isListOfLiterals(e)
	case ast.CallKind:
		args := e.AsCall().Args()
		switch e.AsCall().FunctionName() {
		case operators.LogicalAnd, operators.LogicalOr, operators.LogicalNot, operators.Conditional:
			return true
		case operators.Equals, operators.NotEquals, operators.Less, operators.LessEquals, operators.Greater,
			operators.GreaterEquals:
			return args[0].Kind() == ast.LiteralKind || args[1].Kind() == ast.LiteralKind
		case operators.Index:
			return args[1].Kind() == ast.LiteralKind
		case operators.In:
			return isListOfLiterals(args[1])
		case "startsWith", "endsWith":
			return args[0].Kind() == ast.LiteralKind
		}
	}
	return false
}

// isListOfLiterals reports whether an expression is a list of literals.
func isListOfLiterals(e ast.Expr) bool {
	if e.Kind() != ast.ListKind {
		return false
	}
	for _, element := range e.AsList().Elements() {
		if element.Kind() != ast.LiteralKind {
			return false
		}
	}
	return true
}
