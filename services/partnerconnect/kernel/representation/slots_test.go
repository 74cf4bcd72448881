package representation

import (
	"testing"
)

func TestPersonsCompleteAnAlternative(t *testing.T) {
	rec := record("Adam Abacki", "Beata Babacka", "Celina Cabacka", "Dorota Dabacka")
	rec.Members[0].Function = "PREZES ZARZĄDU"
	rec.Members[1].Function = "Wiceprezes zarządu"
	rec.Members[3].Suspended = true
	two := NewRule(Alternative{{RoleMember, 2}})
	pair := NewRule(Alternative{{RoleOfFunction("president"), 1}, {RoleMember, 1}})
	mixed := NewRule(Alternative{{RoleMember, 1}, {RoleProcurator, 1}})
	named := NewRule(Alternative{{RoleOfPerson("m2"), 1}, {RoleOfPerson("m3"), 1}})
	// The president is the only one for the function, so the vice-president must take the other place, in whatever order.
	crossed := NewRule(Alternative{{RoleMember, 1}, {RoleOfFunction("president"), 1}})
	for name, c := range map[string]struct {
		rule        Rule
		signers     []MemberID
		procurators int
		want        bool
	}{
		"two": {two, []MemberID{"m2", "m3"}, 0, true}, "one": {two, []MemberID{"m2"}, 0, false},
		"one twice": {two, []MemberID{"m2", "m2"}, 0, false},
		"three":     {two, []MemberID{"m1", "m2", "m3"}, 0, true}, "a suspended one": {two, []MemberID{"m1", "m4"}, 0, false},
		"a stranger": {two, []MemberID{"m1", "m9"}, 0, false}, "a procurator is no member": {two, []MemberID{"m1"}, 5, false},
		"president and another":     {pair, []MemberID{"m1", "m3"}, 0, true},
		"president alone":           {pair, []MemberID{"m1"}, 0, false},
		"two without the president": {pair, []MemberID{"m2", "m3"}, 0, false},
		"crossed":                   {crossed, []MemberID{"m1", "m2"}, 0, true},
		"member and procurator":     {mixed, []MemberID{"m3"}, 1, true},
		"member without":            {mixed, []MemberID{"m3"}, 0, false},
		"procurators alone":         {mixed, nil, 2, false},
		"a member is no procurator": {mixed, []MemberID{"m1", "m2"}, 0, false},
		"the named":                 {named, []MemberID{"m3", "m2"}, 0, true},
		"one of the named":          {named, []MemberID{"m1", "m2"}, 0, false},
		"all, one suspended": {NewRule(Alternative{{RoleMember, All}}),
			[]MemberID{"m1", "m2", "m3", "m4"}, 0, false},
		"unparsed, two":               {NewRule(), []MemberID{"m1", "m2"}, 0, true},
		"unparsed, one":               {NewRule(), []MemberID{"m1"}, 0, false},
		"unparsed, with a procurator": {NewRule(), []MemberID{"m1"}, 1, true},
		"unsound":                     {Rule{Specific, []Alternative{{}}}, nil, 0, false},
		"zero value":                  {Rule{}, []MemberID{"m1"}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Completes(c.rule, rec, c.signers, c.procurators); got != c.want {
				t.Error(got)
			}
		})
	}
	sole := record("Adam Abacki")
	if !Completes(two, sole, []MemberID{"m1"}, 0) {
		t.Error("the sole member does not complete the rule")
	}
}

func TestCompanyStructureOfRecord(t *testing.T) {
	entity := record("X")
	entity.Members[0].Entity = true
	suspended := record("Adam Abacki", "Beata Babacka")
	suspended.Members[1].Suspended = true
	for want, recs := range map[CompanyStructure][]Record{
		SinglePerson: {record("Adam Abacki")}, MultiPerson: {record("Adam Abacki", "Beata Babacka"), suspended},
		UnknownStructure: {record(), entity},
	} {
		t.Run(string(want), func(t *testing.T) {
			for _, r := range recs {
				if got := Structure(r); got != want {
					t.Errorf("%d members: %s, want %s", len(r.Members), got, want)
				}
			}
		})
	}
}
