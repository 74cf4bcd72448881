package money

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// A refund that is pending has left the merchant, and what is left of the payment; its end is posted once.
func TestPendingRefundsCount(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	p := Payment{ID: "pay_1", PaymentOrder: PaymentOrder{Amount: 1000, Currency: "PLN"}, Status: PaymentPaid}
	first, err := p.StartRefund(RefundOrder{Amount: 600}, delegation.ActedBy{}, now)
	if err != nil || p.Refundable() != 400 || p.Status != PaymentPaid {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err := p.StartRefund(RefundOrder{Amount: 401}, delegation.ActedBy{}, now); !errors.Is(err,
		fault.New(pc.AmountOutOfRange, "")) {
		t.Errorf("more than is left: %v", err)
	}
	rest, err := p.StartRefund(RefundOrder{All: true}, delegation.ActedBy{}, now)
	if err != nil || rest.Amount != 400 {
		t.Fatalf("%+v, %v", rest, err)
	}
	if err := p.FailRefund(first, "account_closed", now); err != nil || first.ReasonCode != "account_closed" ||
		p.Refundable() != 600 {
		t.Errorf("%+v, %+v, %v", first, p, err)
	}
	if err := p.SucceedRefund(rest, now); err != nil || p.Status != PaymentPartiallyRefunded || p.Refunded != 400 ||
		p.Refunding != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	for _, r := range []*Refund{first, rest} {
		if p.SucceedRefund(r, now) == nil || p.FailRefund(r, "late", now) == nil {
			t.Errorf("%+v has ended twice", r)
		}
	}
	if len(p.Changes) != 1 || p.Changes[0].Refund != 400 || len(first.Changes) != 2 || len(rest.Changes) != 2 {
		t.Errorf("%+v", p.Changes)
	}
}
