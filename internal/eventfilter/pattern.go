package eventfilter

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// maxInstructions bounds the program of a pattern, and maxPattern its text, so that compiling it takes little.
const maxInstructions, maxPattern = 200, 500

var (
	errNoPattern    = errors.New("a pattern must be a text")
	errLargePattern = fmt.Errorf("the pattern is too large: it may have %d characters, and %d steps with all repetitions",
		maxPattern, maxInstructions)
)

// compilePattern compiles a regular expression and returns of how many instructions its program is. One that is too
// large is not compiled.
func compilePattern(value ref.Val) (*regexp.Regexp, uint64, error) {
	pattern, ok := value.(types.String)
	if !ok {
		return nil, 0, errNoPattern
	}
	if len(pattern) > maxPattern {
		return nil, 0, errLargePattern
	}
	tree, err := syntax.Parse(string(pattern), syntax.Perl)
	if err != nil {
		return nil, 0, err
	}
	if steps(tree) > maxInstructions {
		return nil, 0, errLargePattern
	}
	compiled, err := regexp.Compile(string(pattern))
	if err != nil {
		return nil, 0, err
	}
	return compiled, steps(tree), nil
}

// steps is about how many instructions the program of a pattern has once its repetitions are written out.
func steps(tree *syntax.Regexp) uint64 {
	sum := uint64(1)
	switch tree.Op {
	case syntax.OpLiteral:
		sum = uint64(len(tree.Rune))
	case syntax.OpCharClass: // each range is one that a character is compared with
		sum += uint64(len(tree.Rune)) / 64
	}
	for _, part := range tree.Sub {
		sum += steps(part)
	}
	if tree.Op == syntax.OpRepeat {
		sum *= uint64(max(tree.Min, tree.Max, 1))
	}
	return sum
}
