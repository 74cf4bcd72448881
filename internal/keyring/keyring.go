// Package keyring encrypts small secrets at rest with AES-256-GCM. Every ciphertext names its key, so that keys rotate
// in three steps: the new one after the old until every replica has it, then before it, then as the only one. The
// caller's associated data (table, row) ties a ciphertext to its row.
package keyring

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Keyring seals with its first key and opens with any.
type Keyring struct {
	primary string
	secret  []byte // of the primary key
	aeads   map[string]cipher.AEAD
}

const version = 1

// ErrOpen says that a ciphertext was not made by this keyring for this associated data.
var ErrOpen = errors.New("keyring: cannot open the ciphertext: altered, moved, or its key is missing")

// Parse reads `id:base64key[,id:base64key...]`; each key is 32 bytes, ids are 1 to 32 letters, digits, `-` or `_`.
func Parse(s string) (*Keyring, error) {
	k := &Keyring{aeads: map[string]cipher.AEAD{}}
	for part := range strings.SplitSeq(s, ",") {
		id, enc, ok := strings.Cut(strings.TrimSpace(part), ":")
		if !ok || !validID(id) {
			return nil, errors.New("keyring: want id:base64key[,id:base64key...] with ids of 1 to 32 letters, digits, - or _")
		}
		raw, err := base64.StdEncoding.DecodeString(enc)
		if err != nil || len(raw) != 32 {
			return nil, fmt.Errorf("keyring: key %s must be the base64 of 32 bytes", id)
		}
		block, err := aes.NewCipher(raw)
		if err != nil {
			return nil, fmt.Errorf("keyring: key %s: %w", id, err)
		}
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return nil, fmt.Errorf("keyring: key %s: %w", id, err)
		}
		if _, twice := k.aeads[id]; twice {
			return nil, fmt.Errorf("keyring: key id %s is given twice", id)
		}
		k.aeads[id] = aead
		if k.primary == "" {
			k.primary, k.secret = id, raw
		}
	}
	return k, nil
}

// First is the id of the key that seals.
func (k *Keyring) First() string { return k.primary }

// IDs are those of all keys, in order.
func (k *Keyring) IDs() []string { return slices.Sorted(maps.Keys(k.aeads)) }

// Derive returns 32 bytes that follow from the first key and a purpose, and say nothing about the key or about those of
// another purpose.
func (k *Keyring) Derive(purpose string) []byte {
	derived, err := hkdf.Key(sha256.New, k.secret, nil, purpose, sha256.Size)
	if err != nil {
		panic(err) // the length is one that HKDF has
	}
	return derived
}

// NewKey returns a new key in the format that Parse reads.
func NewKey(id string) string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return id + ":" + base64.StdEncoding.EncodeToString(b[:])
}

// Seal encrypts plaintext for aad, the associated data. The result is version, key id, nonce, ciphertext.
func (k *Keyring) Seal(plaintext []byte, aad string) []byte {
	aead := k.aeads[k.primary]
	out := make([]byte, 0, 2+len(k.primary)+aead.NonceSize()+len(plaintext)+aead.Overhead())
	out = append(out, version, byte(len(k.primary)))
	out = append(out, k.primary...)
	nonce := make([]byte, aead.NonceSize())
	_, _ = rand.Read(nonce) // never fails
	out = append(out, nonce...)
	return aead.Seal(out, nonce, plaintext, []byte(aad))
}

// Open decrypts what Seal made for the same associated data.
func (k *Keyring) Open(sealed []byte, aad string) ([]byte, error) {
	if len(sealed) < 2 || sealed[0] != version || len(sealed) < 2+int(sealed[1]) {
		return nil, ErrOpen
	}
	n := int(sealed[1])
	aead, ok := k.aeads[string(sealed[2:2+n])]
	rest := sealed[2+n:]
	if !ok || len(rest) < aead.NonceSize() {
		return nil, ErrOpen
	}
	plain, err := aead.Open(nil, rest[:aead.NonceSize()], rest[aead.NonceSize():], []byte(aad))
	if err != nil {
		return nil, ErrOpen
	}
	return plain, nil
}

func validID(id string) bool {
	if len(id) == 0 || len(id) > 32 {
		return false
	}
	return !strings.ContainsFunc(id, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		return !letter && (c < '0' || c > '9') && c != '-' && c != '_'
	})
}
