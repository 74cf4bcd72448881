package representation

import (
	"slices"
	"strings"
)

// maxParsedText is the length of the longest text that is read; rules that need more are for people.
const maxParsedText = 2000

// ParseRule reads the text by which a register describes who signs for a company: that of the Polish register, or its
// like in English. The record says how many members the body has, for texts that depend on it, and who is named.
//
// Every word must be understood. A word that is not, a limit, an exception, two statements that may contradict each
// other, a count that clashes with its manner: all make the rule unparsed. One person alone is read only where a word
// says alone.
func ParseRule(text string, rec Record) Rule {
	if len(text) > maxParsedText {
		return NewRule()
	}
	p := &parser{lexemes: lex(text), rec: rec}
	clauses, ok := p.text()
	if !ok {
		return NewRule()
	}
	rule := NewRule(choose(clauses, len(rec.Members))...)
	if !rule.sound(rec) {
		return NewRule()
	}
	return rule
}

// A clause is a statement for bodies of a size.
type clause struct {
	condition    token // tNone: for any size
	alternatives []Alternative
}

// choose returns the alternatives of the one clause that concerns a body of so many members. Clauses with and without a
// condition do not mix.
func choose(clauses []clause, members int) []Alternative {
	var out []Alternative
	for _, c := range clauses {
		if (c.condition == tNone) != (len(clauses) == 1 && clauses[0].condition == tNone) {
			return nil
		}
		if !c.concerns(members) {
			continue
		}
		if out != nil {
			return nil // two statements for one size
		}
		out = c.alternatives
	}
	return out
}

func (c clause) concerns(members int) bool {
	switch c.condition {
	case tCondOne:
		return members == 1
	case tCondMany:
		return members > 1
	case tCondTwo:
		return members == 2
	case tCondThree:
		return members == 3
	}
	return true
}

// A parser reads lexemes by recursive descent, never backwards. The grammar:
//
//	text        = head clause { separator clause } [ "but" exception ] { "." }
//	clause      = [ condition ] head alternative { or alternative }
//	exception   = alternative: one signature, of a named member or of a function, alone
//	alternative = party { ("and" | "with" | ",") party } with the manner (jointly, alone) before, between or after
//	party       = [ number | each | any | all ] noun, or the name of a listed member
type parser struct {
	lexemes []lexeme
	at      int
	rec     Record
}

func (p *parser) peek() token { return p.ahead(0) }

func (p *parser) ahead(n int) token {
	if p.at+n >= len(p.lexemes) {
		return tNone
	}
	return p.lexemes[p.at+n].token
}

// accept steps over a lexeme of one of the tokens.
func (p *parser) accept(tokens ...token) bool {
	if t := p.peek(); t != tNone && slices.Contains(tokens, t) {
		p.at++
		return true
	}
	return false
}

func (p *parser) skip(tokens ...token) {
	for p.accept(tokens...) {
	}
}

var conditions = []token{tCondOne, tCondMany, tCondTwo, tCondThree}

func (p *parser) text() ([]clause, bool) {
	var clauses []clause
	p.skip(tFill, tScope, tComma, tColon, tDash)
	for {
		c, ok := p.clause()
		if !ok {
			return nil, false
		}
		clauses = append(clauses, c)
		separated := false
		for p.accept(tComma, tSemicolon, tStop, tDash) {
			separated = true
		}
		if p.peek() == tNone {
			return clauses, true
		}
		if p.accept(tExcept) {
			return p.exception(clauses)
		}
		// A further statement has a condition of its own, or it could contradict the ones before.
		p.accept(tBullet)
		p.skip(tFill)
		if !separated || !slices.Contains(conditions, p.peek()) {
			return nil, false
		}
	}
}

// exception reads what one member may do alone in spite of a joint rule: "two members jointly, but Anna Nowak may act
// alone". It ends the text and applies only to the people it names. A doubtful one is not read: the rule already lets
// someone act alone or depends on the size of the board, or the exception demands more than it takes away.
func (p *parser) exception(clauses []clause) ([]clause, bool) {
	if len(clauses) != 1 || clauses[0].condition != tNone {
		return nil, false
	}
	rule := &clauses[0]
	for _, a := range rule.alternatives {
		if len(a) == 1 && a[0].Count == 1 {
			return nil, false
		}
	}
	p.skip(tComma, tColon)
	a, ok := p.alternative(false, false)
	if !ok || len(a) != 1 || a[0].Count != 1 || a[0].Role == RoleMember || a[0].Role == RoleProcurator {
		return nil, false
	}
	rule.alternatives = append(rule.alternatives, a)
	p.skip(tStop)
	return clauses, p.peek() == tNone
}

func (p *parser) clause() (clause, bool) {
	c := clause{}
	if p.peek() == tBullet && slices.Contains(conditions, p.ahead(1)) {
		p.at++
	}
	if t := p.peek(); slices.Contains(conditions, t) {
		c.condition = t
		p.at++
	}
	p.skip(tFill, tComma, tColon, tDash)
	jointly := p.accept(tJointPrefix)
	commas := false
	bulleted := p.accept(tBullet)
	for {
		a, ok := p.elliptic(c.alternatives)
		if !ok {
			a, ok = p.alternative(jointly, c.condition == tCondOne)
		}
		if !ok {
			return c, false
		}
		c.alternatives = append(c.alternatives, a)
		or := false
		switch mark := p.at; {
		case p.accept(tOr):
			or = true
		case p.peek() == tComma || p.peek() == tSemicolon:
			p.at++
			or = p.accept(tOr)
			next := p.peek() == tBullet
			if !or && next != bulleted || !or && p.ends() {
				p.at = mark
			} else if !or {
				commas = commas || !bulleted
			}
			if p.at == mark {
				return c, !commas
			}
		default:
			return c, !commas
		}
		if or {
			commas = false // "a, b or c": the commas before mean or
		}
		if bulleted && !p.accept(tBullet) {
			return c, false
		}
		p.skip(tFill)
		if p.accept(tJointPrefix) {
			jointly = true
		}
	}
}

// ends reports whether the current list is over: the text ends, or a condition or an exception begins.
func (p *parser) ends() bool {
	for n := 0; ; n++ {
		switch t := p.ahead(n); t {
		case tFill, tBullet:
		default:
			return t == tNone || t == tExcept || slices.Contains(conditions, t)
		}
	}
}

// alternative reads who must sign together. jointly: words before it said that all of the list act jointly. sole: it is
// for a body of one member, where a manner says nothing.
func (p *parser) alternative(jointly, sole bool) (Alternative, bool) {
	var (
		a            Alternative
		alone, each  bool
		linked       bool // by "with", which is a manner
		masked       bool
		wantsAnother = true
	)
	for {
		switch p.peek() {
		case tFill, tActing:
			p.at++
			continue
		case tJoint:
			p.at++
			jointly = true
			if p.peek() == tColon {
				p.at++
			}
			continue
		case tAlone:
			p.at++
			alone = true
			continue
		case tComma:
			// A comma before the manner, or before its participle, says nothing.
			if next := p.ahead(1); !wantsAnother && (next == tActing || next == tJoint || next == tWith || next == tAlone) {
				p.at++
				continue
			}
		case tAnd, tWith:
			if len(a) == 0 || wantsAnother {
				return nil, false
			}
			linked = linked || p.peek() == tWith
			p.at++
			wantsAnother = true
			continue
		}
		if !wantsAnother {
			break
		}
		pt, ok := p.party(len(a) > 0)
		if !ok {
			return nil, false
		}
		a = append(a, pt.Signature)
		each = each || pt.each
		masked = masked || pt.masked
		wantsAnother = false
	}
	return a, len(a) > 0 && !wantsAnother && agrees(a, alone, jointly || linked, each, masked, sole)
}

// elliptic reads the rest of "a member with another member or a procurator": a further companion, in the instrumental,
// of the one before.
func (p *parser) elliptic(before []Alternative) (Alternative, bool) {
	if len(before) == 0 || p.at == 0 || p.lexemes[p.at-1].token != tOr {
		return nil, false
	}
	last, mark := before[len(before)-1], p.at
	with := p.accept(tWith)
	if pt, ok := p.party(true); len(last) == 2 && ok && !pt.each && (with || instrumental(p.lexemes[p.at-1].text)) {
		return Alternative{last[0], pt.Signature}, true
	}
	p.at = mark
	return nil, false
}

// instrumental reports whether a noun answers "with whom".
func instrumental(noun string) bool {
	first, _, _ := strings.Cut(noun, " ")
	return strings.HasSuffix(first, "em") || strings.HasSuffix(first, "ami")
}

// agrees reports whether the manner fits the parties.
func agrees(a Alternative, alone, jointly, each, masked, sole bool) bool {
	several := len(a) > 1 || a[0].Count != 1
	switch {
	case alone:
		return !jointly && !several && !masked
	case jointly:
		return several && (!each || len(a) > 1)
	case sole:
		return !several && !masked
	}
	return len(a) == 1 && several // two members, all members: more than one says jointly
}
