package webhooks

import (
	"crypto/rand"
	"encoding/base64"
	"time"
)

// SecretPrefix begins the spelling of a signing secret (Standard Webhooks).
const SecretPrefix = "whsec_"

// A SigningKey is the raw key of an endpoint's signatures: 32 random bytes. It is stored encrypted and its spelling is
// shown once.
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

// Spelling is what the tenant is shown: SecretPrefix and base64.
func (k SigningKey) Spelling() string { return SecretPrefix + base64.StdEncoding.EncodeToString(k.Raw) }
