package signature

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"
)

// A Pair is an Ed25519 key pair that signs requests from a time on. It is safe for concurrent use.
type Pair struct {
	ID      string // `kid` and `keyid`
	From    time.Time
	private ed25519.PrivateKey
}

// NewPair returns the Pair of a seed (RFC 8032: 32 bytes), which signs from a time on.
func NewPair(id string, seed []byte, from time.Time) (*Pair, error) {
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("the seed of key pair %s has %d bytes, not %d", id, len(seed), ed25519.SeedSize)
	}
	return &Pair{ID: id, From: from, private: ed25519.NewKeyFromSeed(seed)}, nil
}

// Sign returns the signature of a delivery in the asymmetric form of Standard Webhooks: `v1a,` and the base64 of the
// Ed25519 signature of "id.timestamp.body".
func (p *Pair) Sign(id string, timestamp int64, body []byte) string {
	signed := make([]byte, 0, len(id)+len(body)+24)
	signed = append(append(signed, id...), '.')
	signed = append(strconv.AppendInt(signed, timestamp, 10), '.')
	signed = append(signed, body...)
	return "v1a," + base64.StdEncoding.EncodeToString(ed25519.Sign(p.private, signed))
}
