package representation

import (
	"strings"
	"testing"
)

func TestPersonMatchesMember(t *testing.T) {
	hash := func(c string) string { return strings.Repeat(c, 64) }
	for name, c := range map[string]struct {
		given, family, hash string // several, by a space
		members             []Member
		want                Matching
		who                 MemberID
	}{
		"national id": {"Jan", "Kowalski", hash("a"), []Member{{ID: "1", GivenNames: "Janusz", FamilyName: "Inny", NationalIDHash: hash("a")},
			{ID: "2", GivenNames: "Jan", FamilyName: "Kowalski"}}, MatchExact, "1"},
		"another national id":     {"Jan", "Kowalski", hash("a"), []Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski", NationalIDHash: hash("b")}}, MatchNone, ""},
		"national id of one side": {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski", NationalIDHash: hash("b")}}, MatchName, "1"},
		"under two keys": {"Jan", "Kowalski", "k2:" + hash("c") + " " + hash("a"), []Member{{ID: "1",
			FamilyName: "Inny", NationalIDHash: hash("a")}, {ID: "2", FamilyName: "Inny", NationalIDHash: "k2:" + hash("a")}},
			MatchExact, "1"},
		"no key in common": {"Jan", "Kowalski", "k2:" + hash("a"), []Member{{ID: "1", GivenNames: "Jan",
			FamilyName: "Kowalski", NationalIDHash: hash("a")}}, MatchNone, ""},
		"case and accents":       {"łucja", "żak", "", []Member{{ID: "1", GivenNames: "LUCJA", FamilyName: "ŻAK"}}, MatchName, "1"},
		"decomposed":             {"Lucja", "Z\u0307ak", "", []Member{{ID: "1", GivenNames: "Łucja", FamilyName: "Żak"}}, MatchName, "1"},
		"hyphen and space":       {"Anna", "Nowak Zielińska", "", []Member{{ID: "1", GivenNames: "ANNA", FamilyName: "NOWAK-ZIELIŃSKA"}}, MatchName, "1"},
		"order of words":         {"Kowalski", "Jan", "", []Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski"}}, MatchName, "1"},
		"both given names":       {"Jan Piotr", "Kowalski", "", []Member{{ID: "1", GivenNames: "JAN PIOTR", FamilyName: "KOWALSKI"}}, MatchName, "1"},
		"the first given name":   {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "JAN PIOTR", FamilyName: "KOWALSKI"}}, MatchWeak, "1"},
		"the second given name":  {"Piotr", "Kowalski", "", []Member{{ID: "1", GivenNames: "JAN PIOTR", FamilyName: "KOWALSKI"}}, MatchNone, ""},
		"masked":                 {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******"}}, MatchWeak, "1"},
		"masked, the first name": {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "J** P****", FamilyName: "K*******"}}, MatchWeak, "1"},
		"masked, another length": {"Jan", "Kowal", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******"}}, MatchNone, ""},
		"masked, another letter": {"Jan", "Nowalski", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******"}}, MatchNone, ""},
		"masked, with ł":         {"Łukasz", "Żak", "", []Member{{ID: "1", GivenNames: "Ł*****", FamilyName: "Ż**"}}, MatchWeak, "1"},
		"masked, order of words": {"Kowalski", "Jan", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******"}}, MatchNone, ""},
		"the family name masked": {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "Jan", FamilyName: "K*******"}}, MatchWeak, "1"},
		"someone who is a mask":  {"J**", "K*******", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******"}}, MatchNone, ""},
		"two of one name":        {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski"}, {ID: "2", GivenNames: "Jan", FamilyName: "Kowalski"}}, MatchAmbiguous, "1"},
		"two of one mask":        {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******"}, {ID: "2", GivenNames: "J**", FamilyName: "K*******"}}, MatchAmbiguous, "1"},
		"a name beats a mask":    {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******"}, {ID: "2", GivenNames: "Jan", FamilyName: "Kowalski"}}, MatchName, "2"},
		"suspended":              {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski", Suspended: true}}, MatchSuspended, "1"},
		"one of two suspended":   {"Jan", "Kowalski", "", []Member{{ID: "1", GivenNames: "J**", FamilyName: "K*******", Suspended: true}, {ID: "2", GivenNames: "J**", FamilyName: "K*******"}}, MatchAmbiguous, "1"},
		"an entity":              {"Kowalski", "Spółka", "", []Member{{ID: "1", FamilyName: "KOWALSKI SPÓŁKA", Entity: true}}, MatchNone, ""},
		"no one":                 {"", "", "", []Member{{ID: "1", GivenNames: "", FamilyName: "X"}}, MatchNone, ""},
		"only a family name":     {"", "Kowalski", "", []Member{{ID: "1", GivenNames: "Jan", FamilyName: "Kowalski"}}, MatchNone, ""},
		"no one is listed":       {"Jan", "Kowalski", "", nil, MatchNone, ""},
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
