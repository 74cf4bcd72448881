package audit

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
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
	Key        []byte    `json:"key"` // public one, for the reader: an export is verified with a key that is known otherwise
}

// exportLine is an entry, with all that its hash is made of, and the hash.
type exportLine struct {
	Position        int64     `json:"position"`
	Seq             int64     `json:"seq"`
	At              time.Time `json:"at"`
	Actor           string    `json:"actor"`
	Object          string    `json:"object_id"`
	Partner         string    `json:"partner_id"`
	Merchant        string    `json:"merchant_ref"`
	Operation       string    `json:"operation"`
	Outcome         string    `json:"outcome"`
	RequestID       string    `json:"request_id"`
	Address         string    `json:"address"`
	OperatorSubject string    `json:"operator_subject"`
	OperatorName    string    `json:"operator_name"`
	OperatorRoles   string    `json:"operator_roles"`
	Reason          string    `json:"reason"`
	Hash            string    `json:"hash"`
}

func (l exportLine) entry() Entry {
	return Entry{
		At: l.At, Actor: ActorType(l.Actor), Key: l.Object, Partner: pc.PartnerID(l.Partner), Merchant: pc.Ref(l.Merchant), Operation: l.Operation,
		Outcome: l.Outcome, RequestID: l.RequestID, Address: l.Address,
		Operator: Operator{Subject: l.OperatorSubject, Name: l.OperatorName, Roles: l.OperatorRoles, Reason: l.Reason},
	}
}

// exportEnd is the last line: the signature of all lines before it.
type exportEnd struct {
	Signature []byte `json:"signature"`
}

// An Export writes a part of the chain as lines of JSON.
type Export struct {
	w   io.Writer
	sum hash.Hash
	key ed25519.PrivateKey
}

// NewExport returns an export whose first line is written.
func NewExport(w io.Writer, key ed25519.PrivateKey, head ExportHead) (*Export, error) {
	x := &Export{w, sha256.New(), key}
	head.Format, head.Key = exportFormat, key.Public().(ed25519.PublicKey)
	return x, x.line(head)
}

// Add writes a link.
func (x *Export) Add(l ChainLink) error {
	return x.line(exportLine{
		Position: l.Position, Seq: l.Seq, At: l.At.UTC(), Actor: string(l.Actor), Object: l.Key, Partner: string(l.Partner), Merchant: string(l.Merchant),
		Operation: l.Operation, Outcome: l.Outcome, RequestID: l.RequestID, Address: l.Address, OperatorSubject: l.Operator.Subject,
		OperatorName: l.Operator.Name, OperatorRoles: l.Operator.Roles, Reason: l.Operator.Reason, Hash: l.Hash.String(),
	})
}

// Close writes the signature.
func (x *Export) Close() error {
	return x.line(exportEnd{ed25519.Sign(x.key, signedText(x.sum))})
}

func (x *Export) line(v any) error {
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

// What is wrong with an export.
var (
	ErrExportSignature = errors.New("the signature does not hold: the export was changed or cut off, or another key signed it")
	ErrExportFormat    = errors.New("the file is no export of the audit trail")
)

// VerifyExport checks an export: that the key signed it, byte for byte, and that its entries are the links of a chain without a gap. With
// another error than those of the format and the signature the export is what the service sent, but the chain was broken there.
func VerifyExport(r io.Reader, key ed25519.PublicKey) (ExportHead, error) {
	var head ExportHead
	lines := bufio.NewReader(r)
	first, err := lines.ReadBytes('\n')
	if err != nil || json.Unmarshal(first, &head) != nil || head.Format != exportFormat {
		return head, ErrExportFormat
	}
	var last ChainHash
	if n, err := hex.Decode(last[:], []byte(head.AfterHash)); err != nil || n != len(last) {
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
			return head, endOf(lines, line, end, sum, key, head, position, broken)
		}
		_, _ = sum.Write(line)
		var l exportLine
		if err := json.Unmarshal(line, &l); err != nil {
			return head, ErrExportSignature
		}
		position++
		if broken == nil && (l.Position != position || l.entry().Chained(last, l.Seq).String() != l.Hash) {
			broken = fmt.Errorf("the chain is broken at position %d", position)
		}
		if n, err := hex.Decode(last[:], []byte(l.Hash)); err != nil || n != len(last) {
			return head, ErrExportSignature
		}
	}
}

// endOf checks the last line, which must be written as Close writes it, and that nothing follows.
func endOf(rest *bufio.Reader, line []byte, end exportEnd, sum hash.Hash, key ed25519.PublicKey, head ExportHead, position int64, broken error) error {
	written, err := json.Marshal(end)
	if _, more := rest.ReadByte(); err != nil || more == nil || !bytes.Equal(line, append(written, '\n')) || !ed25519.Verify(key, signedText(sum), end.Signature) {
		return ErrExportSignature
	}
	if broken == nil && position != head.Until {
		broken = fmt.Errorf("the export ends at position %d instead of %d", position, head.Until)
	}
	return broken
}
