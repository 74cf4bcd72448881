package representation

import (
	"slices"
	"strings"
)

// maxParsedText is the length of the longest text that is read; rules that need more are for people.
const maxParsedText = 2000

// ParseRule reads the text by which a register describes who signs for a company: that of the Polish register, or its like in
// English. The record tells how many members the body has, for texts that depend on it, and who is named.
//
// Every word must be understood. A word that is not, a limit, an exception, two statements that may contradict each other, a
// count that clashes with its manner: all make the rule unparsed. One person alone is read only where a word says alone.
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
//	text        = head clause { separator clause } { "." }
//	clause      = [ condition ] head alternative { or alternative }
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
		// A further statement has a condition of its own, or it could contradict the ones before.
		p.accept(tBullet)
		p.skip(tFill)
		if !separated || !slices.Contains(conditions, p.peek()) {
			return nil, false
		}
	}
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

// ends reports whether nothing of the present list can follow: the text is over, or a condition begins.
func (p *parser) ends() bool {
	for n := 0; ; n++ {
		switch t := p.ahead(n); t {
		case tFill, tBullet:
		default:
			return t == tNone || slices.Contains(conditions, t)
		}
	}
}

// alternative reads who must sign together. jointly: words before it said that all of the list act jointly. sole: it is for a
// body of one member, where a manner says nothing.
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

// elliptic reads the rest of "a member with another member or a procurator": a further companion, in the instrumental, of
// the one before.
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

// A party is a signature as a text words it.
type party struct {
	Signature
	each   bool
	masked bool // a name was found by its mask alone
}

func (p *parser) party(another bool) (party, bool) {
	out := party{Signature: Signature{Count: 1}}
	p.skip(tOnly)
	if p.peek() == tWord || p.peek() == tArticle && p.named() {
		return p.person()
	}
	if another {
		p.accept(tOther)
	}
	switch t := p.peek(); t {
	case tEach:
		p.at++
		out.each = true
	case tAll:
		p.at++
		out.Count = All
	case tAny, tAtLeast, tNumber:
		p.accept(tAny)
		p.accept(tAtLeast)
		if p.peek() == tNumber {
			n, ok := p.number()
			if !ok {
				return out, false
			}
			out.Count = n
		} else if t == tAtLeast {
			return out, false
		}
	default:
		p.accept(tArticle)
	}
	// Only next to somebody is there another: "the other member alone" tells apart whom a role does not.
	if another {
		p.accept(tOther)
	}
	role, plural, ok := p.noun()
	if !ok || plural && out.Count == 1 && !out.each && p.bare() {
		return out, false
	}
	out.Role = role
	return out, out.Count != All || role == RoleMember
}

// number reads "two", "2", "two (2)".
func (p *parser) number() (Count, bool) {
	n := counts[p.lexemes[p.at].text]
	p.at++
	if p.accept(tOpen) {
		if p.peek() == tBullet { // 2 and the parenthesis
			again, _, _ := strings.Cut(p.lexemes[p.at].text, " ")
			p.at++
			return n, counts[again] == n
		}
		if p.peek() != tNumber || counts[p.lexemes[p.at].text] != n {
			return 0, false
		}
		p.at++
		return n, p.accept(tClose)
	}
	return n, true
}

// bare reports whether the noun just read has no number before it.
func (p *parser) bare() bool { return p.at < 2 || p.lexemes[p.at-2].token != tNumber }

// noun reads what a signatory is. Members are called by the name that fits their body.
func (p *parser) noun() (Role, bool, bool) {
	if p.at >= len(p.lexemes) {
		return "", false, false
	}
	l := p.lexemes[p.at]
	p.at++
	plural := plurals[strings.Fields(l.text)[0]] || strings.HasPrefix(l.text, "management board members") || strings.HasPrefix(l.text, "board members")
	switch l.token {
	case tBoardMember, tDirector, tPartner, tLiquidator:
		return RoleMember, plural, fitsBody(l.token, p.rec.Body.Name)
	case tProcurator:
		return RoleProcurator, plural, true
	case tFunction:
		return RoleOfFunction(Function(l.text)), plural, true
	}
	return "", false, false
}

// plurals are the nouns that mean several people when no number tells how many.
var plurals = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`czlonkowie czlonkow czlonkom czlonkami members directors dyrektorzy dyrektorow dyrektorami
		wspolnicy wspolnikow wspolnikom wspolnikami komplementariusze komplementariuszy komplementariuszami partnerzy partnerow partners
		likwidatorzy likwidatorow likwidatorami liquidators prokurenci prokurentow prokurentami procurators
		prezesi prezesow wiceprezesi wiceprezesow presidents`) {
		m[w] = true
	}
	return m
}()

// fitsBody reports whether a noun is the one for members of a body; any is when the register does not name the body.
func fitsBody(noun token, body string) bool {
	s := " " + spaced(body) + " "
	has := func(stems ...string) bool {
		return slices.ContainsFunc(stems, func(stem string) bool { return strings.Contains(s, " "+stem) })
	}
	switch {
	case strings.TrimSpace(s) == "":
		return true
	case has("dyrektor", "director"):
		return noun == tDirector || noun == tBoardMember
	case has("likwidator", "liquidator"):
		return noun == tLiquidator
	case has("wspolni", "komplementariusz", "partner"):
		return noun == tPartner
	}
	return noun == tBoardMember
}

// run is the words from here on that may be a name.
func (p *parser) run() []string {
	var out []string
	for n := p.at; n < len(p.lexemes); n++ {
		switch l := p.lexemes[n]; {
		case l.token == tWord && len(words(l.text)) == 1, l.token == tArticle, l.token == tDash && n > p.at && n+1 < len(p.lexemes) && p.lexemes[n+1].token == tWord:
			out = append(out, l.text)
		default:
			return out
		}
	}
	return out
}

// named reports whether a name begins here.
func (p *parser) named() bool {
	run := p.run()
	for _, m := range p.rec.Members {
		if compareNames(words(strings.Join(run, " ")), words(m.Name())) == sameName {
			return true
		}
	}
	return false
}

// person reads the name of one listed member, in full and uninflected.
func (p *parser) person() (party, bool) {
	run := p.run()
	name := words(strings.Join(run, " "))
	for _, want := range []likeness{sameName, maskedName} {
		var found []Member
		for _, m := range p.rec.Members {
			if !m.Entity && compareNames(name, words(m.Name())) == want {
				found = append(found, m)
			}
		}
		if len(found) == 1 {
			p.at += len(run)
			return party{Signature: Signature{RoleOfPerson(found[0].ID), 1}, masked: want == maskedName}, true
		}
		if len(found) > 1 {
			break
		}
	}
	return party{}, false
}
