package internaltoken

import (
	"errors"
	"fmt"

	"github.com/partnerline/partnerline/internal/envconfig"
	optionsv1 "github.com/partnerline/partnerline/proto/gen/options/v1"
)

// A Setting is a token that may be configured.
type Setting struct {
	Name    string
	Program optionsv1.Program // that holds it
	Value   envconfig.Secret  // empty: the program has no token of its own
}

// Callers are the tokens that a program accepts: the operators', which every internal method takes, and those of other
// programs, each of which takes its holder to the methods that name it.
type Callers struct {
	operators Tokens
	programs  map[optionsv1.Program]Tokens
}

// ParseCallers reads INTERNAL_TOKEN and the tokens of programs. All must differ: a program with the token of another
// would have its rights.
func ParseCallers(operators envconfig.Secret, programs ...Setting) (Callers, error) {
	c := Callers{programs: map[optionsv1.Program]Tokens{}}
	var faults []error
	var err error
	if c.operators, err = Parse(operators); err != nil {
		faults = append(faults, fmt.Errorf("INTERNAL_TOKEN: %w", err))
	}
	seen := []Tokens{c.operators}
	for _, s := range programs {
		if s.Value == "" {
			continue
		}
		t, err := Parse(s.Value)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", s.Name, err))
			continue
		}
		for _, other := range seen {
			if t.shares(other) {
				faults = append(faults,
					errors.New(s.Name+": want a token that no other setting has: whoever holds it could do what the other may"))
			}
		}
		seen = append(seen, t)
		c.programs[s.Program] = t
	}
	return c, errors.Join(faults...)
}

// Accept reports whether a token may call a method of CALLER_INTERNAL.
func (c Callers) Accept(rule *optionsv1.Access, bearer string) bool {
	if c.operators.Accept(bearer) {
		return true
	}
	for _, p := range rule.GetPrograms() {
		if c.programs[p].Accept(bearer) {
			return true
		}
	}
	return false
}

// Operators are the tokens of INTERNAL_TOKEN.
func (c Callers) Operators() Tokens { return c.operators }

// shares reports whether two settings have a token in common.
func (t Tokens) shares(other Tokens) bool {
	for _, a := range t.hashes {
		for _, b := range other.hashes {
			if a == b {
				return true
			}
		}
	}
	return false
}
