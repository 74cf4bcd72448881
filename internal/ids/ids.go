// Package ids makes the identifiers of the service family: a prefix that names the kind and 26 characters of lower-case
// Crockford base32 that hold 128 bits, of which the first 48 are Unix milliseconds. So ids sort by time, and the time
// of an object can be read from its id.
package ids

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
	"time"

	"github.com/google/uuid"
)

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

var encoding = base32.NewEncoding(alphabet).WithPadding(base32.NoPadding)

// length of the encoded part: 130 bits, of which the last two are zero.
const length = 26

// New returns a fresh id: prefix and a UUIDv7.
func New(prefix string) string {
	u := uuid.Must(uuid.NewV7())
	return prefix + encoding.EncodeToString(u[:])
}

// Derived returns the id that follows from its parts: the same parts give the same id, on any machine. t becomes its
// time, 80 bits of SHA-256 over the parts the rest.
func Derived(prefix string, t time.Time, parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	var b [16]byte
	ms := uint64(t.UnixMilli())
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
	copy(b[6:], sum[:10])
	return prefix + encoding.EncodeToString(b[:])
}

// Valid reports whether s is prefix followed by a well-formed body.
func Valid(prefix, s string) bool {
	body, ok := strings.CutPrefix(s, prefix)
	if !ok || len(body) != length {
		return false
	}
	_, err := encoding.DecodeString(body)
	return err == nil
}

// Time returns the time in an id, in UTC with millisecond precision; false when the id is malformed.
func Time(prefix, s string) (time.Time, bool) {
	body, ok := strings.CutPrefix(s, prefix)
	if !ok || len(body) != length {
		return time.Time{}, false
	}
	b, err := encoding.DecodeString(body)
	if err != nil {
		return time.Time{}, false
	}
	var ms int64
	for i := range 6 {
		ms = ms<<8 | int64(b[i])
	}
	return time.UnixMilli(ms).UTC(), true
}

// ValidOrEmpty returns an id that is valid, and an empty one for any other text: Postgres refuses some of what callers
// send.
func ValidOrEmpty[S ~string](prefix string, id S) S {
	if Valid(prefix, string(id)) {
		return id
	}
	return ""
}
