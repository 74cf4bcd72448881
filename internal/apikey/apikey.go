// Package apikey mints and checks bearer keys: a prefix that names kind and mode, 32 random bytes and a checksum. With
// the checksum a server refuses malformed keys without a look-up, and scanners for leaked secrets have no false
// positives. Only the SHA-256 of a key is stored: 256 random bits need no slow hash.
package apikey

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/partnerline/partnerline/internal/fault"
)

var encoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

const (
	randomChars   = 52 // 32 bytes
	checksumChars = 7  // 4 bytes
	shownChars    = 6  // of the random part, in what Shown returns
)

// Mint returns a new key that starts with prefix (for example `vk_live_`).
func Mint(prefix string) string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: the runtime aborts instead
	body := prefix + encoding.EncodeToString(b[:])
	return body + checksum(body)
}

// WellFormed reports whether key has one of the prefixes, the right length and a matching checksum, and returns the
// prefix.
func WellFormed(key string, prefixes ...string) (string, bool) {
	for _, p := range prefixes {
		rest, ok := strings.CutPrefix(key, p)
		if ok && len(rest) == randomChars+checksumChars {
			return p, checksum(key[:len(key)-checksumChars]) == key[len(key)-checksumChars:]
		}
	}
	return "", false
}

// kinds are the credentials of the service family, by what they begin with.
var kinds = []struct{ prefix, name string }{
	{"pk_", "a partner's key for partner connect"}, {"mk_", "a merchant's key for partner connect"},
	{"vk_", "a tenant's key for webhooks"},
	{"whsec_", "a signing secret, which is no key"},
}

// Refuse is the answer to a credential that does not work. It is the same for all keys that begin with one of the
// prefixes; of any other it says what kind it is, by its prefix. Neither shows whether a key exists.
func Refuse(credential string, prefixes ...string) error {
	begins := func(p string) bool { return strings.HasPrefix(credential, p) }
	for _, k := range kinds {
		if begins(k.prefix) && !slices.ContainsFunc(prefixes, begins) {
			return fault.New(fault.InvalidCredentials, "this is "+k.name+"; this call takes a key that begins with "+
				strings.Join(prefixes, " or "))
		}
	}
	return fault.New(fault.InvalidCredentials, "send a valid key as Authorization: Bearer <key>")
}

// Hash is what is stored of a key and looked up.
func Hash(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// Shown is the part of a key by which people distinguish keys.
func Shown(key, prefix string) string {
	return key[:min(len(key), len(prefix)+shownChars)]
}

func checksum(body string) string {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], crc32.ChecksumIEEE([]byte(body)))
	return encoding.EncodeToString(b[:])
}
