package emailaddress

import (
	"net/mail"
	"strings"
	"testing"
)

// An address that passes is one to net/mail too, without a name, and one line.
func FuzzValid(f *testing.F) {
	for _, s := range []string{"a@example.com", "a.b+c@example.co.uk", `"a b"@example.com`, "a@[127.0.0.1]", "a@b",
		"a@@b.com", "a@example.com\r\nBcc: x@y.zz", "ż@example.com", "a@ex_ample.com",
		strings.Repeat("a", 65) + "@example.com"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !Valid(s) {
			return
		}
		a, err := mail.ParseAddress(s)
		if err != nil || a.Address != s || a.Name != "" || strings.ContainsAny(s, "\r\n <>,;:\"") {
			t.Fatalf("%q passes, net/mail says %v, %v", s, a, err)
		}
	})
}
