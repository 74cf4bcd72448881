package money

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/fingerprint"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/field"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// RefundID names a refund: `rfd_` and a UUIDv7.
type RefundID string

// RefundPrefix begins every RefundID.
const RefundPrefix = "rfd_"

// A Refund gives some of a payment back to its customer. Its amount leaves the merchant when it is created, so that
// concurrent refunds never give back more than was paid, and returns if the refund fails.
type Refund struct {
	ID       RefundID
	Payment  PaymentID `db:"payment_id"`
	Merchant pc.Ref    `db:"merchant_ref"`
	Livemode bool
	Amount   int64 // minor units
	Currency string

	ExternalRef string // unique per merchant; the refund's own id where the sandbox or an operator made it
	Fingerprint []byte // of the order

	Status     RefundStatus
	ReasonCode string // why it failed; empty otherwise
	delegation.ActedBy
	// SoleOperator is who gave it back by a decision of their own: the subject of an operator, empty for a call that
	// names no person. Nil: a merchant did, or a second person confirmed it.
	SoleOperator *string
	CreatedAt    time.Time
	UpdatedAt    time.Time

	Changes []RefundChange `db:"-"` // the steps since it was read, each to be posted and published as an event with them
}

// A RefundStatus is the state of a refund.
type RefundStatus string

// The statuses. Succeeded and failed are final.
const (
	RefundPending   RefundStatus = "pending" // the amount has left the merchant
	RefundSucceeded RefundStatus = "succeeded"
	RefundFailed    RefundStatus = "failed" // the amount is back
)

// RefundStatuses lists all statuses.
var RefundStatuses = []RefundStatus{RefundPending, RefundSucceeded, RefundFailed}

// A RefundChange is one step of a refund. From is empty for the first one.
type RefundChange struct {
	From, To RefundStatus
	At       time.Time
}

// A RefundOrder is what the caller asked for: an amount, or all that is left of the payment.
type RefundOrder struct {
	Payment     PaymentID
	Amount      int64 // minor units; 0 with All
	AmountSent  bool  `fingerprint:"-"` // the request names an amount
	All         bool
	ExternalRef string // unique per merchant
}

// Begins reports whether the refund was not stored before.
func (r Refund) Begins() bool { return len(r.Changes) > 0 && r.Changes[0].From == "" }

// Check returns what is wrong with the fields, all together.
func (o RefundOrder) Check() error {
	v := field.Violations(CheckExternalRef(o.ExternalRef))
	checkAmountOrAll(&v, o.Amount, o.AmountSent, o.All)
	return fault.JoinViolations(nil, v)
}

// Fingerprint distinguishes orders. Nothing of a person is in one.
func (o RefundOrder) Fingerprint() []byte {
	sum := fingerprint.Of("refund_order/1", o)
	return sum[:]
}

// Refundable is what is left of a payment to be refunded, or charged back.
func (p Payment) Refundable() int64 { return p.Amount - p.Refunded - p.Refunding - p.ChargedBack }

// StartRefund begins a refund of a payment, and sets its amount aside. invalid_state unless the payment is paid,
// amount_out_of_range when less is left of it.
func (p *Payment) StartRefund(order RefundOrder, by delegation.ActedBy, now time.Time) (*Refund, error) {
	rest, amount := p.Refundable(), order.Amount
	if order.All {
		amount = rest
	}
	to := PaymentPartiallyRefunded
	if amount == p.Amount-p.Refunded {
		to = PaymentRefunded
	}
	if !p.Status.CanBecome(to) {
		return nil, p.step(to, 0, now)
	}
	if amount < 1 || amount > rest {
		return nil,
			fault.New(pc.AmountOutOfRange,
				"the refund must be at least 1 and at most what was neither refunded nor charged back").
				WithField("/amount", "out_of_range", "must be 1 to what is left of the payment").WithExtension("available", rest)
	}
	r := Refund{
		ID: RefundID(ids.New(RefundPrefix)), Payment: p.ID, Merchant: p.Merchant, Livemode: p.Livemode, Amount: amount,
		Currency:    p.Currency,
		ExternalRef: order.ExternalRef, Fingerprint: order.Fingerprint(), Status: RefundPending, ActedBy: by, CreatedAt: now,
		UpdatedAt: now,
		Changes:   []RefundChange{{To: RefundPending, At: now}},
	}
	if r.ExternalRef == "" {
		r.ExternalRef = string(r.ID)
	}
	p.Refunding += amount
	p.UpdatedAt = now
	return &r, nil
}

// SucceedRefund notes that the customer has the money of a pending refund.
func (p *Payment) SucceedRefund(r *Refund, now time.Time) error {
	if err := r.end(RefundSucceeded, now); err != nil {
		return err
	}
	p.Refunding -= r.Amount
	p.Refunded += r.Amount
	to := PaymentPartiallyRefunded
	if p.Refunded == p.Amount {
		to = PaymentRefunded
	}
	return p.step(to, r.Amount, now)
}

// FailRefund notes that a pending refund did not reach the customer, and why.
func (p *Payment) FailRefund(r *Refund, reason string, now time.Time) error {
	if err := r.end(RefundFailed, now); err != nil {
		return err
	}
	r.ReasonCode = reason
	p.Refunding -= r.Amount
	p.UpdatedAt = now
	return nil
}

func (r *Refund) end(to RefundStatus, now time.Time) error {
	if r.Status != RefundPending {
		return fault.New(fault.InvalidState, "the refund has ended already").WithExtension("refund_status", r.Status)
	}
	r.Changes = append(r.Changes, RefundChange{From: r.Status, To: to, At: now})
	r.Status, r.UpdatedAt = to, now
	return nil
}

// Refund gives some of a payment back: immediately in test mode, and in live mode by a refund that the payment engine
// ends.
func (p *Payment) Refund(amount int64, now time.Time) error {
	r, err := p.StartRefund(RefundOrder{Payment: p.ID, Amount: amount}, delegation.ActedBy{Type: audit.MerchantActor}, now)
	if err != nil {
		return err
	}
	if !p.Livemode {
		if err := p.SucceedRefund(r, now); err != nil {
			return err
		}
	}
	p.Refunds = append(p.Refunds, *r)
	return nil
}
