package representation

import (
	"strings"
	"testing"
)

func TestScrub(t *testing.T) {
	rec := record("Jan Kowalski", "A*** N****")
	rec.Procurators = []Procurator{{GivenNames: "Ewa", FamilyName: "wierzba"}}
	for in, want := range map[string]string{
		"JAN KOWALSKI (PESEL 44051401359) SAMODZIELNIE":    "J** K******* (PESEL [number]) SAMODZIELNIE",
		"Pesel 440514-01359 albo 4405 14 01 359":           "Pesel [number] albo [number]",
		"podpis Jana Kowalskiego i Anny Nowak-Zielińskiej": "podpis J*** K********** i A*** N****-Z**********",
		"podpis jana kowalskiego lub ewy wierzby":          "podpis j*** k********** lub e** w******",
		"ur. 14.05.1944, 1944-05-14":                       "ur. [date], [date]",
		"powyżej kwoty 100.000,00 zł dwóch członków":       "powyżej kwoty 100.000,00 zł dwóch członków",
		"DWÓCH CZŁONKÓW ZARZĄDU ŁĄCZNIE LUB CZŁONEK Z PROKURENTEM": "DWÓCH CZŁONKÓW ZARZĄDU ŁĄCZNIE LUB CZŁONEK Z " +
			"PROKURENTEM",
		"": "",
	} {
		t.Run(in, func(t *testing.T) {
			got := Scrub(in, rec)
			if got != want {
				t.Errorf("%q\ngot  %q\nwant %q", in, got, want)
			}
			if again := Scrub(got, rec); again != got {
				t.Errorf("scrubbed twice: %q", again)
			}
		})
	}
}

func TestMaskName(t *testing.T) {
	for in, want := range map[string]string{
		"Jan Kowalski": "J** K*******", "Łucja Żak-Źrebak": "Ł**** Ż**-Ź*****", "": "", "J** K***": "J** K***",
		"Zofia Nowak": "Z**** N****",
	} {
		t.Run(in, func(t *testing.T) {
			if got := MaskName(in); got != want {
				t.Errorf("%q", got)
			}
		})
	}
}

// What is prepared has neither names nor numbers in its texts, and the rule that they stated.
func TestPreparedTextsHaveNoPersonalData(t *testing.T) {
	rec := record("Jan Kowalski", "Anna Nowak")
	rec.Body.RuleText = "Jan Kowalski samodzielnie lub Anna Nowak łącznie z prokurentem"
	rec.Procurators = []Procurator{{FamilyName: "Zięba", Kind: "ŁĄCZNA Z PIOTREM DĘBEM PESEL 44051401359"}}
	p := rec.Prepared()
	if want := NewRule(Alternative{{RoleOfPerson("m1"), 1}},
		Alternative{{RoleOfPerson("m2"), 1}, {RoleProcurator, 1}}); asJSON(t, p.Body.Rule) != asJSON(t, want) {
		t.Errorf("rule: %s", asJSON(t, p.Body.Rule))
	}
	for _, canary := range []string{"Kowal", "Nowa", "PIOTR", "DĘB", "44051401359"} {
		if strings.Contains(p.Body.RuleText+p.Procurators[0].Kind, canary) {
			t.Errorf("%s is left: %s; %s", canary, p.Body.RuleText, p.Procurators[0].Kind)
		}
	}
	if rec.Procurators[0].Kind != "ŁĄCZNA Z PIOTREM DĘBEM PESEL 44051401359" {
		t.Error("the record that was given changed")
	}
	if again := p.Prepared(); again.Hash() != p.Hash() {
		t.Error("prepared twice it is another")
	}
	if p.Check() != nil {
		t.Error(p.Check())
	}
}
