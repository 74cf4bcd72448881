package audit

import (
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// A Query selects entries. Empty fields do not restrict it.
type Query struct {
	Person    string // subject or name of an operator
	Operation string
	Object    string // Entry.Key
	Merchant  pc.Ref
	Partner   pc.PartnerID
	Actor     ActorType
	From      time.Time
	Until     time.Time // exclusive

	Before *OrderKey // entries older than this one
	Limit  int
}

// An OrderKey is where an entry is in the order of time.
type OrderKey struct {
	At  time.Time
	Seq int64
}

// A Listed entry is one with what identifies it.
type Listed struct {
	Entry
	Seq      int64
	Position int64 // in the chain; 0: not in it yet
}
