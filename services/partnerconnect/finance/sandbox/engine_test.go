package sandbox

import (
	"errors"
	"testing"
	"time"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

func payment() money.Payment {
	return money.NewPayment(delegation.Merchant{}, money.PaymentOrder{Amount: 1000, Currency: "PLN"}, delegation.ActedBy{},
		money.DefaultTariff, start)
}

// What the engine reports of a payment passes the checks of reports, and has the effect that it had to have; afterwards
// the page takes no more.
func TestPage(t *testing.T) {
	for name, c := range map[string]struct {
		report func(p money.Payment, now time.Time) (money.PaymentReport, error)
		want   money.PaymentStatus
		reason string
	}{
		"paid": {func(p money.Payment, now time.Time) (money.PaymentReport, error) { return Pay(p, "", now) },
			money.PaymentPaid, ""},
		"declined": {Decline, money.PaymentRejected, "declined_by_customer"},
	} {
		t.Run(name, func(t *testing.T) {
			p := payment()
			if _, err := c.report(p, p.ValidUntil); !errors.Is(err, pc.ErrUnchanged) {
				t.Errorf("after its time: %v", err)
			}
			r, err := c.report(p, start)
			if err != nil || r.Check() != nil || r.EventID == "" || r.Amount != 1000 || r.Currency != "PLN" {
				t.Fatalf("%+v, %v", r, err)
			}
			if result, err := p.Reported(r, start); err != nil || result.Outcome != provider.Applied || p.Status != c.want ||
				p.ReasonCode != c.reason {
				t.Errorf("%v, %v: %+v", result, err, p)
			}
			if _, err := c.report(p, start); !errors.Is(err, pc.ErrUnchanged) {
				t.Errorf("again: %v", err)
			}
		})
	}
}

// An amount that ends in 13 is not refunded.
func TestRefund(t *testing.T) {
	for amount, want := range map[int64]money.RefundStatus{100: money.RefundSucceeded, 113: money.RefundFailed,
		13: money.RefundFailed, 130: money.RefundSucceeded} {
		p := payment()
		if err := p.Pay(money.ByBLIK, start); err != nil {
			t.Fatal(err)
		}
		refund, err := p.StartRefund(money.RefundOrder{Amount: amount}, delegation.ActedBy{}, start)
		if err != nil {
			t.Fatal(err)
		}
		r := Refund(*refund, start)
		result, err := p.ReportedRefund(refund, r, start)
		if err != nil || r.Check() != nil || result.Outcome != provider.Applied || refund.Status != want ||
			(refund.ReasonCode == "sandbox_declined") != (want == money.RefundFailed) {
			t.Errorf("%d: %v, %v: %+v", amount, result, err, refund)
		}
	}
}

// A chargeback is of what is left, and its reversal is reported under its id.
func TestChargeBack(t *testing.T) {
	p := payment()
	if _, err := ChargeBack(p, money.ChargebackOrder{All: true}, start); err == nil {
		t.Error("an unpaid payment was charged back")
	}
	if err := p.Pay(money.ByBLIK, start); err != nil {
		t.Fatal(err)
	}
	if _, err := ChargeBack(p, money.ChargebackOrder{Amount: 1001}, start); err == nil {
		t.Error("more than the payment was charged back")
	}
	r, err := ChargeBack(p, money.ChargebackOrder{All: true}, start)
	if err != nil || r.Check() != nil || r.Amount != 1000 {
		t.Fatalf("%+v, %v", r, err)
	}
	c, _, err := r.ApplyChargeback(&p, nil, start)
	if err != nil || p.ChargedBack != 1000 {
		t.Fatalf("%+v, %v", p, err)
	}
	back := ReverseChargeback(*c, start)
	if _, result, err := back.ApplyChargeback(&p, c, start); err != nil || back.Check() != nil ||
		back.ChargebackID != r.ChargebackID || result.Outcome != provider.Applied || p.ChargedBack != 0 {
		t.Errorf("%v, %v: %+v", result, err, p)
	}
}
