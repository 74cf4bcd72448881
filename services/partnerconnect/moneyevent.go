package partnerconnect

// The kinds of events about payments and payouts. payment.refunded tells of a refund in part, too; its status says which.
const (
	PaymentRegisteredEvent EventKind = "payment.registered"
	PaymentPendingEvent    EventKind = "payment.pending"
	PaymentPaidEvent       EventKind = "payment.paid"
	PaymentRejectedEvent   EventKind = "payment.rejected"
	PaymentExpiredEvent    EventKind = "payment.expired"
	PaymentCancelledEvent  EventKind = "payment.cancelled"
	PaymentRefundedEvent   EventKind = "payment.refunded"
	PayoutRequestedEvent   EventKind = "payout.requested"
	PayoutProcessingEvent  EventKind = "payout.processing"
	PayoutPaidEvent        EventKind = "payout.paid"
	PayoutFailedEvent      EventKind = "payout.failed"
	PayoutCancelledEvent   EventKind = "payout.cancelled"
)

// MoneyEventKinds are those that only a key with account:read sees, of merchants whose delegation is active when it reads
// (partner-connect.md A2).
var MoneyEventKinds = []EventKind{
	PaymentRegisteredEvent, PaymentPendingEvent, PaymentPaidEvent, PaymentRejectedEvent, PaymentExpiredEvent, PaymentCancelledEvent,
	PaymentRefundedEvent, PayoutRequestedEvent, PayoutProcessingEvent, PayoutPaidEvent, PayoutFailedEvent, PayoutCancelledEvent,
}

type paymentChanged struct {
	MerchantRef    Ref            `json:"merchant_ref"`
	Channel        ChannelID      `json:"channel"`
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
func NewPaymentEvent(m Merchant, p Payment, c PaymentChange) (Event, error) {
	data := paymentChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, PaymentID: p.ID, ExternalRef: p.ExternalRef, Status: c.To, Amount: p.Amount,
		Currency: p.Currency, RefundAmount: c.Refund, OccurredAt: c.At.UTC().Format(timeFormat),
	}
	if c.From != "" {
		data.PreviousStatus = &c.From
	}
	if (c.To == PaymentRejected || c.To == PaymentCancelled) && p.ReasonCode != "" {
		data.ReasonCode = &p.ReasonCode
	}
	kind := EventKind("payment." + c.To)
	if c.To == PaymentPartiallyRefunded {
		kind = PaymentRefundedEvent
	}
	return newMerchantEvent(kind, m, data)
}

type payoutChanged struct {
	MerchantRef    Ref           `json:"merchant_ref"`
	Channel        ChannelID     `json:"channel"`
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
func NewPayoutEvent(m Merchant, p Payout, c PayoutChange) (Event, error) {
	data := payoutChanged{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, PayoutID: p.ID, ExternalRef: p.ExternalRef, Status: c.To, Amount: p.Amount,
		Currency: p.Currency, OccurredAt: c.At.UTC().Format(timeFormat),
	}
	if c.From != "" {
		data.PreviousStatus = &c.From
	}
	if c.To == PayoutFailed && p.ReasonCode != "" {
		data.ReasonCode = &p.ReasonCode
	}
	return newMerchantEvent(EventKind("payout."+c.To), m, data)
}

func newMerchantEvent(kind EventKind, m Merchant, data any) (Event, error) {
	return newEvent(kind, m.Ref, m.Owner, m.Livemode, data)
}
