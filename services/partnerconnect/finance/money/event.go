package money

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

type paymentChanged struct {
	MerchantRef    pc.Ref         `json:"merchant_ref"`
	Channel        pc.ChannelID   `json:"channel"`
	PaymentID      PaymentID      `json:"payment_id"`
	ExternalRef    string         `json:"external_ref"`
	Status         PaymentStatus  `json:"status"`
	PreviousStatus *PaymentStatus `json:"previous_status"`
	Amount         int64          `json:"amount"`
	Currency       string         `json:"currency"`
	RefundAmount   int64          `json:"refund_amount"`
	ReasonCode     *string        `json:"reason_code"`
	OccurredAt     string         `json:"occurred_at"`
}

// NewPaymentEvent returns the event of one step of a payment.
func NewPaymentEvent(m delegation.Merchant, p Payment, c PaymentChange) (event.Event, error) {
	data := paymentChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, PaymentID: p.ID, ExternalRef: p.ExternalRef, Status: c.To,
		Amount:   p.Amount,
		Currency: p.Currency, RefundAmount: c.Refund, OccurredAt: c.At.UTC().Format(event.TimeFormat),
	}
	if c.From != "" {
		data.PreviousStatus = &c.From
	}
	if (c.To == PaymentRejected || c.To == PaymentCancelled) && p.ReasonCode != "" {
		data.ReasonCode = &p.ReasonCode
	}
	t := event.Type("payment." + c.To)
	if c.To == PaymentPartiallyRefunded {
		t = event.PaymentRefundedEvent
	}
	return newMerchantEvent(t, m, data)
}

type refundChanged struct {
	MerchantRef pc.Ref       `json:"merchant_ref"`
	Channel     pc.ChannelID `json:"channel"`
	RefundID    RefundID     `json:"refund_id"`
	PaymentID   PaymentID    `json:"payment_id"`
	ExternalRef string       `json:"external_ref"`
	Status      RefundStatus `json:"status"`
	Amount      int64        `json:"amount"`
	Currency    string       `json:"currency"`
	ReasonCode  *string      `json:"reason_code"`
	OccurredAt  string       `json:"occurred_at"`
}

var refundEvents = map[RefundStatus]event.Type{
	RefundPending: event.RefundCreatedEvent, RefundSucceeded: event.RefundSucceededEvent,
	RefundFailed: event.RefundFailedEvent,
}

// NewRefundEvent returns the event of one step of a refund.
func NewRefundEvent(m delegation.Merchant, r Refund, c RefundChange) (event.Event, error) {
	data := refundChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, RefundID: r.ID, PaymentID: r.Payment, ExternalRef: r.ExternalRef,
		Status: c.To,
		Amount: r.Amount, Currency: r.Currency, OccurredAt: c.At.UTC().Format(event.TimeFormat),
	}
	if c.To == RefundFailed {
		data.ReasonCode = &r.ReasonCode
	}
	return newMerchantEvent(refundEvents[c.To], m, data)
}

type chargebackChanged struct {
	MerchantRef  pc.Ref           `json:"merchant_ref"`
	Channel      pc.ChannelID     `json:"channel"`
	ChargebackID ChargebackID     `json:"chargeback_id"`
	PaymentID    PaymentID        `json:"payment_id"`
	ExternalRef  string           `json:"external_ref"` // of the payment
	Status       ChargebackStatus `json:"status"`
	Amount       int64            `json:"amount"`
	Fee          int64            `json:"fee"`
	Currency     string           `json:"currency"`
	ReasonCode   string           `json:"reason_code"`
	RespondBy    *string          `json:"respond_by"`
	OccurredAt   string           `json:"occurred_at"`
}

var chargebackEvents = map[ChargebackStatus]event.Type{
	ChargebackCharged: event.ChargebackCreatedEvent, ChargebackReversed: event.ChargebackReversedEvent,
}

// NewChargebackEvent returns the event of one step of a chargeback of a payment.
func NewChargebackEvent(m delegation.Merchant, p Payment, b Chargeback, c ChargebackChange) (event.Event, error) {
	data := chargebackChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, ChargebackID: b.ID, PaymentID: p.ID, ExternalRef: p.ExternalRef,
		Status: c.To,
		Amount: b.Amount, Fee: b.Fee, Currency: b.Currency, ReasonCode: b.ReasonCode,
		OccurredAt: c.At.UTC().Format(event.TimeFormat),
	}
	if b.RespondBy != nil {
		by := b.RespondBy.UTC().Format(event.TimeFormat)
		data.RespondBy = &by
	}
	return newMerchantEvent(chargebackEvents[c.To], m, data)
}

type payoutChanged struct {
	MerchantRef    pc.Ref        `json:"merchant_ref"`
	Channel        pc.ChannelID  `json:"channel"`
	PayoutID       PayoutID      `json:"payout_id"`
	ExternalRef    string        `json:"external_ref"`
	Status         PayoutStatus  `json:"status"`
	PreviousStatus *PayoutStatus `json:"previous_status"`
	Amount         int64         `json:"amount"`
	Currency       string        `json:"currency"`
	ReasonCode     *string       `json:"reason_code"`
	OccurredAt     string        `json:"occurred_at"`
}

// NewPayoutEvent returns the event of one step of a payout.
func NewPayoutEvent(m delegation.Merchant, p Payout, c PayoutChange) (event.Event, error) {
	data := payoutChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, PayoutID: p.ID, ExternalRef: p.ExternalRef, Status: c.To,
		Amount:   p.Amount,
		Currency: p.Currency, OccurredAt: c.At.UTC().Format(event.TimeFormat),
	}
	if c.From != "" {
		data.PreviousStatus = &c.From
	}
	if c.To == PayoutFailed && p.ReasonCode != "" {
		data.ReasonCode = &p.ReasonCode
	}
	return newMerchantEvent(event.Type("payout."+c.To), m, data)
}

func newMerchantEvent(t event.Type, m delegation.Merchant, data any) (event.Event, error) {
	return event.NewEvent(t, m.Ref, m.Owner, m.Livemode, data)
}
