// Package internaltoken is the bearer token by which our programs, and operators, call one another. There may be
// several at a time, comma-separated: the first is presented, all are accepted. To replace one without a gap, add the
// new one after the old in all programs, move it to the front in all, then remove the old one.
package internaltoken

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"strings"

	"github.com/partnerline/partnerline/internal/envconfig"
)

// minLength of each token, in characters.
const minLength = 16

// Tokens are those of a configuration.
type Tokens struct {
	first  string
	hashes [][sha256.Size]byte // hashes have one length, so the time of a comparison reveals nothing
}

// Parse reads a setting. Its error shows nothing of it.
func Parse(s envconfig.Secret) (Tokens, error) {
	var t Tokens
	for i, token := range strings.Split(s.Reveal(), ",") {
		token = strings.TrimSpace(token)
		if len(token) < minLength {
			return Tokens{}, errors.New("want at least 16 characters, or several such, comma-separated")
		}
		if i == 0 {
			t.first = token
		}
		t.hashes = append(t.hashes, sha256.Sum256([]byte(token)))
	}
	return t, nil
}

// Present is the token that calls carry.
func (t Tokens) Present() string { return t.first }

// Accept reports whether a caller holds one of them, in a time that does not depend on what it sent.
func (t Tokens) Accept(bearer string) bool {
	sent, found := sha256.Sum256([]byte(bearer)), 0
	for _, h := range t.hashes {
		found |= subtle.ConstantTimeCompare(sent[:], h[:])
	}
	return found == 1
}
