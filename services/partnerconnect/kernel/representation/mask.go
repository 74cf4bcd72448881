package representation

import (
	"cmp"
	"strings"
	"unicode"
)

func compareIDs(a, b MemberID) int { return cmp.Compare(a, b) }

// MaskName leaves the first letter of each word of a name: J** K*******. It does to a full name what the Polish
// register does.
func MaskName(name string) string {
	var b strings.Builder
	inside := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && r != '*':
			inside = false
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		case inside:
			b.WriteByte('*')
		default:
			inside = true
			b.WriteRune(r)
		}
	}
	return b.String()
}
