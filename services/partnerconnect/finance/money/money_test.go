package money

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

func TestFee(t *testing.T) {
	for _, c := range []struct {
		bps          int
		amount, want int64
	}{{90, 10_000, 90}, {90, 1, 0}, {90, 55, 0}, {90, 56, 1}, {90, 50, 0}, {0, 1 << 30, 0}, {10_000, 7, 7}, {5_000, 1, 1},
		{90, MaxPaymentAmount, 900_000_000}} {
		t.Run(fmt.Sprint(c.amount, " at ", c.bps, " bps"), func(t *testing.T) {
			if got := (Tariff{BasisPoints: c.bps}).Fee(c.amount); got != c.want {
				t.Errorf("%d bps of %d: %d, want %d", c.bps, c.amount, got, c.want)
			}
		})
	}
	rapid.Check(t, func(r *rapid.T) {
		amounts := rapid.OneOf(rapid.Int64Range(0, 1000), rapid.Int64Range(0, MaxPaymentAmount))
		tariff := Tariff{
			BasisPoints:      rapid.IntRange(0, MaxBasisPoints).Draw(r, "bps"),
			ShareBasisPoints: rapid.IntRange(0, MaxBasisPoints).Draw(r, "share"),
			Fixed:            amounts.Draw(r, "fixed"), Minimum: amounts.Draw(r, "minimum"),
		}
		a, b := rapid.Int64Range(1, MaxPaymentAmount).Draw(r, "a"), rapid.Int64Range(1, MaxPaymentAmount).Draw(r, "b")
		fee := tariff.Fee(a)
		if fee < 0 || fee > a || fee < min(a, tariff.Minimum) || fee < min(a, tariff.Fixed) || a <= b && fee > tariff.Fee(b) {
			r.Fatalf("%d of %d", fee, a)
		}
		if share := tariff.Share(fee); share < 0 || share > fee {
			r.Fatalf("%d of the fee %d", share, fee)
		}
	})
}

// Every pair of states: the table allows what docs/rules/money.md says, and nothing else.
func TestMoneySteps(t *testing.T) {
	payments := map[PaymentStatus]string{
		PaymentRegistered: "pending rejected expired cancelled", PaymentPending: "paid rejected expired cancelled",
		PaymentPaid: "partially_refunded refunded", PaymentPartiallyRefunded: "partially_refunded refunded",
	}
	for _, from := range PaymentStatuses {
		for _, to := range PaymentStatuses {
			if want := slices.Contains(strings.Fields(payments[from]), string(to)); from.CanBecome(to) != want {
				t.Errorf("%s to %s: %t", from, to, !want)
			}
		}
	}
	payouts := map[PayoutStatus]string{PayoutRequested: "processing cancelled", PayoutProcessing: "paid failed",
		PayoutPaid: "failed"}
	for _, from := range PayoutStatuses {
		for _, to := range PayoutStatuses {
			if want := slices.Contains(strings.Fields(payouts[from]), string(to)); from.CanBecome(to) != want {
				t.Errorf("%s to %s: %t", from, to, !want)
			}
		}
	}
}

// Advance reaches every status that can be reached from a payment's own, by legal steps alone, and no other.
func TestAdvance(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	reach := func(to PaymentStatus) Payment {
		p := NewPayment(delegation.Merchant{}, PaymentOrder{Amount: 101}, delegation.ActedBy{}, DefaultTariff, now)
		p.Changes = nil
		if err := p.Advance(to, now); err != nil && !errors.Is(err, pc.ErrUnchanged) {
			t.Fatal(to, err)
		}
		return p
	}
	for _, from := range PaymentStatuses {
		for _, to := range PaymentStatuses {
			p := reach(from)
			p.Changes = nil
			_, ok := paymentSteps.Path(from, to)
			err := p.Advance(to, now)
			switch {
			case from == to:
				if !errors.Is(err, pc.ErrUnchanged) {
					t.Errorf("%s to itself: %v", from, err)
				}
			case ok != (err == nil):
				t.Errorf("%s to %s: %v", from, to, err)
			case err != nil && fault.As(err).Reason != fault.InvalidState:
				t.Errorf("%s to %s: %v", from, to, err)
			}
			at := from
			for _, c := range p.Changes {
				if c.From != at || !c.From.CanBecome(c.To) {
					t.Errorf("%s to %s: step %s to %s", from, to, c.From, c.To)
				}
				at = c.To
			}
			if at != p.Status || (p.PaidAt != nil) != slices.Contains([]PaymentStatus{PaymentPaid, PaymentPartiallyRefunded,
				PaymentRefunded}, p.Status) ||
				(p.Refunded == p.Amount) != (p.Status == PaymentRefunded) {
				t.Errorf("%s to %s: %+v", from, to, p)
			}
		}
	}
	for _, from := range PayoutStatuses {
		for _, to := range PayoutStatuses {
			p := NewPayout(delegation.Merchant{}, PayoutOrder{}, 1, delegation.ActedBy{}, now)
			if err := p.Advance(from, now); err != nil && !errors.Is(err, pc.ErrUnchanged) {
				t.Fatal(err)
			}
			_, ok := payoutSteps.Path(from, to)
			if err := p.Advance(to, now); from != to && ok != (err == nil) || from == to && !errors.Is(err, pc.ErrUnchanged) {
				t.Errorf("%s to %s: %v", from, to, err)
			}
			if (p.PaidAt != nil) != (p.Status == PayoutPaid) || (p.ReasonCode != "") != (p.Status == PayoutFailed) {
				t.Errorf("%s to %s: %+v", from, to, p)
			}
		}
	}
	if p := reach(PaymentPaid); p.Refund(102, now) == nil || p.Refund(0, now) == nil || p.Refund(101, now) != nil ||
		p.Status != PaymentRefunded {
		t.Errorf("%+v", p)
	}
	if p := reach(PaymentPaid); p.Cancel(now) == nil || !errors.Is(p.Expire(now.Add(time.Hour*1000)), pc.ErrUnchanged) {
		t.Errorf("%+v", p)
	}
}

func TestPayable(t *testing.T) {
	for _, c := range []struct {
		order     PayoutOrder
		available int64
		want      int64
		reason    fault.Reason
	}{
		{PayoutOrder{Amount: 100, Currency: "PLN"}, 100, 100, ""},
		{PayoutOrder{Amount: 101, Currency: "PLN"}, 100, 0, pc.InsufficientFunds},
		{PayoutOrder{Amount: 99, Currency: "PLN"}, 1000, 0, pc.AmountBelowMinimum},
		{PayoutOrder{Amount: 999, Currency: "KWD"}, 5000, 0, pc.AmountBelowMinimum},
		{PayoutOrder{Amount: 1, Currency: "JPY"}, 1, 1, ""},
		{PayoutOrder{All: true, Currency: "PLN"}, 12345, 12345, ""},
		{PayoutOrder{All: true, Currency: "PLN"}, 99, 0, pc.AmountBelowMinimum},
		{PayoutOrder{All: true, Currency: "PLN"}, 0, 0, pc.InsufficientFunds},
		{PayoutOrder{All: true, Currency: "PLN"}, -5, 0, pc.InsufficientFunds},
	} {
		t.Run(fmt.Sprint(c.order.Amount, " of ", c.available), func(t *testing.T) {
			got, err := c.order.Payable(c.available)
			if got != c.want || c.reason == "" && err != nil || c.reason != "" &&
				(err == nil || fault.As(err).Reason != c.reason) {
				t.Errorf("%+v of %d: %d, %v", c.order, c.available, got, err)
			}
		})
	}
}

// Equal orders have one fingerprint, and every field of an order is in it.
func TestFingerprint(t *testing.T) {
	at, warsaw := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), time.FixedZone("", 3600)
	base := func() PaymentOrder { return PaymentOrder{Amount: 1, Currency: "PLN", Valid: &at} }
	same := base()
	local := at.In(warsaw)
	same.Valid, same.Metadata = &local, map[string]string{}
	if string(same.Fingerprint()) != string(base().Fingerprint()) {
		t.Error("the same moment and no metadata make a difference")
	}
	seen := map[string]string{string(base().Fingerprint()): "nothing"}
	for name, change := range map[string]func(*PaymentOrder){
		"amount": func(o *PaymentOrder) { o.Amount++ }, "currency": func(o *PaymentOrder) { o.Currency = "EUR" },
		"ref": func(o *PaymentOrder) { o.ExternalRef = "x" }, "description": func(o *PaymentOrder) { o.Description = "x" },
		"email": func(o *PaymentOrder) { o.Customer.Email = "x" }, "name": func(o *PaymentOrder) { o.Customer.Name = "x" },
		"locale": func(o *PaymentOrder) { o.Customer.Locale = "x" }, "return": func(o *PaymentOrder) { o.ReturnURL = "x" },
		"method": func(o *PaymentOrder) { o.Method = "x" }, "valid": func(o *PaymentOrder) { o.Valid = nil },
		"metadata": func(o *PaymentOrder) { o.Metadata = map[string]string{"x": ""} },
	} {
		t.Run(name, func(t *testing.T) {
			o := base()
			change(&o)
			f := string(o.Fingerprint())
			if other, twice := seen[f]; twice {
				t.Errorf("%s and %s make no difference", name, other)
			}
			seen[f] = name
		})
	}
}
