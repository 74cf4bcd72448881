package field

import (
	"net/url"
	"strings"
	"testing"
)

// A URL that passes means the same to net/url and to a browser: nothing in it that they read differently, and it
// survives being written out.
func FuzzURL(f *testing.F) {
	for _, s := range []string{
		"https://shop.example.com/back?cart=7", "https://user@shop.example.com/", `https://shop.example.com\@evil.example/`,
		"https://shop.example.com:443/", "https://shop.example.com:/", "HTTPS://[::1]:8443/x#y",
		"https:/shop.example.com", "https:shop.example.com", "//shop.example.com", "https://\u3002/",
		"https://shop.example.com/\t", "https://%65vil.example/", "https://shop.example.com/%zz",
		"javascript://shop.example.com/%0aalert(1)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u := ParseURL(s)
		if u == nil {
			return
		}
		if u.Hostname() == "" || u.User != nil || len(s) > maxURL || strings.ContainsAny(s, "\\ \t\r\n\x00") ||
			u.Scheme == "" && !strings.HasPrefix(s, "//") {
			t.Fatalf("%q passes", s)
		}
		if at := strings.IndexByte(s, '@'); at >= 0 && !strings.ContainsAny(s[:at], "/?#") {
			t.Fatalf("%q passes with user information", s)
		}
		again, err := url.Parse(u.String())
		if err != nil || again.Host != u.Host || again.Scheme != u.Scheme || again.Path != u.Path ||
			again.RawQuery != u.RawQuery {
			t.Fatalf("%q is written as %q and read as %v, %v", s, u, again, err)
		}
	})
}
