package money

import (
	"slices"
	"strings"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/steps"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// A PaymentStatus is the state of a payment.
type PaymentStatus string

// The statuses.
const (
	PaymentRegistered        PaymentStatus = "registered" // the customer has not chosen to pay yet
	PaymentPending           PaymentStatus = "pending"    // the customer pays
	PaymentPaid              PaymentStatus = "paid"
	PaymentPartiallyRefunded PaymentStatus = "partially_refunded"
	PaymentRefunded          PaymentStatus = "refunded" // in full
	PaymentRejected          PaymentStatus = "rejected"
	PaymentExpired           PaymentStatus = "expired"
	PaymentCancelled         PaymentStatus = "cancelled"
)

// PaymentStatuses lists all statuses, in the order of a life.
var PaymentStatuses = []PaymentStatus{
	PaymentRegistered, PaymentPending, PaymentPaid, PaymentPartiallyRefunded, PaymentRefunded, PaymentRejected,
	PaymentExpired, PaymentCancelled,
}

// paymentSteps holds every step there is.
var paymentSteps = steps.Table[PaymentStatus]{
	PaymentRegistered:        {PaymentPending, PaymentRejected, PaymentExpired, PaymentCancelled},
	PaymentPending:           {PaymentPaid, PaymentRejected, PaymentExpired, PaymentCancelled},
	PaymentPaid:              {PaymentRefunded, PaymentPartiallyRefunded},
	PaymentPartiallyRefunded: {PaymentRefunded, PaymentPartiallyRefunded},
}

// Known reports whether s is a status.
func (s PaymentStatus) Known() bool { return slices.Contains(PaymentStatuses, s) }

// CanBecome reports whether a payment goes from s to next in one step.
func (s PaymentStatus) CanBecome(next PaymentStatus) bool { return paymentSteps.Allows(s, next) }

// A PaymentChange is one step of a payment. From is empty for the first one.
type PaymentChange struct {
	From, To PaymentStatus
	Refund   int64 // what is given back by it
	At       time.Time
}

// step takes one step; ErrInvalidState when there is none.
func (p *Payment) step(to PaymentStatus, refund int64, now time.Time) error {
	if !p.Status.CanBecome(to) {
		return fault.New(fault.InvalidState, "a payment in this status cannot become "+
			string(to)).WithExtension("payment_status", p.Status)
	}
	p.Changes = append(p.Changes, PaymentChange{From: p.Status, To: to, Refund: refund, At: now})
	p.Status, p.UpdatedAt = to, now
	return nil
}

// Cancel withdraws a payment that is not paid. ErrUnchanged when it is cancelled already, invalid_state when it is too
// late.
func (p *Payment) Cancel(now time.Time) error {
	if p.Status == PaymentCancelled {
		return pc.ErrUnchanged
	}
	return p.step(PaymentCancelled, 0, now)
}

// End ends a payment that its merchant can take no more, because it is suspended or closed. ErrUnchanged when the
// payment has ended.
func (p *Payment) End(s delegation.MerchantStatus, now time.Time) error {
	if !p.Status.CanBecome(PaymentCancelled) {
		return pc.ErrUnchanged
	}
	p.ReasonCode = merchantReason + string(s)
	return p.step(PaymentCancelled, 0, now)
}

// merchantReason begins the reason of a payment that ended with what became of its merchant: merchant_suspended,
// merchant_closed.
const merchantReason = "merchant_"

// EndedByMerchant reports whether the payment ended because its merchant was suspended or closed.
func (p Payment) EndedByMerchant() bool {
	return p.Status == PaymentCancelled && strings.HasPrefix(p.ReasonCode, merchantReason)
}

// TakenBy returns merchant_not_active when a step of the payment takes a customer's money for a merchant that is not
// active. Money that was paid before can still be given back.
func (p Payment) TakenBy(m delegation.Merchant) error {
	for _, c := range p.Changes {
		if c.To == PaymentPending || c.To == PaymentPaid {
			return m.RequireActive()
		}
	}
	return nil
}

// Expire ends a payment that was not paid in time. ErrUnchanged when it is still valid, or has ended otherwise.
func (p *Payment) Expire(now time.Time) error {
	if now.Before(p.ValidUntil) || !p.Status.CanBecome(PaymentExpired) {
		return pc.ErrUnchanged
	}
	return p.step(PaymentExpired, 0, now)
}

// Pay is the customer's payment, by a method that the payment leaves to them.
func (p *Payment) Pay(method PaymentMethod, now time.Time) error {
	if p.Method == "" {
		p.Method = method
	}
	if p.Status == PaymentRegistered {
		if err := p.step(PaymentPending, 0, now); err != nil {
			return err
		}
	}
	if err := p.step(PaymentPaid, 0, now); err != nil {
		return err
	}
	p.PaidAt = &now
	return nil
}

// Reject ends a payment that was refused or failed; reason says why.
func (p *Payment) Reject(reason string, now time.Time) error {
	if err := p.step(PaymentRejected, 0, now); err != nil {
		return err
	}
	p.ReasonCode = reason
	return nil
}

// Advance takes a payment to a status by the shortest legal way, each step as the customer or the rail would take it. A
// payment is refunded in part by half of what is left. ErrUnchanged when it is there already, invalid_state when no way
// leads there.
func (p *Payment) Advance(to PaymentStatus, now time.Time) error {
	if !to.Known() {
		return fault.Field("/to", "unknown_value", fault.OneOf(PaymentStatuses))
	}
	way, ok := paymentSteps.Path(p.Status, to)
	if !ok || to == PaymentPartiallyRefunded && p.Refundable() < 2 {
		return fault.New(fault.InvalidState, "a payment in this status cannot become "+
			string(to)).WithExtension("payment_status", p.Status)
	}
	if len(way) == 0 {
		return pc.ErrUnchanged
	}
	for _, next := range way {
		var err error
		switch next {
		case PaymentPaid:
			err = p.Pay(ByTransfer, now)
		case PaymentPartiallyRefunded:
			err = p.Refund(p.Refundable()/2, now)
		case PaymentRefunded:
			err = p.Refund(p.Refundable(), now)
		case PaymentRejected:
			err = p.Reject("sandbox", now)
		default:
			err = p.step(next, 0, now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
