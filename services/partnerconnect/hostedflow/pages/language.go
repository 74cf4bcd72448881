package pages

import "golang.org/x/text/language"

// The languages of the pages; the first is for browsers that want neither.
var (
	languages       = []string{"en", "pl"}
	languageMatcher = language.NewMatcher([]language.Tag{language.English, language.Polish})
)

// languageOf picks "pl" or "en" by the Accept-Language of a browser.
func languageOf(accept string) string {
	_, i := language.MatchStrings(languageMatcher, accept)
	return languages[i]
}
