package ledger

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// An Account is one of a book. Credits are positive: what is owed to the account's holder.
type Account string

// The accounts of a book.
const (
	Pending Account = "pending" // the merchant's, until it is settled
	// the merchant's, to be paid out; refunds and chargebacks may take it below zero, a payout never does
	Available Account = "available"
	Reserved  Account = "reserved"   // the merchant's, for payouts that the rail does not have yet; never below zero
	Clearing  Account = "clearing"   // what rails collected for us, or paid for us; its debit balance is our money
	Fees      Account = "fees"       // what we earned
	Partner   Account = "partner"    // what the partner earned of the fees; never below zero
	InTransit Account = "in_transit" // what the rail was ordered to pay and has not confirmed
)

// Accounts lists all accounts of a book.
var Accounts = []Account{Pending, Available, Reserved, Clearing, Fees, Partner, InTransit}

// A Balance is the balances of a book's accounts.
type Balance struct {
	Pending, Available, Reserved, Clearing, Fees, Partner, InTransit int64
}

// A Book is the accounts of one merchant in one currency. It is locked before it is read or posted to, so that one
// transaction at a time does.
type Book struct {
	Merchant pc.Ref
	Currency string
	Balance  Balance
}

// Of returns the balance of an account.
func (b *Balance) Of(a Account) *int64 {
	switch a {
	case Pending:
		return &b.Pending
	case Available:
		return &b.Available
	case Reserved:
		return &b.Reserved
	case Clearing:
		return &b.Clearing
	case Fees:
		return &b.Fees
	case Partner:
		return &b.Partner
	case InTransit:
		return &b.InTransit
	}
	return nil
}

// Merchant is what the merchant has in all: the sum of the net amounts of its transactions.
func (b Balance) Merchant() int64 { return b.Pending + b.Available + b.Reserved }

// Sum is zero in every book.
func (b Balance) Sum() int64 { return b.Merchant() + b.Clearing + b.Fees + b.Partner + b.InTransit }
