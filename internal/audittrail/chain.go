package audittrail

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"time"
)

// A Hash ties an entry to all before it.
type Hash [sha256.Size]byte

// String is the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

var errHash = errors.New("not a hash")

// ParseHash reads what String returns.
func ParseHash(s string) (h Hash, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(h) {
		return h, errHash
	}
	return Hash(b), nil
}

// Chained returns the hash of an entry that follows the one with the hash prev. Each field is written behind its
// length, so that no two entries are written alike. Of the time, milliseconds count.
func Chained(prev Hash, seq int64, at time.Time, fields ...string) Hash {
	h := sha256.New()
	h.Write(prev[:])
	var n [8]byte
	number := func(v int64) {
		binary.BigEndian.PutUint64(n[:], uint64(v))
		h.Write(n[:])
	}
	number(seq)
	number(at.UnixMilli())
	for _, s := range fields {
		number(int64(len(s)))
		h.Write([]byte(s))
	}
	return Hash(h.Sum(nil))
}

// A Row is the row of an entry in the chain.
type Row struct {
	Seq      int64 // of the entry
	Position int64 // from 1; 0: not in the chain yet
	Hash     Hash
	There    bool // the entry is stored
}

// A Link is an entry of a service with its row.
type Link interface {
	Row() Row
	// Chained is the hash of the entry behind the one with the hash prev.
	Chained(prev Hash, seq int64) Hash
}

// A Report is what checking the chain found.
type Report struct {
	Entries int64 // in the chain
	Pending int64 // not in it yet
	Head    Hash  // of the last one: noted elsewhere, it shows later whether the end was cut off
	Broken  int64 // position of the first link that does not hold; 0: all hold
}

// Add checks the next link.
func (r *Report) Add(l Link) {
	p := l.Row()
	if r.Broken == 0 && (!p.There || p.Position != r.Entries+1 || l.Chained(r.Head, p.Seq) != p.Hash) {
		r.Broken = r.Entries + 1
	}
	r.Entries, r.Head = p.Position, p.Hash
}
