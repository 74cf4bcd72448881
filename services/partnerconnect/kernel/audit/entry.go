package audit

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/partnerline/partnerline/internal/audittrail"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// An ActorType is who did something.
type ActorType string

// The actors.
const (
	PartnerActor  ActorType = "partner"
	MerchantActor ActorType = "merchant"
	OperatorActor ActorType = "operator"
	SystemActor   ActorType = "system"
)

// An Entry says who did what to which merchant, and what came of it. It holds no personal data but the
// network address of the caller, and the name of the operator.
type Entry struct {
	At    time.Time // milliseconds
	Actor ActorType
	// id of the key that called; of what an operator did, the id of what it was done to; empty where there is none
	Key       string       `db:"key_id"`
	Partner   pc.PartnerID `db:"partner_id"`
	Merchant  pc.Ref       `db:"merchant_ref"` // what the caller named; it need not exist
	Operation string       // the method, like OnboardingService.GetOnboarding
	Outcome   string       // `ok`, or the reason of the refusal
	RequestID string
	Address   string // of the caller; empty where there is none
	Operator
}

// An Operator is the person who acted for the payments company. It is empty where none did, and in a bootstrap.
type Operator struct {
	Subject string `db:"operator_subject"` // at the identity provider
	Name    string `db:"operator_name"`
	Roles   string `db:"operator_roles"` // of the time, comma-separated
	Reason  string // why
}

// OfCall reports whether the entry is of an API call. Every call is recorded, even one that changes nothing, because
// it is an access. Acts of pages and of the program itself are recorded when they change something.
func (e Entry) OfCall() bool {
	return e.Key != "" || e.Actor == PartnerActor || e.Actor == OperatorActor
}

type writtenKey struct{}

// Watch returns a context for a call; written reports whether the audit entry of that call has been written.
func Watch(ctx context.Context) (_ context.Context, written func() bool) {
	w := &atomic.Bool{}
	return context.WithValue(ctx, writtenKey{}, w), w.Load
}

// Several returns a context for changes of several merchants by one call: none of their entries is the entry of the
// call.
func Several(ctx context.Context) context.Context { return context.WithValue(ctx, writtenKey{}, nil) }

// Written notes in ctx that the entry was written together with the change it describes, so that the call needs no
// other. An entry that is not of a call is ignored.
func (e Entry) Written(ctx context.Context) {
	if w, ok := ctx.Value(writtenKey{}).(*atomic.Bool); ok && e.OfCall() {
		w.Store(true)
	}
}

// Chained returns the hash of an entry that follows the one with the hash prev.
func (e Entry) Chained(prev ChainHash, seq int64) ChainHash {
	fields := []string{
		string(e.Actor), e.Key, string(e.Partner), string(e.Merchant), e.Operation, e.Outcome, e.RequestID, e.Address,
	}
	if o := e.Operator; o != (Operator{}) { // no fields for an empty operator
		fields = append(fields, o.Subject, o.Name, o.Roles, o.Reason)
	}
	return audittrail.Chained(prev, seq, e.At, fields...)
}

// A ChainHash ties an audit entry to all before it.
type ChainHash = audittrail.Hash

// A ChainLink is a position of the chain, and the entry that it is of.
type ChainLink struct {
	Entry
	Seq      int64
	Position int64
	Hash     ChainHash
	There    bool // the entry is stored
}

// Row is that of the chain.
func (l ChainLink) Row() audittrail.Row {
	return audittrail.Row{Seq: l.Seq, Position: l.Position, Hash: l.Hash, There: l.There}
}
