package ledger

import (
	"time"

	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// SettlementID names a settlement: `stl_` and a UUIDv7.
type SettlementID string

// SettlementPrefix begins every SettlementID.
const SettlementPrefix = "stl_"

// A SettlementStatus is the state of a settlement.
type SettlementStatus string

// The statuses. A settlement is made in one transaction, so all that exist are paid: credited to the
// available balance.
const (
	SettlementOpen       SettlementStatus = "open"
	SettlementProcessing SettlementStatus = "processing"
	SettlementPaid       SettlementStatus = "paid"
	SettlementFailed     SettlementStatus = "failed"
)

// SettlementStatuses lists all statuses.
var SettlementStatuses = []SettlementStatus{SettlementOpen, SettlementProcessing, SettlementPaid, SettlementFailed}

// A Settlement makes the payments of one day available, with their refunds and chargebacks, in one currency of one
// merchant.
type Settlement struct {
	ID          SettlementID
	Merchant    pc.Ref `db:"merchant_ref"`
	Currency    string
	Status      SettlementStatus
	Gross       int64 // of the payments
	Fees        int64
	Refunds     int64 // positive: what was given back
	Chargebacks int64 // what was charged back, less what was reversed
	Count       int   `db:"transaction_count"`
	PeriodFrom  time.Time
	PeriodTo    time.Time // the first moment after the period
	PaidAt      time.Time
	IBANMasked  string // where payouts of it go
}

// Net is what it makes available: the sum of the net amounts of its transactions.
func (s Settlement) Net() int64 { return s.Gross - s.Fees - s.Refunds - s.Chargebacks }

// Totals are the sums of its transactions.
func (s Settlement) Totals() (amount, fee, net int64) {
	return s.Gross - s.Refunds - s.Chargebacks, s.Fees, s.Net()
}

// Settle makes the settlement of the pending transactions that become available on a day: all of one merchant and
// currency, the oldest first. Its period is the day of the first, which is a payment: what goes with a payment follows
// it.
func Settle(m delegation.Merchant, currency string, list []Transaction, now time.Time) Settlement {
	from := DayOf(list[0].OccurredAt)
	s := Settlement{
		ID: SettlementID(ids.New(SettlementPrefix)), Merchant: m.Ref, Currency: currency, Status: SettlementPaid,
		Count:      len(list),
		PeriodFrom: from.Start(), PeriodTo: from.Next().Start(), PaidAt: now, IBANMasked: field.MaskIBAN(m.IBAN),
	}
	for _, t := range list {
		s.add(t)
	}
	return s
}

func (s *Settlement) add(t Transaction) {
	s.Fees += t.Fee
	switch {
	case t.Chargeback != "":
		s.Chargebacks -= t.Amount
	case t.Amount < 0:
		s.Refunds -= t.Amount
	default:
		s.Gross += t.Amount
	}
}

// ByDay divides transactions, which are sorted by the day on which they become available, into those of each day.
func ByDay(list []Transaction) (days [][]Transaction) {
	for i, t := range list {
		if i == 0 || t.AvailableOn != list[i-1].AvailableOn {
			days = append(days, nil)
		}
		days[len(days)-1] = append(days[len(days)-1], t)
	}
	return days
}
