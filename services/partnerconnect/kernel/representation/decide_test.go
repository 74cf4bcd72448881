package representation

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// The vectors shared with other implementations, and the same decision from the rule's words.
func TestSharedVectorsDecideAlike(t *testing.T) {
	raw, err := os.ReadFile("testdata/representation.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name         string
			Members      []string
			Rule, Person string
			Claim        bool `json:"is_representative"`
			Mode         Mode `json:"representation_mode"`
			Requires     bool `json:"requires_invitation_or_poa"`
			Alternatives json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 12 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	names := map[string]string{"A": "Adam Abacki", "B": "Beata Babacka", "C": "Celina Cabacka", "X": "Ksawery Xawerski"}
	for _, c := range file.Cases {
		rec := record()
		for _, m := range c.Members {
			parts := regexp.MustCompile(`^(\w)(?:\((\w+)\))?$`).FindStringSubmatch(m)
			given, family, _ := strings.Cut(names[parts[1]], " ")
			member := Member{ID: MemberID(parts[1]), GivenNames: given, FamilyName: family, Suspended: parts[2] == "suspended"}
			if parts[2] == "president" {
				member.Function = "PREZES ZARZĄDU"
			}
			rec.Members = append(rec.Members, member)
		}
		rec.Body.RuleText = regexp.MustCompile(`\b[AB]\b`).ReplaceAllStringFunc(c.Rule,
			func(s string) string { return names[s] })
		given, family, _ := strings.Cut(names[c.Person], " ")
		in := Input{c.Claim, Person{GivenNames: given, FamilyName: family}, rec}
		d := Decide(in)
		if d.Mode != c.Mode || d.RequiresInvitationOrPOA() != c.Requires {
			t.Errorf("%s: %s, %v", c.Name, d.Mode, d.RequiresInvitationOrPOA())
		}
		want := vectorRule(t, c.Alternatives)
		if len(want.Alternatives) > 0 && asJSON(t, d.Rule) != asJSON(t, want) {
			t.Errorf("%s: the text was read as %s, not %s", c.Name, asJSON(t, d.Rule), asJSON(t, want))
		}
		in.Record.Body = Body{Rule: want}
		if d := Decide(in); d.Mode != c.Mode {
			t.Errorf("%s, by its alternatives: %s", c.Name, d.Mode)
		}
	}
}

func vectorRule(t *testing.T, raw json.RawMessage) Rule {
	t.Helper()
	var alternatives [][][2]any
	if json.Unmarshal(raw, &alternatives) != nil {
		return NewRule()
	}
	var out []Alternative
	for _, a := range alternatives {
		var alt Alternative
		for _, s := range a {
			sig := Signature{Role: Role(s[0].(string)), Count: All}
			if n, ok := s[1].(float64); ok {
				sig.Count = Count(n)
			}
			alt = append(alt, sig)
		}
		out = append(out, alt)
	}
	return NewRule(out...)
}

func record(names ...string) Record {
	r := Record{
		Scheme: SchemeKRS, Number: "0000000123", AsOf: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Status: Active,
		LegalName: "PRZYKŁAD SPÓŁKA Z O.O.", Body: Body{Name: "ZARZĄD"},
	}
	for i, n := range names {
		given, family, _ := strings.Cut(n, " ")
		r.Members = append(r.Members,
			Member{ID: MemberID("m" + string(rune('1'+i))), Function: "CZŁONEK ZARZĄDU", GivenNames: given, FamilyName: family})
	}
	return r
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func who(name string) Person {
	given, family, _ := strings.Cut(name, " ")
	return Person{GivenNames: given, FamilyName: family}
}

func TestDecide(t *testing.T) {
	president := record("Adam Abacki", "Beata Babacka", "Celina Cabacka")
	president.Members[0].Function = "PREZES ZARZĄDU"
	president.Body.RuleText = "Prezes zarządu samodzielnie lub dwóch członków zarządu łącznie"
	withText := func(text string, edit func(*Record), names ...string) Record {
		r := record(names...)
		r.Body.RuleText = text
		if edit != nil {
			edit(&r)
		}
		return r
	}
	const joint = "Dwóch członków zarządu łącznie albo jeden członek zarządu łącznie z prokurentem"
	procurator := func(r *Record) { r.Procurators = []Procurator{{GivenNames: "Paweł", FamilyName: "Prokurski"}} }
	for name, c := range map[string]struct {
		rec        Record
		who        string
		mode       Mode
		match      Matching
		more       int
		candidates []MemberID
		flags      []Flag
		confirm    bool
	}{
		"two of three": {withText("dwóch członków zarządu łącznie", nil, "Adam Abacki", "Beata Babacka", "Celina Cabacka"),
			"Adam Abacki",
			ModeCoRepresentative, MatchName, 1, []MemberID{"m2", "m3"}, nil, false},
		"all of three": {withText("wszyscy członkowie zarządu łącznie", nil, "Adam Abacki", "Beata Babacka",
			"Celina Cabacka"), "Adam Abacki",
			ModeCoRepresentative, MatchName, 2, []MemberID{"m2", "m3"}, nil, false},
		"president": {president, "Adam Abacki", ModeSolo, MatchName, 0, nil, nil, false},
		"not the president": {president, "Beata Babacka", ModeCoRepresentative, MatchName, 1,
			[]MemberID{"m1", "m3"}, nil, false},
		"a stranger": {president, "Ewa Ebacka", ModeProxy, MatchNone, 1, []MemberID{"m1", "m2", "m3"}, nil, false},
		"the other is suspended": {withText("dwóch członków zarządu łącznie",
			func(r *Record) { r.Members[1].Suspended = true }, "Adam Abacki", "Beata Babacka"),
			"Adam Abacki", ModeCoRepresentative, MatchName, 1, nil, []Flag{FlagNotEnoughActive}, false},
		"the suspended one": {withText("każdy członek zarządu samodzielnie",
			func(r *Record) { r.Members[0].Suspended = true }, "Adam Abacki", "Beata Babacka"),
			"Adam Abacki", ModeProxy, MatchSuspended, 1, []MemberID{"m2"}, nil, false},
		"suspended, and no procurator": {withText(joint, func(r *Record) { r.Members[1].Suspended = true }, "Adam Abacki",
			"Beata Babacka"),
			"Adam Abacki", ModeCoRepresentative, MatchName, 1, nil, []Flag{FlagNotEnoughActive}, false},
		"suspended, with a procurator": {withText(joint, func(r *Record) { r.Members[1].Suspended = true; procurator(r) },
			"Adam Abacki", "Beata Babacka"),
			"Adam Abacki", ModeCoRepresentative, MatchName, 1, nil, nil, false},
		"sole member": {withText("", nil, "Adam Abacki"), "Adam Abacki", ModeSolo, MatchName, 0, nil, nil, false},
		"sole member left": {withText(joint, nil, "Adam Abacki"), "Adam Abacki", ModeSolo, MatchName, 0, nil,
			[]Flag{FlagBoardBelowRule}, false},
		"sole member, rule for more": {withText("w przypadku zarządu wieloosobowego dwóch członków zarządu łącznie", nil,
			"Adam Abacki"), "Adam Abacki",
			ModeSolo, MatchName, 0, nil, []Flag{FlagRuleNotUnderstood}, false},
		"sole member, suspended": {withText("", func(r *Record) { r.Members[0].Suspended = true }, "Adam Abacki"),
			"Adam Abacki",
			ModeProxy, MatchSuspended, 1, nil, []Flag{FlagNotEnoughActive}, false},
		"one of two active, two listed": {withText("", func(r *Record) { r.Members[1].Suspended = true }, "Adam Abacki",
			"Beata Babacka"), "Adam Abacki",
			ModeCoRepresentative, MatchName, 1, nil, []Flag{FlagNotEnoughActive}, false},
		"unparsed": {withText("jak w statucie", nil, "Adam Abacki", "Beata Babacka"), "Adam Abacki",
			ModeCoRepresentative, MatchName, 1, []MemberID{"m2"}, []Flag{FlagRuleNotUnderstood}, false},
		"no rule, in Britain": {withText("", func(r *Record) { r.Scheme = SchemeCompaniesHouse }, "Adam Abacki",
			"Beata Babacka", "Celina Cabacka"), "Adam Abacki",
			ModeCoRepresentative, MatchName, 2, []MemberID{"m2", "m3"}, nil, false},
		"masked": {withText("każdy członek zarządu samodzielnie", nil, "A*** A*****", "B**** B******"), "Adam Abacki",
			ModeSolo, MatchWeak, 0, nil, nil, true},
		"ambiguous, president or not": {withText("prezes zarządu samodzielnie lub dwóch członków zarządu łącznie",
			func(r *Record) { r.Members[0].Function = "PREZES ZARZĄDU" },
			"A*** A*****", "A*** A*****"), "Adam Abacki", ModeCoRepresentative, MatchAmbiguous, 1, []MemberID{"m1"}, nil, true},
		"ambiguous, one suspended": {withText("każdy członek zarządu samodzielnie",
			func(r *Record) { r.Members[1].Suspended = true }, "A*** A*****", "A*** A*****"),
			"Adam Abacki", ModeProxy, MatchAmbiguous, 1, []MemberID{"m1"}, nil, true},
		"struck off": {withText("", func(r *Record) { r.Status = StruckOff }, "Adam Abacki"), "Adam Abacki", ModeProxy,
			MatchName, 1, []MemberID{"m1"}, nil, false},
		"in liquidation": {withText("każdy członek zarządu samodzielnie",
			func(r *Record) { r.Proceedings = []string{"likwidacja"} }, "Adam Abacki", "Beata Babacka"),
			"Adam Abacki", ModeProxy, MatchName, 1, []MemberID{"m1", "m2"}, []Flag{FlagProceedings}, false},
		"an entity": {withText("każdy członek zarządu samodzielnie", func(r *Record) { r.Members[0].Entity = true },
			"Adam Abacki"), "Adam Abacki", ModeProxy, MatchNone, 1, nil, nil, false},
		"an unsound rule": {withText("", func(r *Record) { r.Body.Rule = Rule{Solo, []Alternative{{}}} }, "Adam Abacki",
			"Beata Babacka"), "Adam Abacki",
			ModeCoRepresentative, MatchName, 1, []MemberID{"m2"}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := Decide(Input{true, who(c.who), c.rec})
			var got []MemberID
			for _, x := range d.Candidates {
				got = append(got, x.MemberID)
				if strings.Contains(x.NameMasked, "acki") {
					t.Errorf("a candidate's name: %s", x.NameMasked)
				}
			}
			if d.Mode != c.mode || d.Match != c.match || d.AdditionalSignatories != c.more || !slices.Equal(got, c.candidates) ||
				!slices.Equal(d.ReviewFlags, c.flags) || d.IdentityConfirmationRequired != c.confirm {
				t.Errorf("%s:\ngot  %s %s +%d %v %v %v\nwant %s %s +%d %v %v %v", name, d.Mode, d.Match, d.AdditionalSignatories,
					got, d.ReviewFlags,
					d.IdentityConfirmationRequired, c.mode, c.match, c.more, c.candidates, c.flags, c.confirm)
			}
			if denied := Decide(Input{false, who(c.who), c.rec}); denied.Mode != ModeProxy {
				t.Errorf("%s, denied: %s", name, denied.Mode)
			}
			if d.AlgorithmVersion != AlgorithmVersion || d.RecordHash != c.rec.Hash() {
				t.Errorf("%s of %s", d.AlgorithmVersion, d.RecordHash)
			}
		})
	}
}
