package eventfilter

import (
	"strings"
	"testing"
	"time"
)

// Whatever has the length of an expression is compiled, or refused, in little time: the relay compiles what its cache
// does not have.
func TestWorstExpressionsCompileInLittleTime(t *testing.T) {
	t.Parallel()
	stored := func(e string) (*Filter, error) { return compileStored(e, checkBool) }
	for _, expression := range worst(MaxLength) {
		for name, compile := range map[string]func(string) (*Filter, error){"new": Compile, "stored": stored} {
			began := time.Now()
			_, _ = compile(expression)
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s, %.40q: it took %s", name, expression, took)
			}
		}
	}
	for _, expression := range worst(MaxShapeLength) {
		began := time.Now()
		_, _ = CompileShape(expression)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("shape, %.40q: it took %s", expression, took)
		}
	}
}

// worst are expressions of a length that take long to compile.
func worst(length int) []string {
	fill := func(before, part, after string) string {
		return before + strings.Repeat(part, (length-len(before)-len(after))/len(part)) + after
	}
	nested := func(open, inner, end string) string {
		n := min(maxDepth-2, (length-len(inner))/len(open+end))
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	return []string{
		fill("", "(", ""), fill("", "[", ""), fill("", "{", ""), fill("", "!", "true"), fill("", "-", "1"),
		fill("", "{1:", ""),
		fill("a", ".a", ""), fill("a", "[0]", ""), fill("a", "(", ""), fill("", "a?b:", "c"), fill("1", "+1", "==1"),
		fill("true", "||true", ""), fill("true", "&&event.a==event.b", ""), fill("", "\"", ""), fill("'", "\\", "'"),
		fill("'", "\\u0041", "'==''"), fill("b'", "a", "'==b''"), fill("", "/", ""), fill("", "a ", ""), fill("", "\x00", ""),
		fill("", "\u00a0", ""), fill("1", "0", "==1"), fill("1.", "0", "==1.0"), fill("1e", "9", "==1.0"),
		fill("[", "1,", "1]==[]"), fill("{", "1:1,", "1:1}=={}"), fill("a{", "b:1,", "c:1}"),
		fill("event.type in [", "'a',", "'b']"), fill("", "event.has(a)", ""),
		fill("true", "||has(event.a)", ""), fill("'a'.matches('", "a{0,9}", "')"), fill("'a'.matches('", "(", "')"),
		nested("(", "true", ")"), nested("[", "1", "]"), nested("[1].all(x,", "true", ")"),
		nested("[1].exists_one(x,", "true", ")"),
		nested("[1].map(x,[1].filter(y,true),", "true", ")"), nested("true?", "true", ":true"), nested("dyn(", "true", ")"),
		nested("[1].map(x,[x,x].map(y,", "y", "))"), nested("{1:", "1", "}"),
	}
}
