// Package plaintext makes texts of receivers and callers valid to store and to show.
package plaintext

import (
	"strings"
	"unicode"
)

// Clean replaces what protobuf and Postgres do not accept, which is invalid UTF-8 and NUL, and all other control
// characters, which change how the text around them is shown.
func Clean(s string) string {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return strings.Map(func(r rune) rune {
				if unicode.IsControl(r) {
					return unicode.ReplacementChar
				}
				return r
			}, strings.ToValidUTF8(s, "\uFFFD"))
		}
	}
	return s
}
