package representation

import (
	"cmp"
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A kind of token of a rule text.
type token int

const (
	tNone        token = iota
	tFill              // words that say that someone represents, not who or how
	tScope             // "in the field of property rights and duties": the register's old standard phrase
	tOnly              // only
	tExcept            // but: what follows applies in spite of what precedes
	tCondOne           // if the board has one member
	tCondMany          // if it has several
	tCondTwo           // if it has two
	tCondThree         // if it has three
	tJointPrefix       // the joint action of
	tJoint             // jointly
	tAlone             // alone
	tActing            // acting
	tAtLeast           // at least
	tNumber
	tEach
	tAny
	tAll
	tArticle
	tOther // another, in the second place of a pair
	tBoardMember
	tDirector
	tPartner
	tLiquidator
	tProcurator
	tFunction
	tWith
	tAnd
	tOr
	tComma
	tColon
	tSemicolon
	tStop
	tDash
	tOpen
	tClose
	tBullet
	tWord // a word that the lexicon does not know: part of a name, or the end of understanding
)

const (
	company = `(?:spolk[aie]|spolki|fundacj[iea]|stowarzyszeni[ea]|spoldzielni[ea]?|podmiotu?|the company|company|the partnership|the foundation|the association)`
	condIf  = `(?:a |zas |natomiast |and )?(?:w przypadku(?: gdy)?|w razie|jezeli|jesli|gdy|przy|kiedy)(?: powolania| ustanowienia| powierzenia)?`
	condEn  = `(?:and )?(?:if|where|when|in case|in the case)(?: of)?(?: the| a| an)?(?: management)?`
)

// lexicon is the closed vocabulary of rule texts, as patterns over folded text whose words and signs are separated by
// one blank. At each position the longest pattern wins; of equally long ones the first.
var lexicon = []class{
	{tScope, []string{
		`w zakresie praw i obowiazkow majatkowych(?: i niemajatkowych)?(?: ` + company + `)?`,
	}},
	{tFill, []string{
		// Who speaks, and that declarations are made.
		`(?:do )?(?:waznego |skutecznego )?(?:skladania|zlozenia|podpisywania)(?: i (?:podpisywania|skladania))?(?: oswiadczen(?:ia)?(?: woli)?)?(?: i podpisywania| oraz podpisywania)?(?: umow| dokumentow)?`,
		`oswiadczeni?[ae]?(?: woli)?(?: i podpisy)?`,
		`(?:w imieniu|na rzecz|w imieniu i na rzecz)(?: i na rzecz)? ` + company,
		`w imieniu`, `(?:i|oraz) (?:do )?(?:reprezentowania|reprezentacji) ` + company,
		`dla (?:skutecznosci|waznosci) oswiadczen(?: woli)?(?: skladanych)?`,
		`(?:do )?(?:reprezentowania|reprezentacji|reprezentowac|reprezentowanie|reprezentacja|reprezentuj[ea])(?: ` +
			company + `)?`,
		company + `(?: (?:jest )?reprezentowan[aey]| reprezentuj[ea])?`,
		`(?:jest )?reprezentowan[aey](?: jest)?`,
		`sposob reprezentacji(?: ` + company + `)?`,
		`w tym w sprawach majatkowych`,
		`(?:jest |sa )?(?:upowaznion(?:y|a|e|ych)|upowaznieni|uprawnion(?:y|a|e|ych)|uprawnieni|umocowan(?:y|a|i|e|ych))(?: jest| sa| beda)?`,
		`(?:jest |sa )?(?:wymagan|koniecz|niezbedn|potrzebn)(?:y|a|e|ne|na|ny)(?: jest| sa)?`, `wymaga(?:ja)?(?: sie)?`,
		`moze|moga|ma prawo(?: do)?|maja prawo(?: do)?|przysluguje`,
		`sklada(?:c|ja)?|podpisuj[ea]|podpisywac`,
		`podpis(?:y|u|ow)?`, `przez`, `jest|sa`, `do`,
		// The same in English.
		`(?:the )?(?:company|partnership|foundation|association)(?: is| shall be| may be| can be)? represented(?: by)?`,
		`(?:may |shall |is |are )?(?:authori[sz]ed |entitled |empowered )(?:to )(?:represent|bind|sign|act|sign for|act for)(?: the company| the partnership)?`,
		`(?:may |can |shall )?(?:represents?|bind|binds)(?: the company| the partnership)?`,
		`declarations?(?: of will| of intent)?(?: on behalf of the company)?(?: may be| are| shall be)?(?: made| submitted| signed)?(?: by)?`,
		`(?:to )?(?:make|submit|sign)(?:ing)?(?: declarations?(?: of will| of intent)?)?`,
		`(?:may |can |shall )?signs?`,
		`(?:for|on behalf of|for and on behalf of) the (?:company|partnership|foundation|association)`,
		`(?:the )?signatures?(?: of)?(?: is| are)?(?: required)?`, `(?:is|are)(?: required)?`, `required`, `either`, `by`,
	}},
	{tExcept, []string{
		`z tym(?: zastrzezeniem)?(?: ,)? ze`, `z zastrzezeniem(?: ,)? ze`, `przy czym|jednakze|jednak|natomiast|ale|lecz`,
		`but|however|except that|save that`,
	}},
	{tOnly, []string{`tylko|wylacznie|jedynie|only|exclusively`}},
	{tCondOne, []string{
		condIf + `(?: zarzadu| zarzadzie)? jednoosobow(?:ego|ym|y)(?: zarzadu| zarzadzie)?`,
		condIf + ` zarzad (?:jest|bedzie) jednoosobowy`,
		condIf + ` zarzad (?:sklada sie|skladac sie bedzie) z (?:jednej osoby|jednego czlonka|1 osoby|1 czlonka)`,
		condEn + ` (?:single|one|1)(?: -)?(?: member| person)(?: management)? board`,
		condEn +
			` board (?:has|consists of|comprises|is composed of) (?:only )?(?:one|a single|1) (?:member|person|director)`,
	}},
	{tCondMany, []string{
		condIf +
			`(?: zarzadu| zarzadzie)? (?:wieloosobow|kilkuosobow|wiecej niz jednoosobow)(?:ego|ym|y)(?: zarzadu| zarzadzie)?`,
		condIf + ` zarzad (?:jest|bedzie) wieloosobowy`,
		condIf +
			` zarzad (?:sklada sie|skladac sie bedzie) z (?:wiecej niz (?:jednej osoby|jednego czlonka)|co najmniej dwoch (?:osob|czlonkow)|dwoch lub wiecej (?:osob|czlonkow)|kilku (?:osob|czlonkow))`,
		condEn + ` multi(?: -)?(?: member| person)(?: management)? board`,
		condEn +
			` board (?:has|consists of|comprises|is composed of) (?:more than one|two or more|at least two|several) (?:members?|persons?|people|directors?)`,
	}},
	{tCondTwo, []string{condIf + `(?: zarzadu| zarzadzie)? dwuosobow(?:ego|ym|y)(?: zarzadu| zarzadzie)?`}},
	{tCondThree, []string{condIf + `(?: zarzadu| zarzadzie)? trzyosobow(?:ego|ym|y)(?: zarzadu| zarzadzie)?`}},
	{tJointPrefix, []string{
		`(?:laczne |wspolne )?wspoldzialani[ea]`, `(?:laczne|wspolne) dzialani[ea]`, `wspoln[ey] podpisy?`, `laczne podpisy`,
		`(?:the )?(?:joint action|cooperation|co - operation|joint signatures?)(?: of| by)`,
	}},
	{tJoint, []string{`lacznie|wspolnie|razem|laczn(?:a|ej|ego)|jointly|together|collectively`}},
	{tAlone, []string{
		`samodzielnie|jednoosobowo|samoistnie|indywidualnie|samodzieln(?:a|ej|ego)|jednoosobow(?:a|ej)`,
		`alone|solely|individually|independently|singly|on (?:his|her|their|its) own`,
	}},
	{tActing, []string{
		`dzialaj(?:acy|aca|ace|acego|acych|acej|acym|acymi|ac|a)|dziala|dzialac`,
		// The auxiliary verb only with what it belongs to: May is a name, too.
		`acting|(?:may |can |shall )?acts?`,
	}},
	{tAtLeast, []string{`co najmniej|przynajmniej|minimum|at least`}},
	{tNumber, []string{
		`jeden|jedna|jednego|jednej|jednym|jednemu|one|1`, `dwoch|dwaj|dwie|dwu|dwoma|dwom|dwojga|dwoje|two|2`,
		`trzech|trzej|trzy|trzema|three|3`, `czterech|czterej|cztery|four|4`, `pieciu|piec|five|5`,
	}},
	{tEach, []string{`kazd(?:y|ego|emu|ym|a|ej)(?: z| ze)?(?: nas)?`, `each(?: of)?(?: the)?|every`}},
	{tAny, []string{`any(?: of)?(?: the)?`}},
	{tAll, []string{`wszys(?:cy|tkich|tkie|tkim|tkimi)`, `all(?: of)?(?: the)?`}},
	{tArticle, []string{`the|an?`}},
	{tOther, []string{`inn(?:y|ym|ego|a|ymi|ych)|drugi(?:m|ego)?|other|another`}},
	{tBoardMember, []string{
		`czlon(?:ek|ka|kowi|kiem|kowie|kow|kom|kami|kini)(?: zarzadu(?: ` + company + `)?)?`,
		`(?:management )?board members?|members? of the (?:management )?board|members?`,
	}},
	// of an association, not of its board
	{tWord, []string{`czlon(?:ek|ka|kowi|kiem|kowie|kow|kom|kami|kini) ` + company}},
	{
		tDirector,
		[]string{
			`dyrektor(?:a|em|owi|zy|ow|ami)?|czlon(?:ek|ka|kiem|kowie|kow) rady dyrektorow`,
			`directors?|members? of the board of directors`,
		},
	},
	{tPartner, []string{
		`wspolni(?:k|ka|kowi|kiem|cy|kow|kom|kami)(?: ` + company +
			`)?|komplementariusz(?:a|e|y|em|owi|ami|om)?|partner(?:a|zy|ow|em|owi|ami)?`,
		`(?:general )?partners?`,
	}},
	{tLiquidator, []string{`likwidator(?:a|zy|ow|em|owi|ami)?|liquidators?`}},
	{tProcurator, []string{
		`prokuren(?:t|ta|tem|towi|ci|tow|tami|tom|tka|tki|tke|tka)|prokurentk[aie]`,
		`procurators?|(?:commercial|registered) prox(?:y|ies)|holders? of (?:a )?(?:commercial )?procuration`,
	}},
	{tFunction, functionPatterns()},
	{tWith, []string{`wraz z|wraz ze|z|ze|with`}},
	{tAnd, []string{`i|oraz|and|&`}},
	{tOr, []string{`lub(?: tez)?|albo(?: tez)?|badz(?: tez)?|wzglednie|or`}},
	{tComma, []string{`,`}}, {tColon, []string{`:`}}, {tSemicolon, []string{`;`}}, {tStop, []string{`\.`}},
	{tDash, []string{`-`}},
	{tBullet, []string{`(?:[1-9]|[a-h]) \)`}},
	{tOpen, []string{`\(`}}, {tClose, []string{`\)`}},
}

var automaton = sync.OnceValue(func() *state { return compile(lexicon) })

type class struct {
	token    token
	patterns []string
}

// A state is how far a text was read: what may follow, and the token if it may end here.
type state struct {
	token token
	next  map[byte]*state
}

// A thread is a position in the program of one class.
type thread struct {
	class int
	pc    uint32
}

// compile makes one automaton of all patterns, so that a character takes one step however many patterns there are.
func compile(classes []class) *state {
	programs := make([]*syntax.Prog, len(classes))
	var start []thread
	for i, c := range classes {
		tree, err := syntax.Parse(strings.Join(c.patterns, "|"), syntax.Perl)
		if err != nil {
			panic(err) // a constant
		}
		if programs[i], err = syntax.Compile(tree.Simplify()); err != nil {
			panic(err)
		}
		start = append(start, thread{i, uint32(programs[i].Start)})
	}
	known := map[string]*state{}
	var build func([]thread) *state
	build = func(threads []thread) *state {
		threads = consuming(programs, threads)
		key := fmt.Sprint(threads)
		if s, ok := known[key]; ok {
			return s
		}
		s := &state{next: map[byte]*state{}}
		known[key] = s
		after := map[byte][]thread{}
		for _, t := range threads {
			i := &programs[t.class].Inst[t.pc]
			if i.Op == syntax.InstMatch {
				s.token = cmp.Or(s.token, classes[t.class].token)
				continue
			}
			for b := range byte(utf8.RuneSelf) {
				if i.MatchRune(rune(b)) {
					after[b] = append(after[b], thread{t.class, i.Out})
				}
			}
		}
		for b, threads := range after {
			s.next[b] = build(threads)
		}
		return s
	}
	return build(start)
}

// consuming follows each thread to the instructions that consume a character or end a match, in the order of the
// classes.
func consuming(programs []*syntax.Prog, threads []thread) []thread {
	var out []thread
	seen := map[thread]bool{}
	var follow func(thread)
	follow = func(t thread) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch i := programs[t.class].Inst[t.pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			follow(thread{t.class, i.Out})
			follow(thread{t.class, i.Arg})
		case syntax.InstCapture, syntax.InstNop:
			follow(thread{t.class, i.Out})
		default:
			out = append(out, t)
		}
	}
	for _, t := range threads {
		follow(t)
	}
	slices.SortFunc(out, func(a, b thread) int { return cmp.Or(a.class-b.class, cmp.Compare(a.pc, b.pc)) })
	return out
}

// counts are the words of tNumber.
var counts = map[string]Count{
	"jeden": 1, "jedna": 1, "jednego": 1, "jednej": 1, "jednym": 1, "jednemu": 1, "one": 1, "1": 1,
	"dwoch": 2, "dwaj": 2, "dwie": 2, "dwu": 2, "dwoma": 2, "dwom": 2, "dwojga": 2, "dwoje": 2, "two": 2, "2": 2,
	"trzech": 3, "trzej": 3, "trzy": 3, "trzema": 3, "three": 3, "3": 3,
	"czterech": 4, "czterej": 4, "cztery": 4, "four": 4, "4": 4, "pieciu": 5, "piec": 5, "five": 5, "5": 5,
}
