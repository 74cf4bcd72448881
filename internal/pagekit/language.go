package pagekit

import (
	"golang.org/x/text/language"
)

// Languages of the pages; the first is for those who want neither.
const (
	English = "en"
	Polish  = "pl"
)

var matcher = language.NewMatcher([]language.Tag{language.English, language.Polish})

// Language returns the language of the pages that fits best: the first of the wanted ones that fits at all decides.
// Each is a language tag, or an Accept-Language header.
func Language(wanted ...string) string {
	if _, i := language.MatchStrings(matcher, wanted...); i == 1 {
		return Polish
	}
	return English
}

// Texts are what pages say, by language and key.
type Texts map[string]map[string]string
