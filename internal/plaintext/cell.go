package plaintext

import (
	"strings"
	"unicode/utf8"
)

// formula is what a formula begins with; some spreadsheets take the full-width signs for the others.
const formula = "=+-@\t\r\n＝＋－＠"

// Cell has spreadsheets show a text that they would take for a formula: with an apostrophe before it. Ids, times and amounts are ours.
func Cell(s string) string {
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune(formula, first) {
		return "'" + s
	}
	return s
}
