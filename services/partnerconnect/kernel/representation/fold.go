package representation

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// special are the letters that NFKD does not take apart.
var special = strings.NewReplacer("ł", "l", "Ł", "l", "ø", "o", "Ø", "o", "đ", "d", "Đ", "d", "ß", "ss", "æ", "ae", "Æ",
	"ae", "œ", "oe", "Œ", "oe")

// fold removes what distinguishes variants of one word: case, accents, typographic variants.
func fold(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(special.Replace(s))))
}

// words splits a name into its folded words; hyphens, apostrophes and spaces part them alike. A mask is a word too:
// k*****.
func words(s string) []string {
	return strings.FieldsFunc(fold(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '*' })
}
