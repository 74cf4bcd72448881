package plaintext

import (
	"strings"
	"unicode/utf8"
)

// formula is what a formula begins with; some spreadsheets take the full-width signs for the others.
const formula = "=+-@\t\r\n＝＋－＠"

// Cell puts an apostrophe before a text that spreadsheets would take for a formula, so that they show it. Ids, times
// and amounts are ours, and need it not.
func Cell(s string) string {
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune(formula, first) {
		return "'" + s
	}
	return s
}
