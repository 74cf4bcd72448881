package register

import (
	"encoding/json"
	"slices"
	"strings"
)

// Line is a text of a register on one line, of 255 characters at most.
func Line(s string) string { return cut(s, 255) }

// Text is a longer one, of 4000 characters at most; no rule of that length is read.
func Text(s string) string { return cut(s, 4000) }

func cut(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most])
	}
	return s
}

// Blank reports whether a part of an answer says nothing.
func Blank(v json.RawMessage) bool {
	return slices.Contains([]string{"", "null", "{}", "[]", `""`, "false"}, strings.Join(strings.Fields(string(v)), ""))
}
