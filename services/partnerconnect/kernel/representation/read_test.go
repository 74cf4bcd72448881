package representation

import (
	"slices"
	"strings"
	"testing"
)

// marked is a text with its spans in brackets, each followed by the first letter of what it says.
func marked(text string, spans []Span) string {
	runes := []rune(text)
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(string(runes[at:s.From]) + "[" + string(runes[s.From:s.Until]) + "]" + string(s.Meaning[:1]))
		at = s.Until
	}
	return b.String() + string(runes[at:])
}

func TestRead(t *testing.T) {
	board := record("Adam Abacki", "Beata Babacka", "Celina Cabacka")
	for name, c := range map[string]struct{ text, want string }{
		"joint": {"Dwóch członków zarządu łącznie", "[Dwóch]c [członków zarządu]w [łącznie]m"},
		"after a filling": {"SPÓŁKĘ REPREZENTUJE PREZES ZARZĄDU SAMODZIELNIE.",
			"SPÓŁKĘ REPREZENTUJE [PREZES ZARZĄDU]w [SAMODZIELNIE]m."},
		"alternatives": {"każdy członek zarządu samodzielnie lub dwóch prokurentów łącznie",
			"[każdy]c [członek zarządu]w [samodzielnie]m [lub]o [dwóch]c [prokurentów]w [łącznie]m"},
		"conditions": {"w przypadku zarządu jednoosobowego – członek zarządu samodzielnie",
			"[w przypadku zarządu jednoosobowego]c – [członek zarządu]w [samodzielnie]m"},
		"not understood": {"dwóch członków zarządu łącznie do kwoty 10 000 zł",
			"[dwóch]c [członków zarządu]w [łącznie]m do kwoty 10 000 zł"},
		"accents apart": {"dwo\u0301ch czlonko\u0301w zarza\u0328du\u0301 ła\u0328cznie",
			"[dwo\u0301ch]c [czlonko\u0301w zarza\u0328du\u0301]w [ła\u0328cznie]m"},
		"one as several": {"№ ﬁ 𝔸 jointly 😀 alone", "№ ﬁ 𝔸 [jointly]m 😀 [alone]m"},
		"a tag": {"<b onmouseover=alert(1)>dwóch</b> <script>łącznie",
			"<b onmouseover=alert(1)>[dwóch]c</b> <script>[łącznie]m"},
		"soft hyphens": {"samo\u00addzielnie", "[samo\u00addzielnie]m"},
		"nothing":      {"", ""},
		"too long":     {"łącznie" + strings.Repeat(" ", maxParsedText), "łącznie" + strings.Repeat(" ", maxParsedText)},
	} {
		t.Run(name, func(t *testing.T) {
			if got := marked(c.text, Read(c.text, ParseRule(c.text, board))); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// A name is marked as its mask where the rule is about that person, and nowhere else.
func TestReadNames(t *testing.T) {
	rec := record("Adam Abacki", "Beata Babacka")
	rec.Body.RuleText = "dwóch członków zarządu łącznie, z tym że Adam Abacki samodzielnie"
	rec = rec.Prepared()
	if got, want := marked(rec.Body.RuleText, Read(rec.Body.RuleText, rec.Body.Rule)),
		"[dwóch]c [członków zarządu]w [łącznie]m, [z tym że]e [A***]w [A*****]w [samodzielnie]m"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got, want := marked("A*** łącznie", Read("A*** łącznie", NewRule())), "A*** [łącznie]m"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Spans are in the text, in its order and apart, whatever the text is.
func FuzzRead(f *testing.F) {
	for _, row := range ruleTexts(f) {
		f.Add(row.Text)
	}
	f.Add("JAN K. \xff Ǆ ß a\u0301 \u00ad łą\u0328cznie")
	f.Fuzz(func(t *testing.T, text string) {
		runes, at := []rune(text), 0
		for _, s := range Read(text, NewRule()) {
			if s.From < at || s.Until <= s.From || s.Until > len(runes) || s.Meaning == "" {
				t.Fatalf("%q: %v in %d runes", text, s, len(runes))
			}
			at = s.Until
		}
		if _, runeOf := located(text); !slices.IsSorted(runeOf) {
			t.Fatalf("%q: %v", text, runeOf)
		}
	})
}
