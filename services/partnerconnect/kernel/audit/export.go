package audit

import (
	"crypto/ed25519"
	"encoding/json"
	"io"
	"time"

	"github.com/partnerline/partnerline/internal/audittrail"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// ExportFormat is how exports are written and verified.
var ExportFormat = audittrail.Format[ChainLink]{
	Service: "partnerconnect",
	Line:    func(l ChainLink) any { return lineOf(l) },
	Parse: func(line []byte) (ChainLink, error) {
		var l exportLine
		if err := json.Unmarshal(line, &l); err != nil {
			return ChainLink{}, err
		}
		return l.link()
	},
}

// An ExportHead is the first line of an export.
type ExportHead = audittrail.ExportHead

// NewExport returns an export whose first line is written.
func NewExport(w io.Writer, key ed25519.PrivateKey, head ExportHead) (*audittrail.Export[ChainLink], error) {
	return ExportFormat.NewExport(w, key, head)
}

// Errors of an export that cannot be verified.
var (
	ErrExportSignature = audittrail.ErrExportSignature
	ErrExportFormat    = audittrail.ErrExportFormat
)

// VerifyExport checks an export.
func VerifyExport(r io.Reader, key ed25519.PublicKey) (ExportHead, error) {
	return ExportFormat.VerifyExport(r, key)
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

func lineOf(l ChainLink) exportLine {
	return exportLine{
		Position: l.Position, Seq: l.Seq, At: l.At.UTC(), Actor: string(l.Actor), Object: l.Key, Partner: string(l.Partner),
		Merchant:  string(l.Merchant),
		Operation: l.Operation, Outcome: l.Outcome, RequestID: l.RequestID, Address: l.Address,
		OperatorSubject: l.Subject,
		OperatorName:    l.Name, OperatorRoles: l.Roles, Reason: l.Reason, Hash: l.Hash.String(),
	}
}

func (l exportLine) link() (ChainLink, error) {
	h, err := audittrail.ParseHash(l.Hash)
	return ChainLink{Entry: Entry{
		At: l.At, Actor: ActorType(l.Actor), Key: l.Object, Partner: pc.PartnerID(l.Partner), Merchant: pc.Ref(l.Merchant),
		Operation: l.Operation,
		Outcome:   l.Outcome, RequestID: l.RequestID, Address: l.Address,
		Operator: Operator{Subject: l.OperatorSubject, Name: l.OperatorName, Roles: l.OperatorRoles, Reason: l.Reason},
	}, Seq: l.Seq, Position: l.Position, Hash: h, There: true}, err
}
