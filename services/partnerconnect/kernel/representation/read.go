package representation

import (
	"slices"
	"strings"
	"unicode"
)

// A Meaning is what a part of a rule text says.
type Meaning string

// The meanings.
const (
	SaysWho   Meaning = "who"       // a member, a function, a procurator, a person's name
	SaysCount Meaning = "count"     // two, each, all, at least
	SaysHow   Meaning = "manner"    // jointly, alone
	SaysWhen  Meaning = "condition" // where the board has one member, or several
	SaysBut   Meaning = "exception" // but, however
	SaysOr    Meaning = "or"        // what is before and what is behind suffice each
)

// meanings are those of the tokens that decide a rule. Words that only fill a sentence and unknown words have none.
var meanings = map[token]Meaning{
	tBoardMember: SaysWho, tDirector: SaysWho, tPartner: SaysWho, tLiquidator: SaysWho, tProcurator: SaysWho,
	tFunction: SaysWho, tOther: SaysWho,
	tAtLeast: SaysCount, tNumber: SaysCount, tEach: SaysCount, tAny: SaysCount, tAll: SaysCount,
	tJointPrefix: SaysHow, tJoint: SaysHow, tAlone: SaysHow, tWith: SaysHow, tAnd: SaysHow,
	tCondOne: SaysWhen, tCondMany: SaysWhen, tCondTwo: SaysWhen, tCondThree: SaysWhen,
	tExcept: SaysBut, tOnly: SaysBut, tOr: SaysOr,
}

// A Span is a part of a rule text: the runes From until Until, the first being 0.
type Span struct {
	From, Until int
	Meaning     Meaning
}

// Read returns the parts of a text by which its rule was read, in order. If the rule was not understood, they are what
// was recognised; the reason is in the text between them. A name appears in the text as its mask, and is a part where
// the rule names a person. A text that is too long to be read has no parts.
func Read(text string, rule Rule) []Span {
	if len(text) > maxParsedText {
		return nil
	}
	named := slices.ContainsFunc(rule.Alternatives, func(a Alternative) bool {
		return slices.ContainsFunc(a, func(s Signature) bool { return strings.HasPrefix(string(s.Role), personPrefix) })
	})
	runes := []rune(text)
	var out []Span
	for _, l := range lex(text) {
		meaning := meanings[l.token]
		if named && l.token == tWord && strings.Contains(l.text, "*") {
			meaning = SaysWho
		}
		if meaning == "" {
			continue
		}
		// An accent that is a character of its own belongs to its letter.
		for l.until < len(runes) && unicode.Is(unicode.Mn, runes[l.until]) {
			l.until++
		}
		out = append(out, Span{l.from, l.until, meaning})
	}
	return out
}
