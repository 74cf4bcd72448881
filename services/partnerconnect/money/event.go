package money

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/event"
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

// NewPaymentEvent tells of one step of a payment.
func NewPaymentEvent(m delegation.Merchant, p Payment, c PaymentChange) (event.Event, error) {
	data := paymentChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, PaymentID: p.ID, ExternalRef: p.ExternalRef, Status: c.To, Amount: p.Amount,
		Currency: p.Currency, RefundAmount: c.Refund, OccurredAt: c.At.UTC().Format(event.TimeFormat),
	}
	if c.From != "" {
		data.PreviousStatus = &c.From
	}
	if (c.To == PaymentRejected || c.To == PaymentCancelled) && p.ReasonCode != "" {
		data.ReasonCode = &p.ReasonCode
	}
	kind := event.EventKind("payment." + c.To)
	if c.To == PaymentPartiallyRefunded {
		kind = event.PaymentRefundedEvent
	}
	return newMerchantEvent(kind, m, data)
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

// NewPayoutEvent tells of one step of a payout.
func NewPayoutEvent(m delegation.Merchant, p Payout, c PayoutChange) (event.Event, error) {
	data := payoutChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, PayoutID: p.ID, ExternalRef: p.ExternalRef, Status: c.To, Amount: p.Amount,
		Currency: p.Currency, OccurredAt: c.At.UTC().Format(event.TimeFormat),
	}
	if c.From != "" {
		data.PreviousStatus = &c.From
	}
	if c.To == PayoutFailed && p.ReasonCode != "" {
		data.ReasonCode = &p.ReasonCode
	}
	return newMerchantEvent(event.EventKind("payout."+c.To), m, data)
}

func newMerchantEvent(kind event.EventKind, m delegation.Merchant, data any) (event.Event, error) {
	return event.NewEvent(kind, m.Ref, m.Owner, m.Livemode, data)
}
