package ledger

import (
	"time"
)

// A Query selects a page of transactions or settlements of one merchant, newest first. What is empty does not narrow it.
type Query struct {
	From       *time.Time // at this time or later
	To         *time.Time // before this time
	Type       TransactionType
	Status     string
	Currency   string
	Settlement SettlementID
	After      Position // of the last one of the page before
	Limit      int
}

// A Position is where a list stands: keys that never change.
type Position struct {
	At time.Time
	ID string
}

// A Report is what recomputing the ledger found.
type Report struct {
	Books, Entries, Transactions, Settlements, Payouts int64
	Faults                                             []string // what does not hold, and where; the first MaxFaults
}

// MaxFaults is how many faults a report names.
const MaxFaults = 100
