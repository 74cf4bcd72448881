package sandbox

import (
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// The payment engine of test mode keeps nothing, since the state of a payment is all that it needs. Its decisions are
// reports, which are applied by the rules of live mode, in the transaction of their cause.

// Pay is what the payer pays on the page, by transfer where the choice is left to the engine. pc.ErrUnchanged when the
// page takes no money.
func Pay(p money.Payment, method money.PaymentMethod, now time.Time) (money.PaymentReport, error) {
	if !p.PayableOnPage(now) {
		return money.PaymentReport{}, pc.ErrUnchanged
	}
	if method == "" {
		method = money.ByTransfer
	}
	r := reportOf(p, money.EnginePaid, p.Amount, now)
	r.Method = method
	return r, nil
}

// Decline is the payer's refusal on the page. pc.ErrUnchanged when it is too late for one.
func Decline(p money.Payment, now time.Time) (money.PaymentReport, error) {
	if !p.PayableOnPage(now) {
		return money.PaymentReport{}, pc.ErrUnchanged
	}
	r := reportOf(p, money.EngineFailed, p.Amount, now)
	r.Reason = "declined_by_customer"
	return r, nil
}

// decline is the last two digits of an amount that is not refunded, so that a failed refund can be tried.
const decline = 13

// Refund is the outcome of a refund: it succeeds immediately, or fails when its amount ends in 13.
func Refund(r money.Refund, now time.Time) money.PaymentReport {
	report := money.PaymentReport{
		EventID: string(r.ID), Payment: r.Payment, Refund: r.ID, Event: money.EngineRefunded, Amount: r.Amount,
		Currency: r.Currency, OccurredAt: now,
	}
	if r.Amount%100 == decline {
		report.Event, report.Reason = money.EngineRefundFailed, "sandbox_declined"
	}
	return report
}

// ChargeBack takes some of a payment back, as the payer's bank would. invalid_state unless the payment is paid,
// amount_out_of_range when less is left of it.
func ChargeBack(p money.Payment, order money.ChargebackOrder, now time.Time) (money.PaymentReport, error) {
	rest, amount := p.Refundable(), order.Amount
	if order.All {
		amount = rest
	}
	switch {
	case p.PaidAt == nil || rest == 0:
		return money.PaymentReport{},
			fault.New(fault.InvalidState, "nothing of the payment can be charged back").WithExtension("payment_status", p.Status)
	case amount < 1 || amount > rest:
		return money.PaymentReport{},
			fault.New(pc.AmountOutOfRange,
				"the chargeback must be at least 1 and at most what was neither refunded nor charged back").
				WithField("/amount", "out_of_range", "must be 1 to what is left of the payment").WithExtension("available", rest)
	}
	r := reportOf(p, money.EngineChargedBack, amount, now)
	r.ChargebackID, r.Reason = ids.New(money.ChargebackPrefix), "sandbox"
	r.EventID = "charged-back-" + r.ChargebackID
	return r, nil
}

// ReverseChargeback decides a chargeback for the merchant.
func ReverseChargeback(c money.Chargeback, now time.Time) money.PaymentReport {
	return money.PaymentReport{
		EventID: "reversed-" + c.EngineID, Payment: c.Payment, Event: money.EngineChargebackReversed, Amount: c.Amount,
		Currency: c.Currency, OccurredAt: now,
		ChargebackID: c.EngineID,
	}
}

func reportOf(p money.Payment, e money.PaymentEvent, amount int64, now time.Time) money.PaymentReport {
	return money.PaymentReport{
		EventID: string(e) + "-" + string(p.ID), Payment: p.ID, Event: e, Amount: amount, Currency: p.Currency,
		OccurredAt: now,
	}
}
