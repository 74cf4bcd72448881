package onboarding

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
)

// An IDHash turns a national id into what can be compared without knowing it: HMAC-SHA256 under a key of its own, in
// hexadecimal.
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

// Lookups are the hashes by which operators find an onboarding: of the applicant's e-mail address, and of the tax and
// register numbers. None without a hash.
func Lookups(o Onboarding, hash IDHash) []string {
	if hash == nil {
		return nil
	}
	out := []string{}
	for _, text := range []string{o.Data.Applicant.Email, o.Data.Business.TaxID.Value, o.Data.Company.Register.Number} {
		if h := Lookup(hash, text); text != "" && !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// Lookup is the hash by which an e-mail address or a number is found, however it is written: upper or lower case, with
// spaces or dashes.
func Lookup(hash IDHash, text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if !strings.Contains(text, "@") {
		text = strings.NewReplacer(" ", "", "-", "").Replace(text)
	}
	return hash("lookup", text)
}
