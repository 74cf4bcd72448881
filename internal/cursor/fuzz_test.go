package cursor

import (
	"strings"
	"testing"

	"github.com/partnerline/partnerline/internal/keyring"
)

// Only the text that was issued for the query passes: another encoding of the same bytes is an altered token too.
func FuzzDecode(f *testing.F) {
	k, err := keyring.Parse("a:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
	if err != nil {
		f.Fatal(err)
	}
	// Made once, since a fuzz test runs in several processes: ["x"], ["2026-01-01T00:00:00Z","pay_1"] and ["ab"], of all
	// lengths modulo 3.
	issued := map[string]string{
		"AQFhEWJ509w7CeACvb53zG8Es8NfupxDLEBwLG7UMeFX_8Kh":                                     "x",
		"AQFhfVq05zkzGrjK9sd02OIUzf73jKIjX_3urKvFT-NWWJEwRUaGrbEq_nFJ2kdAO8F6KYQ-NuJAmCCkEY6d": "2026-01-01T00:00:00Z",
		"AQFhwtuQckgpBxKrdwKyBLZgcc6QF4E8EBtnO5yyoEKnHV_spA":                                   "ab",
	}
	for token, want := range issued {
		var key []string
		if err := Decode(k, "list", token, &key); err != nil || key[0] != want {
			f.Fatalf("%q, %v", key, err)
		}
		for _, s := range []string{token, token + "\n", token[:len(token)-1], token + "A", strings.ToUpper(token),
			token[:8] + "\r\n" + token[8:], token + "=="} {
			f.Add(s)
		}
		// The last digit of unpadded base64 may hold bits that mean nothing.
		for _, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
			f.Add(token[:len(token)-1] + string(c))
		}
	}
	f.Fuzz(func(t *testing.T, token string) {
		var key []string
		if err := Decode(k, "list", token, &key); err == nil && (len(key) == 0 || key[0] != issued[token]) {
			t.Fatalf("%q passes as %q", token, key)
		}
		if err := Decode(k, "another list", token, &key); err == nil {
			t.Fatalf("%q passes for another query", token)
		}
	})
}
