package representation

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A likeness is how much two names are one.
type likeness int

const (
	differentName likeness = iota
	maskedName             // the letters that the mask shows, and the lengths, agree
	sameName
)

// compareNames compares whole names by their words, in any order; against a mask the order counts, as there is nothing
// else.
func compareNames(a, b []string) likeness {
	if len(a) == 0 || len(a) != len(b) {
		return differentName
	}
	if !masked(a) && !masked(b) {
		if slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))) {
			return sameName
		}
		return differentName
	}
	if slices.EqualFunc(a, b, likeWord) {
		return maskedName
	}
	return differentName
}

func masked(name []string) bool {
	return slices.ContainsFunc(name, func(w string) bool { return strings.Contains(w, "*") })
}

// likeWord compares words of which either may be a mask: letters first, then as many stars as letters are hidden.
func likeWord(a, b string) bool {
	shownA, _, hiddenA := strings.Cut(a, "*")
	shownB, _, hiddenB := strings.Cut(b, "*")
	switch {
	case !hiddenA && !hiddenB:
		return a == b
	case utf8.RuneCountInString(a) != utf8.RuneCountInString(b):
		return false
	}
	return strings.HasPrefix(a, shownB) && hiddenB || strings.HasPrefix(b, shownA) && hiddenA
}
