package idempotency

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"time"
)

// A Scope is where a key is unique.
type Scope struct {
	Holder     string // partner, merchant or tenant
	Livemode   bool
	Route      string // the method, whichever of its paths was called
	OnBehalfOf string
}

// A Request is one call that carries a key.
type Request struct {
	ID          [sha256.Size]byte // of the key in its scope
	Fingerprint [sha256.Size]byte // of what is asked for
	Retention   time.Duration     // how long its answer is kept
}

// NewRequest makes the Request of a key; content is what is asked for: the values in the path, the canonical query and
// body.
func NewRequest(s Scope, key string, retention time.Duration, content ...string) Request {
	return Request{
		ID:          digest(s.Holder, strconv.FormatBool(s.Livemode), s.Route, s.OnBehalfOf, key),
		Fingerprint: digest(content...),
		Retention:   retention,
	}
}

// digest hashes parts with their lengths, so that nothing can move from one to the next.
func digest(parts ...string) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, p := range parts {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(p))))
		h.Write([]byte(p))
	}
	h.Sum(sum[:0])
	return sum
}
