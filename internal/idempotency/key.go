package idempotency

import (
	"regexp"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
)

// Header is the name of the request header that holds the key.
const Header = "Idempotency-Key"

// keyPattern is what a key may be.
var keyPattern = regexp.MustCompile(`^[\x21-\x7E]{1,255}$`)

// ParseKey reads the values of the header; without any the key is empty. In the draft a key is a structured-field
// string, in quotes (RFC 8941, 3.3.3); most clients send it without them. Both are the same key.
func ParseKey(values []string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	if len(values) > 1 {
		return "", fault.New(fault.InvalidParameter, "a header is sent more than once; see errors").
			WithField(Header, "repeated", "send the header once")
	}
	key, ok := strings.Trim(values[0], " \t"), true
	if strings.HasPrefix(key, `"`) {
		key, ok = unquote(key)
	}
	if !ok || !keyPattern.MatchString(key) {
		return "", fault.New(fault.InvalidParameter, "the idempotency key cannot be read; see errors").
			WithField(Header, "pattern",
				"must be 1 to 255 visible ASCII characters, such as a UUID, with or without double quotes")
	}
	return key, nil
}

// unquote reads a structured-field string.
func unquote(s string) (string, bool) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return b.String(), i == len(s)-1
		case '\\':
			i++
			if i == len(s) || s[i] != '"' && s[i] != '\\' {
				return "", false
			}
		}
		b.WriteByte(s[i])
	}
	return "", false
}
