package telemetry

import (
	"regexp"
	"strings"
	"testing"
)

var wellFormed = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$`)

// A traceparent is taken as it is, apart from what later versions add, or not at all.
func FuzzTraceparent(f *testing.F) {
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	for _, s := range []string{parent, strings.ToUpper(parent), "ff" + parent[2:], "cc" + parent[2:] + "-more",
		"00-" + strings.Repeat("0", 32) + parent[35:], parent + "-", parent[:54], "", "\xff", parent[:53] + "ff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Traceparent(WithTraceparent(t.Context(), s))
		if got == "" {
			if wellFormed.MatchString(s) && !strings.Contains(s, strings.Repeat("0", 32)) &&
				!strings.Contains(s, "-"+strings.Repeat("0", 16)+"-") {
				t.Fatalf("%q is not taken", s)
			}
			return
		}
		if !regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`).MatchString(got) || got[3:52] != s[3:52] {
			t.Fatalf("%q became %q", s, got)
		}
		if again := Traceparent(WithTraceparent(t.Context(), got)); again != got {
			t.Fatalf("%q became %q, then %q", s, got, again)
		}
	})
}
