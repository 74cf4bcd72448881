package idempotency

import (
	"strings"
	"testing"
)

// A key that passes is visible ASCII of 1 to 255, and in quotes it is the same key.
func FuzzParseKey(f *testing.F) {
	for _, s := range []string{"a", `"a"`, `"a\"b\\"`, ` x `, `"`, `""`, "", "a b", "\xff", strings.Repeat("k", 255),
		`"` + strings.Repeat("k", 256) + `"`, `a"b`} {
		f.Add(s)
	}
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	f.Fuzz(func(t *testing.T, s string) {
		key, err := ParseKey([]string{s})
		if err != nil {
			if key != "" || len(s) > 8 && strings.Contains(err.Error(), s) {
				t.Fatalf("%q: %q, %v", s, key, err)
			}
			return
		}
		if key == "" || len(key) > 255 || strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c >= 0x7f }) {
			t.Fatalf("%q passes as %q", s, key)
		}
		if again, err := ParseKey([]string{`"` + quote.Replace(key) + `"`}); err != nil || again != key {
			t.Fatalf("%q, quoted: %q, %v", key, again, err)
		}
		if !strings.HasPrefix(key, `"`) {
			if again, err := ParseKey([]string{key}); err != nil || again != key {
				t.Fatalf("%q again: %q, %v", key, again, err)
			}
		}
	})
}
