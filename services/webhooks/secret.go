package webhooks

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/endpointfault"
	"github.com/partnerline/partnerline/internal/fault"
)

// SecretPrefix begins a signing secret (Standard Webhooks).
const SecretPrefix = "whsec_"

// A SigningKey is the raw key of an endpoint's signatures: 32 random bytes, or those of a secret that was imported. It
// is stored encrypted and shown once.
type SigningKey struct {
	Raw       []byte
	ExpiresAt *time.Time // when a rotated key stops signing; nil for the current one
}

// NewSigningKey returns a fresh key.
func NewSigningKey() SigningKey {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	return SigningKey{Raw: raw}
}

// Lengths of a key that another system made, in bytes: Standard Webhooks asks for 24 at least, and no system that we
// import from makes more than 75.
const (
	MinSigningKey = 24
	MaxSigningKey = 75
)

// NewSigningKeyOf returns the key of bytes that receivers know already.
func NewSigningKeyOf(raw []byte) (SigningKey, error) {
	if len(raw) < MinSigningKey || len(raw) > MaxSigningKey {
		return SigningKey{}, fmt.Errorf("has %d bytes; a secret has %d to %d", len(raw), MinSigningKey, MaxSigningKey)
	}
	return SigningKey{Raw: raw}, nil
}

// ParseSigningKey reads a secret as Encode writes it.
func ParseSigningKey(secret string) (SigningKey, error) {
	text, ours := strings.CutPrefix(secret, SecretPrefix)
	raw, err := base64.StdEncoding.DecodeString(text)
	if !ours || err != nil {
		return SigningKey{}, errors.New("is not " + SecretPrefix + " and base64")
	}
	return NewSigningKeyOf(raw)
}

// Encode is the secret as the tenant is shown it: SecretPrefix and base64.
func (k SigningKey) Encode() string { return SecretPrefix + base64.StdEncoding.EncodeToString(k.Raw) }

// MaxSigningKeys is how many keys of an endpoint may be valid at once. Every request carries a signature of each.
const MaxSigningKeys = 3

// CheckRotation decides whether an endpoint with valid keys may get one more; the first of their overlaps ends at
// freed. A rotation too many is refused instead of ending the oldest key early: receivers may know no other, and would
// refuse every delivery. In an emergency a rotation without an overlap always works, since it ends all keys before it.
func CheckRotation(valid int, freed *time.Time, now time.Time) error {
	if valid < MaxSigningKeys {
		return nil
	}
	e := &fault.Error{Reason: endpointfault.SecretLimitReached, Message: fmt.Sprintf(
		"%d secrets of the endpoint are valid; wait until the overlap of one ends, or rotate with overlap_seconds 0, "+
			"which ends all of them at once", valid)}
	if freed != nil {
		e.RetryAfter = freed.Sub(now)
	}
	return e
}
