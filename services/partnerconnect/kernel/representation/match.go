package representation

import (
	"slices"
)

// A Person is someone who says who they are.
type Person struct {
	GivenNames       string
	FamilyName       string
	NationalIDHashes []string // as the record's, under each key; none when unknown
}

// A Matching is how sure it is that a person is a listed member.
type Matching string

// The matchings, from the surest.
const (
	MatchExact     Matching = "exact"     // by the national id
	MatchName      Matching = "name"      // by the whole name
	MatchWeak      Matching = "weak"      // by a masked name, or one without further given names
	MatchAmbiguous Matching = "ambiguous" // several members match equally
	MatchSuspended Matching = "suspended" // the member may not act
	MatchNone      Matching = "none"
)

// Match finds a person among the listed members. It returns the members who match best: one, or several when it is
// ambiguous.
func Match(p Person, rec Record) (Matching, []Member) {
	best := MatchNone
	var found []Member
	for _, m := range rec.Members {
		level := m.match(p)
		switch {
		case level == MatchNone, rank(level) > rank(best):
		case level == best:
			found = append(found, m)
		default:
			best, found = level, []Member{m}
		}
	}
	switch {
	case len(found) == 0:
		return MatchNone, nil
	case !slices.ContainsFunc(found, func(m Member) bool { return !m.Suspended }):
		return MatchSuspended, found
	case len(found) > 1:
		return MatchAmbiguous, found
	}
	return best, found
}

func rank(m Matching) int {
	return slices.Index([]Matching{MatchExact, MatchName, MatchWeak, MatchNone}, m)
}

// match compares a person with one member. If both national ids are known, they decide: two people may share a name,
// and one may change it. Hashes without a key in common match no one.
func (m Member) match(p Person) Matching {
	if m.Entity {
		return MatchNone
	}
	if len(p.NationalIDHashes) > 0 && m.NationalIDHash != "" {
		if slices.Contains(p.NationalIDHashes, m.NationalIDHash) {
			return MatchExact
		}
		return MatchNone
	}
	given, family := words(p.GivenNames), words(p.FamilyName)
	theirGiven, theirFamily := words(m.GivenNames), words(m.FamilyName)
	if len(given) == 0 || len(family) == 0 || masked(given) || masked(family) {
		return MatchNone
	}
	if compareNames(slices.Concat(given, family), slices.Concat(theirGiven, theirFamily)) == sameName {
		return MatchName
	}
	// Registers list all given names, and people often only the first.
	if n := min(len(given), len(theirGiven)); n > 0 && slices.EqualFunc(given[:n], theirGiven[:n], likeWord) &&
		len(family) == len(theirFamily) && slices.EqualFunc(family, theirFamily, likeWord) {
		return MatchWeak
	}
	return MatchNone
}

// Procurator returns the index of the one procurator who is listed under a person's full name; false when there is
// none, or several. A masked name belongs to no one.
func (r Record) Procurator(p Person) (int, bool) {
	found := -1
	for i, c := range r.Procurators {
		if compareNames(append(words(p.GivenNames), words(p.FamilyName)...),
			append(words(c.GivenNames), words(c.FamilyName)...)) != sameName {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = i
	}
	return found, found >= 0
}
