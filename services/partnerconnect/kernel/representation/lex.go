package representation

import (
	"strings"
	"unicode"
)

// A lexeme is a token and the folded words it was read from, which are the runes from and until of the text.
type lexeme struct {
	token       token
	text        string
	from, until int
}

// signs are typographic variants of the signs that the lexicon knows.
var signs = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "•", ",", "„", "", "”", "", "“", "",
	`"`, "", "…", ".", "\u00ad", "")

// spaced folds a text so that its words and signs are separated by one blank.
func spaced(text string) string {
	s, _ := located(text)
	return s
}

// located is spaced with the rune of the text that each byte comes from.
func located(text string) (string, []int) {
	var b strings.Builder
	var runes []int
	at, word := 0, false
	write := func(r rune, apart bool) {
		if apart && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		for len(runes) < b.Len() {
			runes = append(runes, at)
		}
	}
	for _, original := range text {
		for _, r := range fold(signs.Replace(string(original))) {
			switch {
			case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '*' || r == '\'':
				write(r, !word)
				word = true
			case unicode.IsSpace(r):
				word = false
			default:
				write(r, true)
				word = false
			}
		}
		at++
	}
	return b.String(), runes
}

// lex splits a rule text into lexemes of the lexicon. A word that it does not know becomes a tWord; nothing is left
// out.
func lex(text string) []lexeme {
	var out []lexeme
	rest, runes := located(text)
	for rest != "" {
		best, n := tWord, strings.IndexByte(rest+" ", ' ')
		at := automaton()
		for i := range len(rest) {
			if at = at.next[rest[i]]; at == nil {
				break
			}
			if end := i + 1; at.token != tNone && (end == len(rest) || rest[end] == ' ') {
				best, n = at.token, end
			}
		}
		out = append(out, lexeme{best, rest[:n], runes[0], runes[n-1] + 1})
		left := strings.TrimPrefix(rest[n:], " ")
		rest, runes = left, runes[len(rest)-len(left):]
	}
	return out
}
