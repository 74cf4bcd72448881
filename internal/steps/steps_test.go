package steps

import (
	"slices"
	"testing"
)

func TestPathIsTheShortest(t *testing.T) {
	table := Table[string]{"a": {"b", "c"}, "b": {"d"}, "c": {"d", "a"}, "d": {"e"}}
	for _, c := range []struct {
		name, from, to string
		path           []string
		found          bool
	}{
		{"to itself", "a", "a", nil, true},
		{"one step", "a", "c", []string{"c"}, true},
		{"the first of two as short", "a", "d", []string{"b", "d"}, true},
		{"around a circle", "c", "b", []string{"a", "b"}, true},
		{"from a final state", "e", "a", nil, false},
		{"to no state", "a", "x", nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, found := table.Path(c.from, c.to); found != c.found || !slices.Equal(got, c.path) {
				t.Errorf("%v, %t; want %v, %t", got, found, c.path, c.found)
			}
		})
	}
}
