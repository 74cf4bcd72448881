package signedlink

import (
	"encoding/base64"
	"strings"
	"testing"
)

// Link keys that are accepted sign and verify, and refused ones are not shown.
func FuzzParseLinkKeys(f *testing.F) {
	good := "k1:" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	for _, s := range []string{good, good + ",k_2:" + good[3:], good + "," + good, good[:20], "k|1" + good[2:],
		":" + good[3:], "", " " + good, good + "\n", "k1:" + good[3:10] + "\r\n" + good[10:]} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k, err := ParseLinkKeys(s)
		parts := strings.Split(s, ",")
		if err != nil {
			shown := err.Error() // but for the ids, which may be known, and of which another key may be a part
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
		if len(k.keys) != len(parts) {
			t.Fatalf("%d keys of %d", len(k.keys), len(parts))
		}
		link := testLink()
		if got, err := k.Verify(k.Token(link), testTime); err != nil || got != link {
			t.Fatalf("%+v became %+v, %v", link, got, err)
		}
	})
}
