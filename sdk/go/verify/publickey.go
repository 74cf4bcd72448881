package verify

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// errPublicKey says that a text is no public key.
var errPublicKey = errors.New("a public key is whpk_ followed by base64 of 32 bytes")

// A PublicKey is one of a tenant's, by which signatures of the forms ed25519 and http_message are verified.
type PublicKey struct {
	ID  string // as the JWKS and HTTP message signatures name it; empty: not known
	Key ed25519.PublicKey
}

// ParsePublicKey reads a key as Standard Webhooks writes it, whpk_...; its ID is not known.
func ParsePublicKey(text string) (PublicKey, error) {
	encoded, ok := strings.CutPrefix(text, "whpk_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) != ed25519.PublicKeySize {
		return PublicKey{}, errPublicKey
	}
	return PublicKey{Key: key}, nil
}

// ParseJWKS reads the Ed25519 keys of a JWKS (RFC 7517, RFC 8037), in its order. Keys of other kinds are passed over.
func ParseJWKS(document []byte) (keys []PublicKey, err error) {
	var set struct {
		Keys []struct{ Kty, Crv, X, Kid string }
	}
	if err := json.Unmarshal(document, &set); err != nil {
		return nil, fmt.Errorf("read JWKS: %w", err)
	}
	for _, k := range set.Keys {
		if k.Kty != "OKP" || k.Crv != "Ed25519" {
			continue
		}
		raw, err := base64.RawURLEncoding.DecodeString(k.X)
		if err != nil || len(raw) != ed25519.PublicKeySize {
			return nil, fmt.Errorf("read JWKS: %q is not a key of %d bytes", k.Kid, ed25519.PublicKeySize)
		}
		keys = append(keys, PublicKey{ID: k.Kid, Key: raw})
	}
	return keys, nil
}

// A PublicVerifier holds public keys of a tenant. It may be used by many goroutines at once.
//
// While keys are rotated the JWKS has all that sign or are to sign. Read it again when a request fails with
// ErrSignature, but no more often than once a minute: anyone can send a bad signature.
type PublicVerifier struct {
	keys []PublicKey
	now  func() time.Time
}

// NewPublic returns a verifier for one or more public keys.
func NewPublic(keys ...PublicKey) (*PublicVerifier, error) {
	if len(keys) == 0 {
		return nil, errPublicKey
	}
	for _, k := range keys {
		if len(k.Key) != ed25519.PublicKeySize {
			return nil, errPublicKey
		}
	}
	return &PublicVerifier{keys: keys, now: time.Now}, nil
}

// Request verifies the form ed25519 of a request, `v1a` of Standard Webhooks, by its headers and its body as it came.
func (v *PublicVerifier) Request(h http.Header, body []byte) error {
	id, timestamp, header := h.Get("Webhook-Id"), h.Get("Webhook-Timestamp"), h.Get("Webhook-Signature")
	at, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || header == "" || len(header) > maxHeader {
		return ErrMalformed
	}
	if !inTime(v.now(), at) {
		return ErrTimestamp
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for part := range strings.SplitSeq(header, " ") {
		encoded, ours := strings.CutPrefix(part, "v1a,")
		if !ours {
			continue
		}
		signature, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || len(signature) != ed25519.SignatureSize {
			continue
		}
		for _, k := range v.keys {
			if ed25519.Verify(k.Key, signed, signature) {
				return nil
			}
		}
	}
	return ErrSignature
}

func inTime(now time.Time, at int64) bool {
	age := now.Unix() - at
	return age <= int64(Tolerance/time.Second) && age >= -int64(Tolerance/time.Second)
}
