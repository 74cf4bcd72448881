package fault

import (
	"errors"
	"testing"
)

func TestJoinViolations(t *testing.T) {
	amount, name := Violation{Field: "/amount", Code: "required"}, Violation{Field: "/name", Code: "empty"}
	opaque := errors.New("unreadable")
	for name, c := range map[string]struct {
		err   error
		lists [][]Violation
		want  string // codes in order
	}{
		"nothing":        {nil, [][]Violation{nil, {}}, ""},
		"fields alone":   {nil, [][]Violation{{amount}, {name}}, "required empty "},
		"the form alone": {Field("/amount", "invalid_type", ""), nil, "invalid_type "},
		"the form first": {Field("/typo", "unknown_field", ""), [][]Violation{{amount}}, "unknown_field required "},
		"a field is reported once": {Field("/amount", "invalid_type", ""), [][]Violation{{amount, name}},
			"invalid_type empty "},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := "", JoinViolations(c.err, c.lists...)
			if err != nil {
				for _, v := range As(err).Violations {
					got += v.Code + " "
				}
			}
			if got != c.want || (err == nil) != (c.want == "") {
				t.Errorf("%q, %v, want %q", got, err, c.want)
			}
		})
	}
	if err := JoinViolations(opaque, []Violation{amount}); !errors.Is(err, opaque) {
		t.Errorf("what names no fields: %v", err)
	}
	if !ConcernsField(opaque, "/amount") || ConcernsField(nil, "/amount") || ConcernsField(Fields(name), "/amount") ||
		!ConcernsField(Fields(name, amount), "/a", "/amount") {
		t.Error("the fields that an error concerns")
	}
}
