package money

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// ChargebackID names a chargeback: `cbk_` and a UUIDv7.
type ChargebackID string

// ChargebackPrefix begins every ChargebackID.
const ChargebackPrefix = "cbk_"

// A Chargeback is money of a payment that the payer's bank took back. Refunds, and chargebacks that are not reversed,
// are together never more than what was paid.
type Chargeback struct {
	ID         ChargebackID
	EngineID   string    // at the payment engine, unique among those of the payment
	Payment    PaymentID `db:"payment_id"`
	Merchant   pc.Ref    `db:"merchant_ref"`
	Livemode   bool
	Amount     int64 // minor units
	Currency   string
	Fee        int64 // what it costs the merchant; a reversal does not return it
	Status     ChargebackStatus
	ReasonCode string
	RespondBy  *time.Time // until when it can be disputed; nil where that is not known
	CreatedAt  time.Time
	UpdatedAt  time.Time

	// The steps since it was read, each to be posted and published as an event with them.
	Changes []ChargebackChange `db:"-"`
}

// A ChargebackStatus is the state of a chargeback.
type ChargebackStatus string

// The statuses. Reversed is final: money that is taken again is another chargeback.
const (
	ChargebackCharged  ChargebackStatus = "charged_back" // the amount has left the merchant
	ChargebackReversed ChargebackStatus = "reversed"     // the amount is back
)

// ChargebackStatuses lists all statuses.
var ChargebackStatuses = []ChargebackStatus{ChargebackCharged, ChargebackReversed}

// A ChargebackChange is one step of a chargeback. From is empty for the first one.
type ChargebackChange struct {
	From, To ChargebackStatus
	At       time.Time
}

// A ChargebackOrder is what is taken back in the sandbox: an amount, or all that is left of the payment.
type ChargebackOrder struct {
	Payment    PaymentID
	Amount     int64 // minor units; 0 with All
	AmountSent bool  // the request names an amount
	All        bool
}

// Check returns what is wrong with the fields, all together.
func (o ChargebackOrder) Check() error {
	var v field.Violations
	checkAmountOrAll(&v, o.Amount, o.AmountSent, o.All)
	return fault.JoinViolations(nil, v)
}

// Begins reports whether the chargeback was not stored before.
func (c Chargeback) Begins() bool { return len(c.Changes) > 0 && c.Changes[0].From == "" }

// chargeBack takes an amount back, which is left of the payment.
func chargeBack(p *Payment, amount int64, reason string, now time.Time) *Chargeback {
	p.ChargedBack += amount
	p.UpdatedAt = now
	return &Chargeback{
		ID: ChargebackID(ids.New(ChargebackPrefix)), Payment: p.ID, Merchant: p.Merchant, Livemode: p.Livemode,
		Amount: amount, Currency: p.Currency,
		Fee: p.Chargeback, Status: ChargebackCharged, ReasonCode: reason, CreatedAt: now, UpdatedAt: now,
		Changes: []ChargebackChange{{To: ChargebackCharged, At: now}},
	}
}

// Reverse brings the amount back to the payment. ErrUnchanged when it is reversed already.
func (c *Chargeback) Reverse(p *Payment, now time.Time) error {
	if c.Status == ChargebackReversed {
		return pc.ErrUnchanged
	}
	c.Changes = append(c.Changes, ChargebackChange{From: c.Status, To: ChargebackReversed, At: now})
	c.Status, c.UpdatedAt = ChargebackReversed, now
	p.ChargedBack -= c.Amount
	p.UpdatedAt = now
	return nil
}

// ApplyChargeback applies a report to the chargeback of a payment that it is about, which is nil when nothing was
// reported of it before, and returns it. Like Reported, it changes nothing twice. A reversal that comes first does what
// both do; the chargeback that comes afterwards is known.
func (r PaymentReport) ApplyChargeback(
	p *Payment, known *Chargeback, now time.Time,
) (*Chargeback, provider.Result, error) {
	differs := func(what string) (*Chargeback, provider.Result, error) {
		return nil, provider.Result{Outcome: provider.Differs, Difference: what}, nil
	}
	switch {
	case r.Currency != p.Currency:
		return differs("currency_differs")
	case known != nil && r.Amount != known.Amount:
		return differs("amount_differs")
	case known != nil && (r.Event == EngineChargedBack || known.Status == ChargebackReversed):
		return nil, provider.Result{Outcome: provider.Unchanged}, nil
	case known == nil && p.PaidAt == nil:
		return differs(string(r.Event) + "_of_" + string(p.Status))
	case known == nil && r.Amount > p.Refundable():
		return differs("charged_back_more_than_is_left")
	}
	if known == nil {
		reason := r.Reason
		if reason == "" {
			reason = "other"
		}
		known = chargeBack(p, r.Amount, reason, now)
		known.EngineID, known.RespondBy = r.ChargebackID, r.RespondBy
	}
	if r.Event == EngineChargedBack {
		return known, provider.Result{Outcome: provider.Applied}, nil
	}
	return known, provider.Result{Outcome: provider.Applied}, known.Reverse(p, now)
}
