package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// A Kind is the event that an entry records.
type Kind string

// The kinds.
const (
	PaymentPaid        Kind = "payment_paid"
	PaymentRefunded    Kind = "payment_refunded"
	RefundFailed       Kind = "refund_failed"
	PaymentChargedBack Kind = "payment_charged_back"
	ChargebackReversed Kind = "chargeback_reversed"
	Settled            Kind = "settled"
	PayoutRequested    Kind = "payout_requested"
	PayoutSent         Kind = "payout_sent"
	PayoutPaid         Kind = "payout_paid"
	PayoutFailed       Kind = "payout_failed"
	PayoutCancelled    Kind = "payout_cancelled"
	TransferReceived   Kind = "transfer_received" // a verification transfer, which a payout returns
)

// A Line is what an entry does to one account.
type Line struct {
	Account Account
	Amount  int64 // a credit is positive; never zero
}

// An Entry is what an event does to a book. Its lines sum to zero.
type Entry struct {
	Kind  Kind
	Lines []Line
}

// A Posting is an entry and what it records: a payment, a payout or a settlement, and which refund or chargeback of the
// payment.
type Posting struct {
	Entry
	Payment    money.PaymentID
	Refund     money.RefundID
	Chargeback money.ChargebackID
	Payout     money.PayoutID
	Settlement SettlementID
	At         time.Time
}

// A BookLine is a line of a merchant's book as it was posted.
type BookLine struct {
	Entry      int64 // its number
	Kind       Kind
	Account    Account
	Currency   string
	Amount     int64 // a credit is positive
	Balance    int64 // of the account, with the line
	Payment    money.PaymentID
	Refund     money.RefundID
	Chargeback money.ChargebackID
	Payout     money.PayoutID
	Settlement SettlementID
	At         time.Time
}

// Position is the part of the line that says where it is in a book.
func (l BookLine) Position() BookLine {
	return BookLine{Currency: l.Currency, Entry: l.Entry, Account: l.Account}
}

func entry(k Kind, lines ...Line) Entry {
	e := Entry{Kind: k}
	for _, l := range lines {
		if l.Amount != 0 {
			e.Lines = append(e.Lines, l)
		}
	}
	return e
}

// Paid records that a customer paid: the rail owes the house the gross, the house keeps the fee but for the partner's
// share of it, the merchant is owed the rest.
func Paid(gross, fee, share int64) Entry {
	return entry(PaymentPaid, Line{Clearing, -gross}, Line{Fees, fee - share}, Line{Partner, share},
		Line{Pending, gross - fee})
}

// Refunded records that a customer got money back. It comes from the account that has the payment's money: one before
// its settlement, another one after it. The fee of the payment stays with the house.
func Refunded(amount int64, from Account) Entry {
	return entry(PaymentRefunded, Line{from, -amount}, Line{Clearing, amount})
}

// RefundReturned records that a refund did not reach the customer: the merchant has its amount again.
func RefundReturned(amount int64, to Account) Entry {
	return entry(RefundFailed, Line{Clearing, -amount}, Line{to, amount})
}

// ChargedBack records that the payer's bank took money back, and what that costs the merchant. Like a refund, it comes
// from the account that has the payment's money.
func ChargedBack(amount, fee int64, from Account) Entry {
	return entry(PaymentChargedBack, Line{from, -amount - fee}, Line{Clearing, amount}, Line{Fees, fee})
}

// ReverseChargeback records that a chargeback was decided for the merchant, which has its amount again. The house keeps
// the fee.
func ReverseChargeback(amount int64, to Account) Entry {
	return entry(ChargebackReversed, Line{Clearing, -amount}, Line{to, amount})
}

// SettledNet records that a settlement makes its net amount available. It has no lines when that is zero.
func SettledNet(net int64) Entry {
	return entry(Settled, Line{Pending, -net}, Line{Available, net})
}

// Reserve records that a payout is requested.
func Reserve(amount int64) Entry {
	return entry(PayoutRequested, Line{Available, -amount}, Line{Reserved, amount})
}

// ReceiveTransfer records that a verification transfer arrived: it is reserved for the payout that returns it.
func ReceiveTransfer(amount int64) Entry {
	return entry(TransferReceived, Line{Clearing, -amount}, Line{Reserved, amount})
}

// Send records that the rail has a payout.
func Send(amount int64) Entry {
	return entry(PayoutSent, Line{Reserved, -amount}, Line{InTransit, amount})
}

// Arrive records that the rail paid a payout.
func Arrive(amount int64) Entry {
	return entry(PayoutPaid, Line{InTransit, -amount}, Line{Clearing, amount})
}

// ReturnPaid records that the rail brought a payout back that it had paid.
func ReturnPaid(amount int64) Entry {
	return entry(PayoutFailed, Line{Clearing, -amount}, Line{Available, amount})
}

// Return records that the rail brought a payout back that it had not paid yet.
func Return(amount int64) Entry {
	return entry(PayoutFailed, Line{InTransit, -amount}, Line{Available, amount})
}

// Release records that a payout was cancelled before the rail had it.
func Release(amount int64) Entry {
	return entry(PayoutCancelled, Line{Reserved, -amount}, Line{Available, amount})
}

// ErrOverdrawn refuses an entry that would take an account below zero that never is.
var ErrOverdrawn = errors.New("ledger: the account would be below zero")

// Apply returns the balance after an entry. Its error is a bug: entries that callers could cause are refused before.
func (b Balance) Apply(e Entry) (Balance, error) {
	for _, l := range e.Lines {
		account := b.Of(l.Account)
		if account == nil {
			return b, fmt.Errorf("ledger: there is no account %s", l.Account)
		}
		*account += l.Amount
	}
	switch {
	case b.Sum() != 0:
		return b, fmt.Errorf("ledger: the lines of %s do not sum to zero", e.Kind)
	case b.Reserved < 0, b.InTransit < 0, b.Partner < 0, e.Kind == PayoutRequested && b.Available < 0:
		return b, fmt.Errorf("%w: %s", ErrOverdrawn, e.Kind)
	}
	return b, nil
}
