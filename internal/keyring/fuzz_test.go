package keyring

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

// Whatever the setting is: what is accepted has as many keys as it names, seals and opens; what is refused shows no key
// in its error.
func FuzzParse(f *testing.F) {
	good := "a:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
	for _, s := range []string{good, good + ", b_2:" + good[2:], good + "," + good, good[:len(good)-1], ":" + good[2:],
		"a", "", ",", "a:" + good, "a:" + good[2:20] + "\n" + good[20:], strings.Repeat("k", 33) + good[1:]} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k, err := Parse(s)
		parts := strings.Split(s, ",")
		if err != nil {
			shown := err.Error() // without the ids, which may be shown, and which another key may contain
			for _, p := range parts {
				id, _, _ := strings.Cut(strings.TrimSpace(p), ":")
				for _, before := range []string{"key ", "key id ", "kid "} {
					shown = strings.ReplaceAll(shown, before+id+" ", before)
				}
			}
			for _, p := range parts {
				if _, secret, ok := strings.Cut(p, ":"); ok && len(secret) >= 12 && strings.Contains(shown, secret) {
					t.Fatalf("the error shows a key: %v", err)
				}
			}
			return
		}
		if len(k.aeads) != len(parts) {
			t.Fatalf("%d keys of %d", len(k.aeads), len(parts))
		}
		for _, p := range parts {
			_, secret, _ := strings.Cut(strings.TrimSpace(p), ":")
			if b, err := base64.StdEncoding.DecodeString(secret); err != nil || len(b) != 32 {
				t.Fatalf("%q passes as a key", secret)
			}
		}
		plain, err := k.Open(k.Seal([]byte("x"), "here"), "here")
		if err != nil || string(plain) != "x" {
			t.Fatalf("%q, %v", plain, err)
		}
	})
}

// Nothing opens but what was sealed for the associated data.
func FuzzOpen(f *testing.F) {
	k, err := Parse("a:MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=,bb:MTEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=")
	if err != nil {
		f.Fatal(err)
	}
	// made once, since a fuzz test runs in several processes
	sealed, err := hex.DecodeString("010161c22ef59c5cba9157bec450dcb84d51d19abb3bb30e57319a2ba19d4467937e7ffe3e")
	if err != nil {
		f.Fatal(err)
	}
	if plain, err := k.Open(sealed, "here"); err != nil || string(plain) != "secret" {
		f.Fatal(err)
	}
	f.Add(sealed)
	f.Add(sealed[:3])
	f.Add([]byte{version, 255})
	f.Add([]byte{version, 0})
	f.Add([]byte{version, 2, 'b', 'b', 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if plain, err := k.Open(b, "here"); err == nil && string(b) != string(sealed) {
			t.Fatalf("%x opens as %q", b, plain)
		}
		if _, err := k.Open(b, "there"); err == nil {
			t.Fatalf("%x opens elsewhere", b)
		}
	})
}
