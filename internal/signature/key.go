package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"hash"
	"sync"
	"time"
)

// A Key signs the requests to one receiver until it expires. It is safe for concurrent use.
type Key struct {
	until time.Time // zero: does not expire
	// macs pools HMACs initialised with the key, which is half the cost of signing a small body.
	macs sync.Pool
}

// NewKey returns a Key of the raw bytes (not their whsec_ encoding), valid before until; a zero until means no expiry.
func NewKey(raw []byte, until time.Time) *Key {
	k := &Key{until: until}
	secret := append([]byte(nil), raw...)
	k.macs.New = func() any { return hmac.New(sha256.New, secret) }
	return k
}

// Signs reports whether the key is valid at a time.
func (k *Key) Signs(at time.Time) bool { return k.until.IsZero() || at.Before(k.until) }

// Sum appends the MAC over prefix and body to dst.
func (k *Key) Sum(dst, prefix, body []byte) []byte {
	mac := k.macs.Get().(hash.Hash)
	mac.Reset()
	_, _ = mac.Write(prefix) // a hash never fails
	_, _ = mac.Write(body)
	dst = mac.Sum(dst)
	k.macs.Put(mac)
	return dst
}
