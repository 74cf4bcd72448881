package ledger

import (
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// TransactionID names a transaction: `txn_` and a UUIDv7.
type TransactionID string

// TransactionPrefix begins every TransactionID.
const TransactionPrefix = "txn_"

// A TransactionType is why a transaction moved the merchant's money.
type TransactionType string

// The types. A fee is taken with its payment.
const (
	Payment    TransactionType = "payment"
	Refund     TransactionType = "refund"
	Chargeback TransactionType = "chargeback"
	Fee        TransactionType = "fee"
	Payout     TransactionType = "payout"
	// a payout that the rail brought back, a refund that failed, a chargeback that was reversed, a verification transfer
	Adjustment TransactionType = "adjustment"
)

// TransactionTypes lists all types.
var TransactionTypes = []TransactionType{Payment, Refund, Chargeback, Fee, Payout, Adjustment}

// A TransactionStatus is where the money of a transaction counts.
type TransactionStatus string

// The statuses.
const (
	StatusPending   TransactionStatus = "pending"   // in the pending balance; the settlement of its day takes it along
	StatusAvailable TransactionStatus = "available" // it changed the available balance immediately; in no settlement
	StatusSettled   TransactionStatus = "settled"   // its settlement made it available
)

// TransactionStatuses lists all statuses.
var TransactionStatuses = []TransactionStatus{StatusPending, StatusAvailable, StatusSettled}

// A Transaction is a change of what the merchant has in all. The sum of the net amounts is pending, available and
// reserved together.
type Transaction struct {
	ID          TransactionID
	Merchant    pc.Ref `db:"merchant_ref"`
	Type        TransactionType
	Amount      int64 // minor units; what leaves the merchant is negative
	Fee         int64
	Currency    string
	Status      TransactionStatus
	Payment     money.PaymentID
	Refund      money.RefundID
	Chargeback  money.ChargebackID
	Payout      money.PayoutID
	Settlement  SettlementID
	ExternalRef string
	OccurredAt  time.Time
	AvailableOn Day
}

// Net is the change of the merchant's money.
func (t Transaction) Net() int64 { return t.Amount - t.Fee }

func transaction(t TransactionType, m pc.Ref, amount int64, currency, externalRef string, now time.Time) Transaction {
	return Transaction{
		ID: TransactionID(ids.New(TransactionPrefix)), Merchant: m, Type: t, Amount: amount, Currency: currency,
		Status:      StatusAvailable,
		ExternalRef: externalRef, OccurredAt: now, AvailableOn: DayOf(now),
	}
}

// OfPayment is the transaction of a payment that was paid: available on the next day, or on the same.
func OfPayment(p money.Payment, sameDay bool, now time.Time) Transaction {
	t := transaction(Payment, p.Merchant, p.Amount, p.Currency, p.ExternalRef, now)
	t.Fee, t.Payment, t.Status, t.AvailableOn = p.Fee(), p.ID, StatusPending, DayOf(now)
	if !sameDay {
		t.AvailableOn = t.AvailableOn.Next()
	}
	return t
}

// OfRefund is the transaction of a refund, and the account that it is taken from. It goes into the settlement of its
// payment while that has not run; otherwise it is taken from the available balance immediately.
func OfRefund(p money.Payment, r money.Refund, paid Transaction, now time.Time) (Transaction, Account) {
	t := transaction(Refund, p.Merchant, -r.Amount, p.Currency, p.ExternalRef, now)
	t.Payment, t.Refund = p.ID, r.ID
	return t.with(paid)
}

// OfFailedRefund is the transaction that brings the amount of a refund back, and the account that has it: it goes with
// its payment, as the refund does.
func OfFailedRefund(p money.Payment, r money.Refund, paid Transaction, now time.Time) (Transaction, Account) {
	t := transaction(Adjustment, p.Merchant, r.Amount, p.Currency, p.ExternalRef, now)
	t.Payment, t.Refund = p.ID, r.ID
	return t.with(paid)
}

// OfChargeback is the transaction of a step of a chargeback, and the account that it concerns: like a refund, it goes
// with its payment.
func OfChargeback(
	p money.Payment, b money.Chargeback, c money.ChargebackChange, paid Transaction,
) (Transaction, Account) {
	kind, amount := Chargeback, -b.Amount
	if c.To == money.ChargebackReversed {
		kind, amount = Adjustment, b.Amount
	}
	t := transaction(kind, p.Merchant, amount, p.Currency, p.ExternalRef, c.At)
	t.Payment, t.Chargeback = p.ID, b.ID
	if c.To == money.ChargebackCharged {
		t.Fee = b.Fee
	}
	return t.with(paid)
}

// with is a transaction that goes with its payment's.
func (t Transaction) with(paid Transaction) (Transaction, Account) {
	if paid.Status != StatusPending {
		return t, Available
	}
	t.Status, t.AvailableOn = StatusPending, paid.AvailableOn
	return t, Pending
}

// OfPayout is the transaction of a payout that the rail has.
func OfPayout(p money.Payout, now time.Time) Transaction {
	t := transaction(Payout, p.Merchant, -p.Amount, p.Currency, p.ExternalRef, now)
	t.Payout = p.ID
	return t
}

// OfReturn is the transaction of money that came for a payout: the rail brought it back, or it is a verification
// transfer that is returned.
func OfReturn(p money.Payout, now time.Time) Transaction {
	t := transaction(Adjustment, p.Merchant, p.Amount, p.Currency, p.ExternalRef, now)
	t.Payout = p.ID
	return t
}
