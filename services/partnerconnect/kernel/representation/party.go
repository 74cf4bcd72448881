package representation

import (
	"slices"
	"strings"
)

// A party is a signature as a text words it.
type party struct {
	Signature
	each   bool
	masked bool // a name was found only by its mask
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
	// "Another" is read only after someone: "the other member alone" distinguishes people whom a role does not.
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
	plural := plurals[strings.Fields(l.text)[0]] || strings.HasPrefix(l.text, "management board members") ||
		strings.HasPrefix(l.text, "board members")
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

// plurals are the nouns that mean several people when no number says how many.
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
	case has("dyrektor", "director"), strings.TrimSpace(s) == "board": // of directors, where it has no other name
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
		case l.token == tWord && len(words(l.text)) == 1, l.token == tArticle, l.token == tDash && n > p.at && n+
			1 < len(p.lexemes) && p.lexemes[n+1].token == tWord:
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
