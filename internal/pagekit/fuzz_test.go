package pagekit

import (
	"regexp"
	"testing"
)

// Whatever a browser sends, the language is one that there are texts in: Polish only where it is named, by its code or
// that of a relative.
func FuzzLanguage(f *testing.F) {
	for _, s := range []string{"pl", "en-GB,en;q=0.9,pl;q=0.8", "de, pl;q=0.1", "*;q=0.5", "pl;q=NaN", "pl;q=-1,en;q=Inf",
		"PL-pl ; q = 1", ",,;q=", "\xff", "pl;q=0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		got := Language(accept)
		if got != "en" && got != "pl" {
			t.Fatalf("%q: %q", accept, got)
		}
		if got == "pl" && !regexp.MustCompile(`(?i)pl|pol|szl|csb`).MatchString(accept) {
			t.Fatalf("%q: %q", accept, got)
		}
		if again := Language(accept + ",de;q=1"); again != got {
			t.Fatalf("%q: %q, with a language that we lack %q", accept, got, again)
		}
	})
}
