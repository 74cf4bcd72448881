package eventfilter

import (
	"regexp"
	"slices"
	"strings"
)

// members are those of an event, next to its data.
var members = []string{"id", "type", "created_at", "api_version", "tenant", "livemode", "data"}

// path is a name, with those of the members that are read from it.
var path = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*`)

// meant are what people write who do not know CEL, and how CEL has it.
var meant = []struct{ written, cel string }{
	{"=", "=="}, {"&", "&&"}, {"|", "||"}, {"and ", "&&"}, {"or ", "||"},
	{"“", `"`}, {"”", `"`}, {"„", `"`}, {"‘", "'"}, {"’", "'"},
}

// advice returns the likely fix of an error of the parser; empty when no fix is known. rest is the expression from the
// place of the error.
func advice(rest, message string) string {
	switch {
	case strings.HasPrefix(message, "token recognition error"), strings.HasPrefix(message, "mismatched input"):
		for _, m := range meant {
			if len(rest) >= len(m.written) && strings.EqualFold(rest[:len(m.written)], m.written) {
				return "; write " + m.cel
			}
		}
		return ""
	case strings.Contains(message, "type(type)"): // CEL has another type of its own
		return "; write event.type"
	case !strings.HasPrefix(message, "undeclared reference"):
		return ""
	}
	read := path.FindString(rest)
	first, _, nested := strings.Cut(read, ".")
	switch {
	case read == "": // a function
		return ""
	case slices.Contains(members, first):
		return "; write event." + read
	case nested:
		return "; write event.data." + read
	}
	return "; write event.data." + read + `, or "` + read + `" if it is a text`
}

// from is the part of an expression at a place of it. Lines count from 1, columns from 0.
func from(expression string, line, column int) string {
	for range line - 1 {
		_, expression, _ = strings.Cut(expression, "\n")
	}
	characters := []rune(expression)
	return string(characters[min(max(column, 0), len(characters)):])
}
