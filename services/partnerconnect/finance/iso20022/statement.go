package iso20022

import (
	"time"
)

// A Statement is what happened on an account, or a part of it that a notification reports.
type Statement struct {
	ID           string
	Part         string // which part of the statement, or which of the account, by the numbers of the bank
	Notification bool
	IBAN         string // empty: the account has none
	Currency     string
	CreatedAt    time.Time
	Opening      *Balance // booked; nil in a notification, and in a page of a statement that is not its first
	Closing      *Balance // booked; nil in a notification, and in a page of a statement that is not its last
	Entries      []Entry  // the booked ones
}

// A Balance is how much is on an account at the beginning or the end of a day.
type Balance struct {
	Amount int64 // minor units; negative is owed
	On     time.Time
}

// An Entry is one movement of an account.
type Entry struct {
	Ref      string // how people find the entry: BankRef, its number, or the statement's id and the position
	BankRef  string // the bank's reference; empty when it gave none. Not every bank keeps it unique
	Amount   int64  // minor units; what leaves the account is negative
	Reversal bool   // it takes an earlier entry back
	BookedOn time.Time
	ValueOn  time.Time
	Code     string   // what kind of movement the bank says it is
	Details  []Detail // at least one; of several, which only a batch has, the amounts sum to the entry's
}

// A Detail is one payment of an entry.
type Detail struct {
	Amount           int64
	BankRef          string // the bank's reference of the payment, otherwise of the entry
	EndToEndID       string // empty when the payer gave none
	BatchID          string // the id of our order, when the bank names it
	Debtor, Creditor Party
	UltimateDebtor   string // for whom the debtor paid; empty: for itself
	UltimateCreditor string // for whom the creditor was paid; empty: for itself
	Remittance       string // all texts of the payment; the lines into which its bank broke one are lines
	Returned         bool   // the payment came back
	ReturnReason     string // a code of ISO 20022, or the bank's own
}

// A Party is a person or company and its account.
type Party struct{ Name, IBAN string }

// Complete reports whether the statement has both balances, so that it is one whole.
func (s Statement) Complete() bool { return s.Opening != nil && s.Closing != nil }
