package representation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A lexeme is a token and the folded words it was read from.
type lexeme struct {
	token token
	text  string
}

// signs are typographic variants of the signs that the lexicon knows.
var signs = strings.NewReplacer("–", "-", "—", "-", "−", "-", "‐", "-", "‑", "-", "•", ",", "„", "", "”", "", "“", "", `"`, "", "…", ".", "\u00ad", "")

// spaced folds a text so that its words and signs stand apart by one blank.
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
		best, n := tNone, 0
		near := window(rest)
		for i := range lexicon {
			e := &lexicon[i]
			if near[0] >= utf8.RuneSelf || !e.first[near[0]] {
				continue
			}
			if at := e.pattern.FindStringIndex(near); at != nil && at[1] > n {
				best, n = e.token, at[1]
			}
		}
		if best == tNone {
			best, n = tWord, len(rest)
			if at := strings.IndexByte(rest, ' '); at >= 0 {
				n = at + 1
			}
		}
		out = append(out, lexeme{best, strings.TrimSuffix(rest[:n], " ")})
		rest = rest[n:]
	}
	return out
}

// window is as much of the text as the longest pattern can match, up to the end of a word: what a match costs grows with the
// text it is looked for in.
func window(text string) string {
	const longest = 256
	if len(text) <= longest {
		return text
	}
	if at := strings.LastIndexByte(text[:longest], ' '); at >= 0 {
		return text[:at+1]
	}
	if at := strings.IndexByte(text, ' '); at >= 0 {
		return text[:at+1]
	}
	return text
}
