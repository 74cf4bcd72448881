package representation

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A ruleText is a row of testdata/rules.json: a text, the company it is of, and the alternatives that a lawyer reads in
// it. None: it must not be understood.
type ruleText struct {
	Text, Context, Expected string
}

func ruleTexts(t testing.TB) []ruleText {
	t.Helper()
	raw, err := os.ReadFile("testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []ruleText
	if err := json.Unmarshal(raw, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) < 200 {
		t.Fatalf("only %d texts", len(rows))
	}
	return rows
}

// contexts are the companies of the texts.
var contexts = func() map[string]Record {
	board3 := record("Adam Abacki", "Beata Nowak-Babacka", "Celina Cabacka")
	board3.Members[0].Function, board3.Members[1].Function = "PREZES ZARZĄDU", "WICEPREZES ZARZĄDU"
	board1, board2 := record("Adam Abacki"), record("Adam Abacki", "Beata Nowak-Babacka")
	board1.Members[0].Function = "PREZES ZARZĄDU"
	as := func(body string) Record {
		r := record("Adam Abacki", "Beata Nowak-Babacka", "Celina Cabacka")
		r.Body.Name = body
		return r
	}
	return map[string]Record{
		"nowak":     record("Anna Nowak", "Jan Kowalski", "Piotr Zieliński"),
		"namesakes": record("Anna Nowak", "Anna Nowak", "Jan Kowalski"),
		"board":     as("Board"), "board1": board1, "board2": board2, "board3": board3,
		"masked":   record("A*** A*****", "B**** B******", "C***** C******"),
		"partners": as("WSPÓLNICY REPREZENTUJĄCY SPÓŁKĘ"), "liquidators": as("LIKWIDATORZY"),
		"directors": as("RADA DYREKTORÓW"),
	}
}()

// expected reads "member 2 | member 1 + procurator 1".
func expected(t testing.TB, s string) Rule {
	t.Helper()
	if s == "" {
		return NewRule()
	}
	var out []Alternative
	for a := range strings.SplitSeq(s, " | ") {
		var alternative Alternative
		for sig := range strings.SplitSeq(a, " + ") {
			role, count, _ := strings.Cut(sig, " ")
			n := All
			if count != "all" {
				i, err := strconv.Atoi(count)
				if err != nil {
					t.Fatal(s)
				}
				n = Count(i)
			}
			alternative = append(alternative, Signature{Role(role), n})
		}
		out = append(out, alternative)
	}
	return NewRule(out...)
}

func TestParseRule(t *testing.T) {
	understood := 0
	for _, row := range ruleTexts(t) {
		rec, ok := contexts[row.Context]
		if !ok {
			t.Fatal(row.Context)
		}
		want := expected(t, row.Expected)
		if want.Kind != Unparsed {
			understood++
		}
		if got := ParseRule(row.Text, rec); asJSON(t, got) != asJSON(t, want) {
			t.Errorf("%s: %q\ngot  %s\nwant %s", row.Context, row.Text, asJSON(t, got), asJSON(t, want))
		}
	}
	if understood < 100 {
		t.Errorf("only %d texts are to be understood", understood)
	}
}

// freed are the members whom a rule text makes solo, the claim and the match being beyond doubt.
func freed(text string, rec Record) []MemberID {
	rec.Body.Rule = ParseRule(text, rec)
	var out []MemberID
	for _, m := range rec.Members {
		if evaluate(Rule{rec.Body.Rule.Kind, rec.Body.Rule.alternatives(rec)}, rec, m).mode == ModeSolo {
			out = append(out, m.ID)
		}
	}
	return out
}

var aloneWords = []string{"samodziel", "jednoosobow", "samoistn", "indywidualn", "alone", "solely", "individually",
	"independently", "singly", "own"}

func saysAlone(text string) bool {
	s := spaced(text)
	return slices.ContainsFunc(aloneWords, func(w string) bool { return strings.Contains(s, w) })
}

// saysNo reports whether a text holds a word that denies or takes something out.
func saysNo(text string) bool {
	said := strings.Fields(spaced(text))
	return slices.ContainsFunc([]string{"nie", "zaden", "not", "no", "never", "cannot", "unless", "chyba", "oprocz", "bez",
		"without", "until", "neither"},
		func(w string) bool { return slices.Contains(said, w) })
}

// No text makes anybody solo whom it should not, nor does it with words dropped, doubled, added, replaced or in another
// order: not without a word for alone, and not joint texts into which such a word strays.
func TestNoFalseSolo(t *testing.T) {
	rows := ruleTexts(t)
	random := rand.New(rand.NewPCG(1, 2))
	var vocabulary []string
	for _, row := range rows {
		vocabulary = append(vocabulary, strings.Fields(row.Text)...)
	}
	vocabulary = append(vocabulary, "chyba", "nie", "10000", "zł", "oprócz", "unless", "Kowalski")
	mutants := 0
	for _, row := range rows {
		rec := contexts[row.Context]
		if len(rec.Members) == 1 {
			continue // solo whatever the text says
		}
		allowed := expectsSolo(t, row, rec)
		if got := freed(row.Text, rec); !slices.Equal(got, allowed) {
			t.Errorf("%q frees %v, not %v", row.Text, got, allowed)
		}
		original := strings.Fields(row.Text)
		if len(allowed) > 0 || len(original) == 0 {
			continue
		}
		for range 25 {
			words := slices.Clone(original)
			for range 1 + random.IntN(3) {
				i := random.IntN(len(words))
				switch random.IntN(5) {
				case 0:
					if len(words) > 1 {
						words = slices.Delete(words, i, i+1)
					}
				case 1:
					words = slices.Insert(words, i, words[i])
				case 2:
					words = slices.Insert(words, i, vocabulary[random.IntN(len(vocabulary))])
				case 3:
					words[i] = vocabulary[random.IntN(len(vocabulary))]
				case 4:
					j := random.IntN(len(words))
					words[i], words[j] = words[j], words[i]
				}
			}
			mutant := strings.Join(words, " ")
			mutants++
			if got := freed(mutant, rec); len(got) > 0 && !saysAlone(mutant) {
				t.Errorf("%q, of %q, frees %v", mutant, row.Text, got)
			}
		}
	}
	if mutants < 3000 {
		t.Errorf("only %d mutants", mutants)
	}
}

// A word for alone that strays into a joint text, at any place, frees no one; nor does a word that is lost from one.
func TestJointTextsStayJoint(t *testing.T) {
	strays := []string{"samodzielnie", "alone", "jednoosobowo", "każdy", "jeden", "lub", "each", "or", ",", "."}
	for n, row := range ruleTexts(t) {
		rec := contexts[row.Context]
		if row.Expected == "" || saysAlone(row.Text) || len(rec.Members) == 1 {
			continue
		}
		original := strings.Fields(row.Text)
		for i := range len(original) + 1 {
			for _, w := range []string{strays[0], strays[(n+i)%len(strays)]} {
				if text := strings.Join(slices.Insert(slices.Clone(original), i, w), " "); len(freed(text, rec)) > 0 {
					t.Errorf("%q frees %v", text, freed(text, rec))
				}
			}
			if i < len(original) {
				if text := strings.Join(slices.Delete(slices.Clone(original), i, i+1), " "); len(freed(text, rec)) > 0 {
					t.Errorf("%q frees %v", text, freed(text, rec))
				}
			}
		}
	}
}

// expectsSolo are the members whom a row of the table frees.
func expectsSolo(t testing.TB, row ruleText, rec Record) []MemberID {
	t.Helper()
	var out []MemberID
	want := expected(t, row.Expected)
	for _, m := range rec.Members {
		if want.Kind != Unparsed && evaluate(want, rec, m).mode == ModeSolo {
			out = append(out, m.ID)
		}
	}
	return out
}

// denials are what, at any place of any text, leaves no one free: negations, limits of amount, matter and time,
// conditions, company that the signatory must have, and other bodies.
var denials = []string{
	"not", "nie", "no", "never", "nigdy", "bez", "without", "unless", "chyba że", "except", "z wyjątkiem", "oprócz",
	"neither", "żaden",
	"up to 10,000", "do kwoty 10000 zł", "powyżej 5000", "below 5000", "in matters of employment",
	"w sprawach pracowniczych",
	"until 31 December 2026", "do dnia 31.12.2026", "if the others are absent", "w razie nieobecności pozostałych",
	"only together with", "tylko wraz z", "together with", "with the consent of the shareholders", "za zgodą wspólników",
	"of the supervisory board", "rady nadzorczej", "of the subsidiary", "instead of Ewa Obca", "zamiast",
}

// No text that frees someone does so with a denial in it, wherever it is.
func TestDenialsFreeNoOne(t *testing.T) {
	texts := 0
	for _, row := range ruleTexts(t) {
		rec := contexts[row.Context]
		if len(rec.Members) == 1 || len(expectsSolo(t, row, rec)) == 0 {
			continue
		}
		original := strings.Fields(row.Text)
		for i := range len(original) + 1 {
			for _, denial := range denials {
				text := strings.Join(slices.Insert(slices.Clone(original), i, denial), " ")
				texts++
				if got := freed(text, rec); len(got) > 0 {
					t.Errorf("%q frees %v", text, got)
				}
			}
		}
	}
	if texts < 10000 {
		t.Errorf("only %d texts", texts)
	}
}

// An exception frees the one whom it names: with words dropped, doubled, moved, or replaced by those of other texts, it
// frees no one else unless a word such as each is in it that was not there before.
func TestExceptionsFreeTheNamedAlone(t *testing.T) {
	rows := ruleTexts(t)
	random := rand.New(rand.NewPCG(3, 4))
	var vocabulary []string
	for _, row := range rows {
		for _, w := range strings.Fields(row.Text) {
			if !slices.ContainsFunc([]string{"każd", "kazd", "each", "every", "any"},
				func(each string) bool { return strings.HasPrefix(fold(w), fold(each)) }) {
				vocabulary = append(vocabulary, w)
			}
		}
	}
	mutants := 0
	for _, row := range rows {
		rec := contexts[row.Context]
		named := expectsSolo(t, row, rec)
		if len(named) != 1 || !slices.ContainsFunc(lex(row.Text), func(l lexeme) bool { return l.token == tExcept }) {
			continue
		}
		original := strings.Fields(row.Text)
		for range 500 {
			words := slices.Clone(original)
			for range 1 + random.IntN(3) {
				i, j := random.IntN(len(words)), random.IntN(len(words))
				switch random.IntN(5) {
				case 0:
					if len(words) > 1 {
						words = slices.Delete(words, i, i+1)
					}
				case 1:
					words = slices.Insert(words, i, words[j])
				case 2:
					words = slices.Insert(words, i, vocabulary[random.IntN(len(vocabulary))])
				case 3:
					words[i] = vocabulary[random.IntN(len(vocabulary))]
				case 4:
					words[i], words[j] = words[j], words[i]
				}
			}
			mutant := strings.Join(words, " ")
			mutants++
			if got := freed(mutant, rec); slices.ContainsFunc(got, func(m MemberID) bool { return m != named[0] }) {
				t.Errorf("%q, of %q, frees %v", mutant, row.Text, got)
			}
		}
	}
	if mutants < 10000 {
		t.Errorf("only %d mutants", mutants)
	}
}

// Whom an exception names, the register's entry decides: by the whole name it is solo, as one of several of the name or
// by a mask it is not, and others of the board never are.
func TestExceptionByName(t *testing.T) {
	const text = "Two members jointly, but Anna Nowak may act alone"
	suspended := record("Anna Nowak", "Jan Kowalski")
	suspended.Members[0].Suspended = true
	longer := record("Anna Nowak", "Jan Kowalski")
	longer.Members[0].GivenNames = "Anna Maria"
	for name, c := range map[string]struct {
		rec  Record
		who  string
		mode Mode
	}{
		"the named":        {record("Anna Nowak", "Jan Kowalski"), "Anna Nowak", ModeSolo},
		"in another order": {record("Anna Nowak", "Jan Kowalski"), "Nowak Anna", ModeSolo},
		"another member":   {record("Anna Nowak", "Jan Kowalski"), "Jan Kowalski", ModeCoRepresentative},
		"a stranger":       {record("Anna Nowak", "Jan Kowalski"), "Ewa Obca", ModeProxy},
		"two of the name": {record("Anna Nowak", "Anna Nowak", "Jan Kowalski"), "Anna Nowak",
			ModeCoRepresentative},
		"the register masks names":     {record("A*** N****", "J** K*******"), "Anna Nowak", ModeCoRepresentative},
		"two of one mask":              {record("A*** N****", "A*** N****"), "Anna Nowak", ModeCoRepresentative},
		"a further given name":         {longer, "Anna Nowak", ModeCoRepresentative},
		"the named is no member":       {record("Ewa Obca", "Jan Kowalski"), "Jan Kowalski", ModeCoRepresentative},
		"the named is suspended":       {suspended, "Anna Nowak", ModeProxy},
		"another of a suspended named": {suspended, "Jan Kowalski", ModeCoRepresentative},
	} {
		t.Run(name, func(t *testing.T) {
			c.rec.Body.RuleText = text
			if d := Decide(Input{true, who(c.who), c.rec}); d.Mode != c.mode {
				t.Errorf("%s, want %s, by %s", d.Mode, c.mode, asJSON(t, d.Rule))
			}
			c.rec = c.rec.Prepared() // as it is stored
			if d := Decide(Input{true, who(c.who), c.rec}); d.Mode != c.mode {
				t.Errorf("prepared: %s, want %s, by %s", d.Mode, c.mode, asJSON(t, d.Rule))
			}
		})
	}
}

// What follows or precedes a text that frees someone takes the freedom away unless it is understood too.
func TestRestsCount(t *testing.T) {
	rests := []string{"z wyjątkiem nieruchomości", "do 5000 zł", "w sprawach zwykłych", "za zgodą wspólników", "nie",
		"xyz", "7", "(", "?", "/", "§", "Jan Obcy", "unless otherwise stated"}
	for n, row := range ruleTexts(t) {
		if row.Expected == "" {
			continue
		}
		rec := contexts[row.Context]
		for i := range 3 {
			rest := rests[(3*n+i)%len(rests)]
			for _, text := range []string{row.Text + " " + rest, rest + " " + row.Text, row.Text + ". " + rest + ".",
				row.Text + ", " + rest} {
				if got := ParseRule(text, rec); got.Kind != Unparsed {
					t.Errorf("%q: %s", text, asJSON(t, got))
				}
			}
		}
	}
}

func FuzzParseRule(f *testing.F) {
	for _, row := range ruleTexts(f) {
		f.Add(row.Text, row.Context)
	}
	f.Add(strings.Repeat("każdy członek zarządu samodzielnie lub ", 40), "board3")
	f.Add(strings.Repeat("(", 1999), "board3")
	f.Fuzz(func(t *testing.T, text, context string) {
		rec, ok := contexts[context]
		if !ok {
			rec = contexts["board3"]
		}
		began := time.Now()
		rule := ParseRule(text, rec)
		if took := time.Since(began); took > 20*time.Second {
			t.Fatalf("%s for %d bytes", took, len(text))
		}
		if !rule.sound(rec) {
			t.Fatalf("%q: %s", text, asJSON(t, rule))
		}
		if len(rec.Members) > 1 && len(freed(text, rec)) > 0 && (!saysAlone(text) || saysNo(text)) {
			t.Fatalf("%q frees %v", text, freed(text, rec))
		}
	})
}

func FuzzScrub(f *testing.F) {
	for _, row := range ruleTexts(f) {
		f.Add(row.Text)
	}
	f.Add("JAN KOWALSKI PESEL 44051401359, ur. 14.05.1944 r., \xff Ǆ ß")
	rec := record("Jan Kowalski", "A*** N****")
	f.Fuzz(func(t *testing.T, text string) {
		began := time.Now()
		got := Scrub(text, rec)
		if took := time.Since(began); took > 20*time.Second {
			t.Fatalf("%s for %d bytes", took, len(text))
		}
		if again := Scrub(got, rec); again != got {
			t.Fatalf("%q became %q, then %q", text, got, again)
		}
		if longNumber.MatchString(got) || slices.Contains(words(got), "kowalski") || slices.Contains(words(got), "jan") {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
