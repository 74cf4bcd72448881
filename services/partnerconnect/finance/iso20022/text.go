package iso20022

import (
	"strings"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
)

// How long texts of an order may be: what SEPA and Polish banks accept is less than the schema allows.
const (
	maxID         = 35
	maxName       = 70
	maxRemittance = 140
)

// allowed are the characters that all banks of SEPA process, besides letters and digits.
const allowed = "/-?:().,'+ "

func latin(c rune) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c < utf8.RuneSelf &&
		strings.ContainsRune(allowed, c)
}

// replaced are characters that have a usual form of their own.
var replaced = strings.NewReplacer("&", "+", "_", "-", "@", "(at)", "\"", "'", "[", "(", "]", ")", "{", "(", "}", ")")

// Text returns a text in the characters that banks process, at most limit of them: letters of other alphabets are
// transliterated, other characters are left out, and blanks are single. It neither begins nor ends with a slash, nor
// has two in a row: banks read those as codes.
func Text(s string, limit int) string {
	s = replaced.Replace(unidecode.Unidecode(strings.ToValidUTF8(s, "")))
	s = strings.Map(func(c rune) rune {
		if latin(c) {
			return c
		}
		return ' '
	}, s)
	for strings.Contains(s, "//") {
		s = strings.ReplaceAll(s, "//", "/")
	}
	s = strings.TrimLeft(strings.Join(strings.Fields(s), " "), "/-: ")
	return strings.TrimRight(s[:min(limit, len(s))], "/ ")
}

// validID reports whether s can be an id of an order: what banks return unchanged.
func validID(s string) bool {
	return s != "" && len(s) <= maxID && s == Text(s, maxID)
}
