package audit

import "time"

// A CheckKind is something whose integrity is verified as a whole.
type CheckKind string

// The kinds.
const (
	LedgerCheck CheckKind = "ledger" // the invariants of the ledger
	TrailCheck  CheckKind = "audit"  // the chain of the audit trail
)

// CheckEvery is how often each kind is verified without being asked for.
const CheckEvery = 24 * time.Hour

// A Check is the last verification of a kind that came to its end.
type Check struct {
	Kind   CheckKind
	At     time.Time
	Intact bool
	Actor  ActorType // system: it was due
	Name   string    // of the person who asked for it
}

// Check is a verification that the entry's actor asked for.
func (e Entry) Check(kind CheckKind, intact bool) Check {
	return Check{Kind: kind, At: e.At, Intact: intact, Actor: e.Actor, Name: e.Operator.Name}
}
