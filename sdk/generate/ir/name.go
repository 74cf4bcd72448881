package ir

import (
	"strings"
	"unicode"
)

// A Name is a name by its parts, in lower case. Each language joins them in its own case.
type Name []string

// NewName splits a name in any case: `onboarding_id`, `listEndpoints`, `TaxIDInput`, `Event logs`.
func NewName(s string) Name {
	var parts []string
	var part []rune
	flush := func() {
		if len(part) > 0 {
			parts = append(parts, strings.ToLower(string(part)))
			part = part[:0]
		}
	}
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			afterLower := unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1])
			endsRun := unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if afterLower || endsRun {
				flush()
			}
		}
		part = append(part, r)
	}
	flush()
	return parts
}

// Snake is `onboarding_id`.
func (n Name) Snake() string { return strings.Join(n, "_") }

// Upper is `ONBOARDING_ID`.
func (n Name) Upper() string { return strings.ToUpper(n.Snake()) }

// Kebab is `onboarding-id`.
func (n Name) Kebab() string { return strings.Join(n, "-") }

// Pascal is `OnboardingId`.
func (n Name) Pascal() string {
	var b strings.Builder
	for _, w := range n {
		b.WriteString(strings.ToUpper(w[:1]) + w[1:])
	}
	return b.String()
}

// Camel is `onboardingId`.
func (n Name) Camel() string {
	p := n.Pascal()
	if p == "" {
		return ""
	}
	return strings.ToLower(p[:1]) + p[1:]
}

// initialisms are written in capitals in Go.
var initialisms = map[string]bool{"api": true, "id": true, "ids": true, "url": true, "iban": true, "http": true,
	"dns": true, "tls": true, "poa": true, "ip": true}

// Go is `OnboardingID`.
func (n Name) Go() string {
	var b strings.Builder
	for _, w := range n {
		switch {
		case w == "ids":
			b.WriteString("IDs")
		case initialisms[w]:
			b.WriteString(strings.ToUpper(w))
		default:
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return b.String()
}

// GoCamel is `onboardingID`.
func (n Name) GoCamel() string { return n[:1].Camel() + n[1:].Go() }

// without removes a noun, singular or plural, wherever it is.
func (n Name) without(noun Name) Name {
	for i := 0; i+len(noun) <= len(n); i++ {
		if n[i : i+len(noun)].is(noun) {
			return append(append(Name{}, n[:i]...), n[i+len(noun):]...)
		}
	}
	return n
}

// is reports whether two names are the same but for the number of the last part.
func (n Name) is(other Name) bool {
	last := len(n) - 1
	for i, w := range n {
		if w != other[i] && (i != last || singular(w) != singular(other[i])) {
			return false
		}
	}
	return true
}

func singular(w string) string {
	if stem, ok := strings.CutSuffix(w, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(w, "s")
}
