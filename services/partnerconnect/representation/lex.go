package representation

import (
	"strings"
	"unicode"
)

// A lexeme is a token and the folded words it was read from.
type lexeme struct {
	token token
	text  string
}

// signs are typographic variants of the signs that the lexicon knows.
var signs = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "•", ",", "„", "", "”", "", "“", "", `"`, "", "…", ".", "\u00ad", "")

// spaced folds a text so that its words and signs are separated by one blank.
func spaced(text string) string {
	var b strings.Builder
	word := false
	for _, r := range fold(signs.Replace(text)) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '*' || r == '\'':
			if !word && b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			word = true
		case unicode.IsSpace(r):
			word = false
		default:
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			word = false
		}
	}
	return b.String()
}

// lex splits a rule text into lexemes of the lexicon. A word that it does not know becomes a tWord; nothing is left out.
func lex(text string) []lexeme {
	var out []lexeme
	for rest := spaced(text); rest != ""; {
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
		out = append(out, lexeme{best, rest[:n]})
		rest = strings.TrimPrefix(rest[n:], " ")
	}
	return out
}
