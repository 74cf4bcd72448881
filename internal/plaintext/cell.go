package plaintext

import "strings"

// Cell has spreadsheets show a text that they would take for a formula: with an apostrophe before it. Ids, times and amounts are ours.
func Cell(s string) string {
	if s != "" && strings.Contains("=+-@\t\r\n", s[:1]) {
		return "'" + s
	}
	return s
}
