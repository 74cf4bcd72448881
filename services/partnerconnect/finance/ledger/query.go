package ledger

import (
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// A Query selects a page of transactions or settlements of one merchant, newest first. Empty fields do not narrow it.
type Query struct {
	From       *time.Time // at this time or later
	To         *time.Time // before this time
	Type       TransactionType
	Status     string
	Currency   string
	Settlement SettlementID
	After      *money.Position // of the last one of the page before; nil: the first page
	Limit      int
}

// Position is where the transaction is in a list.
func (t Transaction) Position() money.Position {
	return money.Position{At: t.OccurredAt, ID: string(t.ID)}
}

// Position is where the settlement is in a list.
func (v Settlement) Position() money.Position { return money.Position{At: v.PaidAt, ID: string(v.ID)} }

// A ListedSettlement is a settlement of a list over all merchants.
type ListedSettlement struct {
	Settlement
	Livemode bool
}

// A Report is what recomputing the ledger found.
type Report struct {
	Books, Entries, Transactions, Settlements, Payouts int64
	Faults                                             []string // what does not hold, and where; the first MaxFaults
}

// MaxFaults is how many faults a report names.
const MaxFaults = 100
