package dispatcher

import (
	"net/url"
	"strings"
	"testing"
)

// inRequestLine reports whether a URL is written in characters that servers take.
func inRequestLine(u *url.URL) bool {
	path, query, _ := strings.Cut(u.RequestURI(), "?")
	bad := func(c rune) bool { return c <= ' ' || c >= 0x7f }
	return !strings.ContainsFunc(path, bad) && !strings.ContainsFunc(query, bad) &&
		!strings.ContainsAny(query, "\"<>[\\]^`{|}")
}

// An endpoint's URL that passes leads to a host by HTTP without credentials, and means the same when it is written out and read again.
func FuzzParseURL(f *testing.F) {
	for _, s := range []string{
		"https://example.com/hook?a=b", "http://[::1]:8080/", "https://user:pw@example.com/", "https://example.com/#x",
		"ftp://example.com/", "https:///x", "https://:443/", "https://example.com:99999/", "//example.com",
		"https://exa\nmple.com/",
		"https://example.com/%2e%2e/", "https://example.com/ż?ż", "HTTPS://EXAMPLE.COM", "https://[fe80::1%25eth0]/",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := ParseURL(raw)
		if err != nil {
			return
		}
		if u.Hostname() == "" || u.User != nil || u.Fragment != "" ||
			u.Scheme != "http" && u.Scheme != "https" || !inRequestLine(u) {
			t.Fatalf("%q passes as %v", raw, u)
		}
		again, err := url.Parse(u.String())
		if err != nil || again.Host != u.Host || again.RequestURI() != u.RequestURI() {
			t.Fatalf("%q is written as %q and read as %v, %v", raw, u, again, err)
		}
	})
}
