package money

import (
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/fingerprint"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// An EnginePayment is a payment of live mode as the payment engine knows it. The zero value is one that it does not
// know yet.
type EnginePayment struct {
	ID   string
	Page string // where the payer pays; anyone who has it may
}

// ReturnPage is where the payer returns to, with the payment and, where it is known, what became of it. It is a hint:
// GET /payments/{id} is what the shop trusts.
func (p Payment) ReturnPage(status PaymentStatus) string {
	u, err := url.Parse(p.ReturnURL)
	if err != nil {
		return ""
	}
	q := u.Query()
	q.Set("payment_id", string(p.ID))
	if status != "" {
		q.Set("status", string(status))
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// ToBeCreated reports whether the engine is to be asked to create the payment: not when it has ended meanwhile.
func (p Payment) ToBeCreated(now time.Time) bool { return p.Livemode && p.Open(now) }

// EngineCall is what a step of the payment asks the payment engine for; empty for nothing.
func (c PaymentChange) EngineCall() provider.Kind {
	switch c.To {
	case PaymentRegistered:
		return provider.CreatePayment
	case PaymentCancelled, PaymentExpired:
		return provider.CancelPayment
	}
	return ""
}

// A PaymentEvent is what the engine reports of a payment.
type PaymentEvent string

// The events.
const (
	EnginePaid   PaymentEvent = "paid"
	EngineFailed PaymentEvent = "failed"

	EngineRefunded     PaymentEvent = "refunded"
	EngineRefundFailed PaymentEvent = "refund_failed"

	EngineChargedBack        PaymentEvent = "charged_back"
	EngineChargebackReversed PaymentEvent = "chargeback_reversed"
)

// A PaymentReport is a report of the payment engine.
type PaymentReport struct {
	EventID    string
	Payment    PaymentID
	Event      PaymentEvent
	Amount     int64
	Currency   string
	OccurredAt time.Time
	Reason     string        // of a failure
	Method     PaymentMethod // how it was paid; empty where that is not known
	Refund     RefundID      // what a refund's report is about; empty for the others

	// Of a chargeback.
	ChargebackID string // at the engine
	RespondBy    *time.Time
}

// OfRefund reports whether it is about a refund of the payment.
func (r PaymentReport) OfRefund() bool {
	return r.Event == EngineRefunded || r.Event == EngineRefundFailed
}

// OfChargeback reports whether it is about a chargeback of the payment.
func (r PaymentReport) OfChargeback() bool {
	return r.Event == EngineChargedBack || r.Event == EngineChargebackReversed
}

// Check returns what is wrong with the report's fields.
func (r PaymentReport) Check() error {
	switch {
	case r.OfRefund() != (r.Refund != ""):
		return fault.Field("/refund_id", "required", "must be given for a report about a refund, and for no other")
	case r.OfChargeback() != (r.ChargebackID != ""):
		return fault.Field("/chargeback_id", "required", "must be given for a report about a chargeback, and for no other")
	case r.RespondBy != nil && !r.OfChargeback():
		return fault.Field("/respond_by", "not_allowed", "must be given only for a report about a chargeback")
	}
	return nil
}

// Report is how the report about a merchant's payment is kept.
func (r PaymentReport) Report(merchant pc.Ref) provider.Report {
	r.OccurredAt = r.OccurredAt.UTC()
	sum := fingerprint.Of("payment_report/1", r)
	report := provider.Report{
		Part: provider.PaymentEngine, EventID: r.EventID, Kind: "payment_" + string(r.Event), Subject: string(r.Payment),
		Merchant: merchant,
		Amount:   r.Amount, Currency: r.Currency, OccurredAt: r.OccurredAt, Fingerprint: sum[:],
	}
	if r.OfChargeback() { // the payment may not be reported as paid yet, nor a refund as failed that leaves room for it
		report.Content, _ = json.Marshal(r) // nothing in it can fail
	}
	return report
}

// ReadPaymentReport returns the report that was kept with a content.
func ReadPaymentReport(content []byte) (r PaymentReport, err error) {
	if err := json.Unmarshal(content, &r); err != nil {
		return r, fmt.Errorf("content of a report: %w", err)
	}
	return r, nil
}

// ErrNotLive is a report about a payment or payout of test mode.
var ErrNotLive = fault.New(fault.InvalidState, "it is of test mode, for which providers report nothing")

// Reported applies a report to a payment. Reports come late, repeatedly and in any order: a report of the current
// state changes nothing. A report that contradicts the payment's end is a difference, and changes nothing either.
func (p *Payment) Reported(r PaymentReport, now time.Time) (provider.Result, error) {
	differs := func(what string) (provider.Result, error) {
		return provider.Result{Outcome: provider.Differs, Difference: what}, nil
	}
	wasPaid := p.PaidAt != nil
	switch {
	case r.Event == EnginePaid && r.Currency != p.Currency:
		return differs("currency_differs")
	case r.Event == EnginePaid && r.Amount != p.Amount:
		return differs("amount_differs")
	case r.Event == EnginePaid && wasPaid, r.Event == EngineFailed && !wasPaid && !p.Status.CanBecome(PaymentRejected):
		return provider.Result{Outcome: provider.Unchanged}, nil
	case r.Event == EngineFailed && wasPaid:
		return differs("failed_after_paid")
	case r.Event == EnginePaid && !p.Status.CanBecome(PaymentCancelled): // it has ended unpaid
		return differs("paid_after_" + string(p.Status))
	case r.Event == EnginePaid:
		return provider.Result{Outcome: provider.Applied}, p.Pay(r.Method, now)
	}
	reason := r.Reason
	if reason == "" {
		reason = "failed"
	}
	return provider.Result{Outcome: provider.Applied}, p.Reject(reason, now)
}

// ReportedRefund applies a report to a refund of the payment. Like Reported, it changes nothing twice, and nothing that
// has ended otherwise.
func (p *Payment) ReportedRefund(refund *Refund, r PaymentReport, now time.Time) (provider.Result, error) {
	differs := func(what string) (provider.Result, error) {
		return provider.Result{Outcome: provider.Differs, Difference: what}, nil
	}
	become := RefundSucceeded
	if r.Event == EngineRefundFailed {
		become = RefundFailed
	}
	switch {
	case r.Currency != refund.Currency:
		return differs("currency_differs")
	case r.Amount != refund.Amount:
		return differs("amount_differs")
	case refund.Status == become:
		return provider.Result{Outcome: provider.Unchanged}, nil
	case refund.Status != RefundPending:
		return differs(string(r.Event) + "_after_" + string(refund.Status))
	case become == RefundSucceeded:
		return provider.Result{Outcome: provider.Applied}, p.SucceedRefund(refund, now)
	}
	reason := r.Reason
	if reason == "" {
		reason = "failed"
	}
	return provider.Result{Outcome: provider.Applied}, p.FailRefund(refund, reason, now)
}
