package representation

import (
	"strings"
	"testing"
)

func TestPersonMatchesMember(t *testing.T) {
	hash := func(c string) string { return strings.Repeat(c, 64) }
	member := func(id MemberID, given, family string) Member {
		return Member{ID: id, GivenNames: given, FamilyName: family}
	}
	for name, c := range map[string]struct {
		given, family, hash string // several, by a space
		members             []Member
		want                Matching
		who                 MemberID
	}{
		"national id": {"Jan", "Kowalski", hash("a"),
			[]Member{{ID: "1", GivenNames: "Janusz", FamilyName: "Inny", NationalIDHash: hash("a")},
				member("2", "Jan", "Kowalski")}, MatchExact, "1"},
		"another national id": {"Jan", "Kowalski", hash("a"),
			[]Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski", NationalIDHash: hash("b")}}, MatchNone, ""},
		"national id of one side": {"Jan", "Kowalski", "",
			[]Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski", NationalIDHash: hash("b")}}, MatchName, "1"},
		"under two keys": {"Jan", "Kowalski", "k2:" + hash("c") + " " + hash("a"), []Member{{ID: "1",
			FamilyName: "Inny", NationalIDHash: hash("a")}, {ID: "2", FamilyName: "Inny", NationalIDHash: "k2:" + hash("a")}},
			MatchExact, "1"},
		"no key in common": {"Jan", "Kowalski", "k2:" + hash("a"), []Member{{ID: "1", GivenNames: "Jan",
			FamilyName: "Kowalski", NationalIDHash: hash("a")}}, MatchNone, ""},
		"case and accents": {"łucja", "żak", "", []Member{member("1", "LUCJA", "ŻAK")}, MatchName, "1"},
		"decomposed":       {"Lucja", "Z\u0307ak", "", []Member{member("1", "Łucja", "Żak")}, MatchName, "1"},
		"hyphen and space": {"Anna", "Nowak Zielińska", "", []Member{member("1", "ANNA", "NOWAK-ZIELIŃSKA")},
			MatchName, "1"},
		"order of words": {"Kowalski", "Jan", "", []Member{member("1", "Jan", "Kowalski")}, MatchName, "1"},
		"both given names": {"Jan Piotr", "Kowalski", "", []Member{member("1", "JAN PIOTR", "KOWALSKI")},
			MatchName, "1"},
		"the first given name":   {"Jan", "Kowalski", "", []Member{member("1", "JAN PIOTR", "KOWALSKI")}, MatchWeak, "1"},
		"the second given name":  {"Piotr", "Kowalski", "", []Member{member("1", "JAN PIOTR", "KOWALSKI")}, MatchNone, ""},
		"masked":                 {"Jan", "Kowalski", "", []Member{member("1", "J**", "K*******")}, MatchWeak, "1"},
		"masked, the first name": {"Jan", "Kowalski", "", []Member{member("1", "J** P****", "K*******")}, MatchWeak, "1"},
		"masked, another length": {"Jan", "Kowal", "", []Member{member("1", "J**", "K*******")}, MatchNone, ""},
		"masked, another letter": {"Jan", "Nowalski", "", []Member{member("1", "J**", "K*******")}, MatchNone, ""},
		"masked, with ł":         {"Łukasz", "Żak", "", []Member{member("1", "Ł*****", "Ż**")}, MatchWeak, "1"},
		"masked, order of words": {"Kowalski", "Jan", "", []Member{member("1", "J**", "K*******")}, MatchNone, ""},
		"the family name masked": {"Jan", "Kowalski", "", []Member{member("1", "Jan", "K*******")}, MatchWeak, "1"},
		"someone who is a mask":  {"J**", "K*******", "", []Member{member("1", "J**", "K*******")}, MatchNone, ""},
		"two of one name": {"Jan", "Kowalski", "",
			[]Member{member("1", "Jan", "Kowalski"), member("2", "Jan", "Kowalski")}, MatchAmbiguous, "1"},
		"two of one mask": {"Jan", "Kowalski", "",
			[]Member{member("1", "J**", "K*******"), member("2", "J**", "K*******")}, MatchAmbiguous, "1"},
		"a name beats a mask": {"Jan", "Kowalski", "",
			[]Member{member("1", "J**", "K*******"), member("2", "Jan", "Kowalski")}, MatchName, "2"},
		"suspended": {"Jan", "Kowalski", "",
			[]Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski", Suspended: true}}, MatchSuspended, "1"},
		"one of two suspended": {"Jan", "Kowalski", "",
			[]Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******", Suspended: true}, member("2", "J**", "K*******")},
			MatchAmbiguous, "1"},
		"an entity": {"Kowalski", "Spółka", "", []Member{{ID: "1", FamilyName: "KOWALSKI SPÓŁKA", Entity: true}},
			MatchNone, ""},
		"no one":             {"", "", "", []Member{member("1", "", "X")}, MatchNone, ""},
		"only a family name": {"", "Kowalski", "", []Member{member("1", "Jan", "Kowalski")}, MatchNone, ""},
		"no one is listed":   {"Jan", "Kowalski", "", nil, MatchNone, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, found := Match(Person{c.given, c.family, strings.Fields(c.hash)}, Record{Members: c.members})
			var who MemberID
			if len(found) > 0 {
				who = found[0].ID
			}
			if got != c.want || who != c.who {
				t.Errorf("%s of %q, want %s of %q", got, who, c.want, c.who)
			}
		})
	}
}
