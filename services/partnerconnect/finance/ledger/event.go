package ledger

import (
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

type settlementPaid struct {
	MerchantRef      pc.Ref           `json:"merchant_ref"`
	Channel          pc.ChannelID     `json:"channel"`
	SettlementID     SettlementID     `json:"settlement_id"`
	Status           SettlementStatus `json:"status"`
	Gross            int64            `json:"gross"`
	Fees             int64            `json:"fees"`
	Refunds          int64            `json:"refunds"`
	Chargebacks      int64            `json:"chargebacks"`
	Net              int64            `json:"net"`
	Currency         string           `json:"currency"`
	TransactionCount int              `json:"transaction_count"`
	PeriodFrom       string           `json:"period_from"`
	PeriodTo         string           `json:"period_to"` // the first moment after it
	OccurredAt       string           `json:"occurred_at"`
}

// NewSettlementEvent returns the event of a settlement that was made.
func NewSettlementEvent(m delegation.Merchant, s Settlement) (event.Event, error) {
	return event.NewEvent(event.SettlementPaidEvent, m.Ref, m.Owner, m.Livemode, settlementPaid{
		MerchantRef: m.Ref, Channel: m.Owner.Channel.ID, SettlementID: s.ID, Status: s.Status, Gross: s.Gross, Fees: s.Fees,
		Refunds:     s.Refunds,
		Chargebacks: s.Chargebacks, Net: s.Net(), Currency: s.Currency, TransactionCount: s.Count,
		PeriodFrom: s.PeriodFrom.UTC().Format(event.TimeFormat),
		PeriodTo:   s.PeriodTo.UTC().Format(event.TimeFormat), OccurredAt: s.PaidAt.UTC().Format(event.TimeFormat),
	})
}
