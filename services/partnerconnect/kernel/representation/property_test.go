package representation

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var people = []string{"Adam Abacki", "Beata Babacka", "Celina Cabacka", "Dorota Dabacka", "Emil Ebacki", "A*** A*****",
	"B**** B******"}

// anyRecord draws a record with any rule that is sound for it.
func anyRecord(t *rapid.T) Record {
	r := record(rapid.SliceOfNDistinct(rapid.SampledFrom(people), 1, 5, rapid.ID[string]).Draw(t, "people")...)
	r.Scheme = rapid.SampledFrom([]string{SchemeKRS, SchemeCompaniesHouse}).Draw(t, "scheme")
	for i := range r.Members {
		r.Members[i].Suspended = rapid.Float64().Draw(t, "suspended") < 0.2
		r.Members[i].Function = rapid.SampledFrom([]string{"PREZES ZARZĄDU", "WICEPREZES ZARZĄDU", "CZŁONEK ZARZĄDU",
			""}).Draw(t, "function")
	}
	r.Procurators = make([]Procurator, rapid.IntRange(0, 2).Draw(t, "procurators"))
	if n := rapid.IntRange(0, 3).Draw(t, "alternatives"); n > 0 {
		var alternatives []Alternative
		for range n {
			alternatives = append(alternatives, rapid.SliceOfN(anySignature(r), 1, 3).Draw(t, "alternative"))
		}
		r.Body.Rule = NewRule(alternatives...)
	}
	return r
}

func anySignature(r Record) *rapid.Generator[Signature] {
	return rapid.Custom(func(t *rapid.T) Signature {
		roles := []Role{RoleMember, RoleMember, RoleProcurator, RoleOfFunction("president"), RoleOfFunction("vice_president"),
			RoleOfPerson(rapid.SampledFrom(r.Members).Draw(t, "person").ID)}
		s := Signature{rapid.SampledFrom(roles).Draw(t, "role"), 1}
		switch {
		case s.Role == RoleMember && rapid.Bool().Draw(t, "all"):
			s.Count = All
		case s.Role == RoleMember || s.Role == RoleProcurator:
			s.Count = Count(rapid.IntRange(1, 4).Draw(t, "count"))
		}
		return s
	})
}

func freedom(m Mode) int { return slices.Index([]Mode{ModeProxy, ModeCoRepresentative, ModeSolo}, m) }

// One more signature in every alternative never gives more freedom.
func TestMoreDemandsGiveNoFreedom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := anyRecord(t)
		if rec.Body.Rule.Kind == "" {
			t.Skip("the statutory rule cannot be added to")
		}
		person := who(rapid.SampledFrom(people[:5]).Draw(t, "who"))
		before := Decide(Input{true, person, rec})
		extra := anySignature(rec).Draw(t, "extra")
		var harder []Alternative
		for _, a := range rec.Body.Rule.Alternatives {
			harder = append(harder, append(slices.Clone(a), extra))
		}
		rec.Body.Rule = NewRule(harder...)
		after := Decide(Input{true, person, rec})
		// A further role may include who was left out before, but never frees anybody.
		if after.Mode == ModeSolo && before.Mode != ModeSolo || after.Mode == ModeSolo && len(rec.Members) > 1 {
			t.Fatalf("%s became %s with %v", before.Mode, after.Mode, extra)
		}
		if extra.Role == RoleProcurator && freedom(after.Mode) > freedom(before.Mode) {
			t.Fatalf("%s became %s with a procurator more", before.Mode, after.Mode)
		}
		signers := rapid.SliceOfDistinct(rapid.SampledFrom([]MemberID{"m1", "m2", "m3", "m4", "m5"}),
			rapid.ID[MemberID]).Draw(t, "signers")
		if n := rapid.IntRange(0, 2).Draw(t, "n"); Completes(NewRule(harder...), rec, signers, n) &&
			!Completes(before.Rule, rec, signers, n) {
			t.Fatalf("%v complete the harder rule alone", signers)
		}
	})
}

// The order of members, alternatives and signatures does not matter.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := anyRecord(t)
		person := who(rapid.SampledFrom(people[:5]).Draw(t, "who"))
		before := Decide(Input{true, person, rec})
		rec.Members = rapid.Permutation(rec.Members).Draw(t, "members")
		if rec.Body.Rule.Kind != "" {
			rec.Body.Rule.Alternatives = rapid.Permutation(rec.Body.Rule.Alternatives).Draw(t, "alternatives")
			for i, a := range rec.Body.Rule.Alternatives {
				rec.Body.Rule.Alternatives[i] = rapid.Permutation(a).Draw(t, "signatures")
			}
		}
		after := Decide(Input{true, person, rec})
		if before.Mode != after.Mode || before.Match != after.Match ||
			before.AdditionalSignatories != after.AdditionalSignatories ||
			!slices.Equal(before.Candidates, after.Candidates) || !slices.Equal(before.ReviewFlags, after.ReviewFlags) {
			t.Fatalf("%+v\nbecame %+v", before, after)
		}
	})
}

// Whoever is solo is an unsuspended listed member, claims so, and completes the rule alone.
func TestSoloCompletesAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := anyRecord(t)
		person := who(rapid.SampledFrom(people[:5]).Draw(t, "who"))
		claim := rapid.Bool().Draw(t, "claim")
		d := Decide(Input{claim, person, rec})
		if d.Mode != ModeSolo {
			if d.AdditionalSignatories < 1 {
				t.Fatalf("%s without anybody else", d.Mode)
			}
			return
		}
		_, found := Match(person, rec)
		for _, m := range found {
			if !claim || m.Suspended || !Completes(rec.Body.Rule, rec, []MemberID{m.ID}, 0) {
				t.Fatalf("%s is solo", m.ID)
			}
		}
		if len(found) == 0 || rec.Status != Active {
			t.Fatal("a stranger is solo")
		}
	})
}

// A co-representative, all candidates and the listed procurators together meet an alternative that includes the person,
// or the operator is informed that they cannot.
func TestCandidatesComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := anyRecord(t)
		person := who(rapid.SampledFrom(people[:5]).Draw(t, "who"))
		d := Decide(Input{true, person, rec})
		if d.Mode != ModeCoRepresentative || d.Match == MatchAmbiguous {
			return
		}
		_, found := Match(person, rec)
		including := slices.DeleteFunc(slices.Clone(d.Rule.Alternatives), func(a Alternative) bool {
			return !slices.ContainsFunc(a.slots(rec), func(s slot) bool { return s.fits(found[0]) })
		})
		signers := []MemberID{found[0].ID}
		for _, c := range d.Candidates {
			signers = append(signers, c.MemberID)
		}
		complete := Completes(NewRule(including...), rec, signers, len(rec.Procurators))
		if complete == slices.Contains(d.ReviewFlags, FlagNotEnoughActive) {
			t.Fatalf("%+v: together they complete it: %v", d, complete)
		}
		if Completes(NewRule(including...), rec, signers[:1], 0) {
			t.Fatalf("%+v: the person completes it alone", d)
		}
	})
}
