package ledger

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// Every entry sums to zero, whatever the amounts.
func TestEntriesBalance(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		gross := rapid.Int64Range(1, money.MaxPaymentAmount).Draw(r, "gross")
		fee := rapid.Int64Range(0, gross).Draw(r, "fee")
		for _, e := range []Entry{
			Paid(gross, fee, 0), Paid(gross, fee, rapid.Int64Range(0, fee).Draw(r, "share")), ChargedBack(gross, fee, Pending),
			ReverseChargeback(gross, Available), Refunded(gross, Pending), Refunded(gross, Available),
			RefundReturned(gross, Pending),
			SettledNet(gross - 2*fee), Reserve(gross), Send(gross), Arrive(gross), Return(gross), Release(gross),
			ReceiveTransfer(gross),
		} {
			sum := int64(0)
			for _, l := range e.Lines {
				if sum += l.Amount; l.Amount == 0 {
					r.Fatalf("%s has an empty line", e.Kind)
				}
			}
			if sum != 0 {
				r.Fatalf("%s sums to %d", e.Kind, sum)
			}
		}
	})
}

func TestApplyRefuses(t *testing.T) {
	b := Balance{Available: 100, Clearing: -100}
	for name, e := range map[string]Entry{
		"overdrawn": Reserve(101), "nothing reserved": Send(1), "nothing in transit": Arrive(1),
		"nothing to release": Release(1),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := b.Apply(e); !errors.Is(err, ErrOverdrawn) {
				t.Error(err)
			}
		})
	}
	if _, err := b.Apply(entry(PaymentPaid, Line{Pending, 1})); err == nil {
		t.Error("one line alone")
	}
	if _, err := b.Apply(entry(PaymentPaid, Line{"till", 1}, Line{Pending, -1})); err == nil {
		t.Error("an account that there is not")
	}
	after, err := b.Apply(Refunded(150, Available))
	if err != nil || after.Available != -50 {
		t.Errorf("a refund may take it below zero: %+v, %v", after, err)
	}
}

// A refund goes with its payment, into one settlement, until that has run.
func TestRefundFollowsItsPayment(t *testing.T) {
	now := time.Date(2026, 11, 20, 23, 59, 0, 0, time.UTC)
	p := money.Payment{ID: "pay_1", PaymentOrder: money.PaymentOrder{Amount: 1000, Currency: "PLN"},
		Tariff: money.DefaultTariff}
	paid := OfPayment(p, false, now)
	if paid.Net() != 991 || paid.AvailableOn != "2026-11-21" || paid.Status != StatusPending {
		t.Errorf("%+v", paid)
	}
	r := money.Refund{ID: "rfd_1", Amount: 400}
	refund, from := OfRefund(p, r, paid, now.Add(time.Hour))
	if from != Pending || refund.AvailableOn != paid.AvailableOn || refund.Status != StatusPending ||
		refund.Net() != -400 || refund.Refund != "rfd_1" {
		t.Errorf("%+v from %s", refund, from)
	}
	if back, to := OfFailedRefund(p, r, paid, now); to != Pending || back.AvailableOn != paid.AvailableOn ||
		back.Net() != 400 || back.Type != Adjustment {
		t.Errorf("%+v to %s", back, to)
	}
	v := Settle(delegation.Merchant{IBAN: "PL61109010140000071219812874"}, "PLN", []Transaction{paid, refund}, now)
	if v.Gross != 1000 || v.Fees != 9 || v.Refunds != 400 || v.Net() != paid.Net()+refund.Net() || v.Count != 2 ||
		v.IBANMasked != "****2874" ||
		!v.PeriodFrom.Equal(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)) ||
		!v.PeriodTo.Equal(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%+v", v)
	}
	early := OfPayment(p, true, now)
	v = Settle(delegation.Merchant{}, "PLN", []Transaction{early}, now)
	if early.AvailableOn != "2026-11-20" || !v.PeriodFrom.Equal(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)) ||
		!v.PeriodTo.Equal(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("on the same day: %+v, %+v", early, v)
	}
	paid.Status = StatusSettled
	if refund, from = OfRefund(p, r, paid, now); from != Available || refund.Status != StatusAvailable ||
		refund.AvailableOn != "2026-11-20" {
		t.Errorf("%+v from %s", refund, from)
	}
}
