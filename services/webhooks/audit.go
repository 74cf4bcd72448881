package webhooks

import (
	"encoding/json"
	"time"

	"github.com/partnerline/partnerline/internal/audittrail"
)

// An Operator makes a call for the payments company.
type Operator struct {
	Subject   string   `db:"operator_subject"` // at the identity provider; empty: the holder of the internal token
	Name      string   `db:"operator_name"`    // for people; Bootstrap for the holder of the internal token
	Roles     []string `db:"operator_roles"`
	Operation string   // the method, like OperatorService.PauseEndpoint
	Reason    string   // why
	RequestID string
}

// Bootstrap is the name of operators who call with the internal token, of whom nothing else is known.
const Bootstrap = "bootstrap"

// OperatorActor is who asked for a verification of the trail that was not due.
const OperatorActor = "operator"

// An AuditEntry says what an operator did. It is stored in the transaction that did it.
type AuditEntry struct {
	Operator
	Seq      int64
	Position int64     // in the chain; 0: not in it yet
	At       time.Time // milliseconds
	Object   string    `db:"object_id"` // id of what it was done to; empty: none
	Tenant   TenantID  `db:"tenant_id"` // its owner; empty: none
}

// Chained returns the hash of an entry that follows the one with the hash prev. Roles are last, so that their number
// needs no field.
func (e AuditEntry) Chained(prev audittrail.Hash, seq int64) audittrail.Hash {
	fields := []string{e.Operation, e.Object, string(e.Tenant), e.Subject, e.Name, e.Reason, e.RequestID}
	return audittrail.Chained(prev, seq, e.At, append(fields, e.Roles...)...)
}

// An AuditLink is a position of the chain, and the entry that it is of.
type AuditLink struct {
	AuditEntry
	Hash  audittrail.Hash
	There bool // the entry is stored
}

// Row is that of the chain.
func (l AuditLink) Row() audittrail.Row {
	return audittrail.Row{Seq: l.Seq, Position: l.Position, Hash: l.Hash, There: l.There}
}

// auditLine is an entry in an export, with all that its hash is made of, and the hash.
type auditLine struct {
	Position        int64     `json:"position"`
	Seq             int64     `json:"seq"`
	At              time.Time `json:"at"`
	Operation       string    `json:"operation"`
	Object          string    `json:"object_id"`
	Tenant          string    `json:"tenant_id"`
	OperatorSubject string    `json:"operator_subject"`
	OperatorName    string    `json:"operator_name"`
	OperatorRoles   []string  `json:"operator_roles"`
	Reason          string    `json:"reason"`
	RequestID       string    `json:"request_id"`
	Hash            string    `json:"hash"`
}

// AuditExport is how exports of the trail are written and verified.
var AuditExport = audittrail.Format[AuditLink]{
	Service: "webhooks",
	Line: func(l AuditLink) any {
		return auditLine{
			Position: l.Position, Seq: l.Seq, At: l.At.UTC(), Operation: l.Operation, Object: l.Object, Tenant: string(l.Tenant),
			OperatorSubject: l.Subject,
			OperatorName:    l.Name, OperatorRoles: l.Roles, Reason: l.Reason, RequestID: l.RequestID, Hash: l.Hash.String(),
		}
	},
	Parse: func(line []byte) (AuditLink, error) {
		var l auditLine
		if err := json.Unmarshal(line, &l); err != nil {
			return AuditLink{}, err
		}
		h, err := audittrail.ParseHash(l.Hash)
		return AuditLink{AuditEntry: AuditEntry{
			Operator: Operator{
				Subject: l.OperatorSubject, Name: l.OperatorName, Roles: l.OperatorRoles, Operation: l.Operation, Reason: l.Reason,
				RequestID: l.RequestID,
			},
			Seq: l.Seq, Position: l.Position, At: l.At, Object: l.Object, Tenant: TenantID(l.Tenant),
		}, Hash: h, There: true}, err
	},
}

// AuditFilter selects a page of entries. Empty fields do not restrict it.
type AuditFilter struct {
	Person    string // subject or name
	Operation string
	Object    string
	Tenant    TenantID
	From, To  *time.Time // To is exclusive
	After     *Position  // whose ID is the Seq
	Limit     int
}

// MaxHits bounds the hits of one search: many endpoints may have the same URL.
const MaxHits = 20

// A Hit is something that an operator found.
type Hit struct {
	Kind     string
	ID       string
	Title    string
	Tenant   TenantID
	Endpoint EndpointID // that it belongs to, or is; empty for none
	Livemode bool
}
