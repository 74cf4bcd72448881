package onboarding

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
)

// An IDHash turns a national id into what can be compared without knowing it: HMAC-SHA256 under a key of its own, in hexadecimal.
type IDHash func(scheme, value string) string

// ParseIDHash reads the base64 of a key of at least 32 bytes.
func ParseIDHash(s string) (IDHash, error) {
	key, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(key) < sha256.Size {
		return nil, errors.New("want the base64 of at least 32 bytes")
	}
	return func(scheme, value string) string {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(scheme + "\x00" + value))
		return hex.EncodeToString(h.Sum(nil))
	}, nil
}
