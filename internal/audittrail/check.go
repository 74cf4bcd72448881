package audittrail

import "time"

// A CheckKind is something whose integrity is verified as a whole.
type CheckKind string

// TrailCheck is the verification of the chain. A service has further kinds of its own.
const TrailCheck CheckKind = "audit"

// CheckEvery is how often each kind is verified without being asked for.
const CheckEvery = 24 * time.Hour

// System is the actor of a verification that was due.
const System = "system"

// A Check is the last verification of a kind that came to its end.
type Check struct {
	Kind   CheckKind
	At     time.Time
	Intact bool
	Actor  string
	Name   string // of the person who asked for it
}
