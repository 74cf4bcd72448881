package field

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// Limits of fields.
const maxURL = 2048

// ParseURL parses an absolute URL with a host and without user information, and returns nil for anything else. It
// refuses what browsers and net/url read differently (blanks, backslashes), so that a check of the origin holds for
// both.
func ParseURL(s string) *url.URL {
	if len(s) > maxURL ||
		strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f || r == utf8.RuneError }) {
		return nil
	}
	u, err := url.Parse(s)
	if err != nil || u.Opaque != "" || u.User != nil || u.Hostname() == "" || strings.HasSuffix(u.Host, ":") {
		return nil
	}
	return u
}
