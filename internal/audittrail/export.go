package audittrail

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"
)

// exportFormat is what the first line of an export says, and what its signature begins with.
const exportFormat = "partnerline-audit-export/1"

// An ExportHead is the first line of an export.
type ExportHead struct {
	Format     string    `json:"format"`
	Service    string    `json:"service"`
	After      int64     `json:"after"`      // position that it begins behind
	AfterHash  string    `json:"after_hash"` // of that position
	Until      int64     `json:"until"`      // its last position
	ExportedAt time.Time `json:"exported_at"`
	ExportedBy string    `json:"exported_by"` // subject of the person
	Reason     string    `json:"reason"`
	// public one, for the reader: an export is verified with a key that is known otherwise
	Key []byte `json:"key"`
}

// exportEnd is the last line: the signature of all lines before it.
type exportEnd struct {
	Signature []byte `json:"signature"`
}

// A Format is how a service writes its links. A line has all that the hash is made of, and the hash.
type Format[L Link] struct {
	Service string
	Line    func(L) any // as JSON has it
	Parse   func(line []byte) (L, error)
}

// An Export writes a part of the chain as lines of JSON.
type Export[L Link] struct {
	w    io.Writer
	sum  hash.Hash
	key  ed25519.PrivateKey
	line func(L) any
}

// NewExport returns an export whose first line is written.
func (f Format[L]) NewExport(w io.Writer, key ed25519.PrivateKey, head ExportHead) (*Export[L], error) {
	x := &Export[L]{w, sha256.New(), key, f.Line}
	head.Format, head.Service, head.Key = exportFormat, f.Service, key.Public().(ed25519.PublicKey)
	return x, x.write(head)
}

// Add writes a link.
func (x *Export[L]) Add(l L) error { return x.write(x.line(l)) }

// Close writes the signature.
func (x *Export[L]) Close() error {
	return x.write(exportEnd{ed25519.Sign(x.key, signedText(x.sum))})
}

func (x *Export[L]) write(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	b = append(b, '\n')
	_, _ = x.sum.Write(b) // never fails
	_, err = x.w.Write(b)
	return err
}

func signedText(sum hash.Hash) []byte { return sum.Sum([]byte(exportFormat + "\n")) }

// Errors of an export.
var (
	ErrExportSignature = errors.New(
		"the signature does not hold: the export was changed or cut off, or another key signed it",
	)
	ErrExportFormat = errors.New("the file is not an export of this service's audit trail")
)

// VerifyExport checks an export: that the key signed it, byte for byte, and that its entries are the links of a chain
// without a gap. After any other error than those of the format and the signature the export is what the service sent,
// but the service's chain was broken.
func (f Format[L]) VerifyExport(r io.Reader, key ed25519.PublicKey) (ExportHead, error) {
	var head ExportHead
	lines := bufio.NewReader(r)
	first, err := lines.ReadBytes('\n')
	if err != nil || json.Unmarshal(first, &head) != nil || head.Format != exportFormat || head.Service != f.Service {
		return head, ErrExportFormat
	}
	last, err := ParseHash(head.AfterHash)
	if err != nil {
		return head, ErrExportFormat
	}
	sum, position := sha256.New(), head.After
	_, _ = sum.Write(first) // never fails
	var broken error
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return head, ErrExportSignature // it has none
		}
		var end exportEnd
		if json.Unmarshal(line, &end) == nil && len(end.Signature) > 0 {
			if broken == nil && position != head.Until {
				broken = fmt.Errorf("the export ends at position %d instead of %d", position, head.Until)
			}
			if !endsWith(lines, line, end) || !ed25519.Verify(key, signedText(sum), end.Signature) {
				return head, ErrExportSignature
			}
			return head, broken
		}
		_, _ = sum.Write(line)
		l, err := f.Parse(line)
		if err != nil {
			return head, ErrExportSignature
		}
		position++
		p := l.Row()
		if broken == nil && (p.Position != position || l.Chained(last, p.Seq) != p.Hash) {
			broken = fmt.Errorf("the chain is broken at position %d", position)
		}
		last = p.Hash
	}
}

// endsWith reports whether the last line is written as Close writes it, and nothing follows.
func endsWith(rest *bufio.Reader, line []byte, end exportEnd) bool {
	written, err := json.Marshal(end)
	_, more := rest.ReadByte()
	return err == nil && more != nil && bytes.Equal(line, append(written, '\n'))
}
