package usecase_test

import (
	"errors"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// The sweep ends what was not paid in time, and only that.
func TestExpirePayments(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
	paid := k.paid(100)
	open, _, err := k.register(k.order(100))
	if err != nil {
		t.Fatal(err)
	}
	late := start.Add(money.DefaultPaymentExpiry)
	for _, c := range []struct {
		now  time.Time
		want int
	}{{late.Add(-time.Millisecond), 0}, {late, 1}, {late, 0}} {
		if n, err := f.payments.ExpirePayments(t.Context(), c.now, 10); n != c.want || err != nil {
			t.Errorf("%v: %d, %v", c.now, n, err)
		}
	}
	// One that cannot be read does not delay the others.
	broken, _, err1 := k.register(k.order(100))
	fine, _, err2 := k.register(k.order(100))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if _, err := f.pool.Exec(t.Context(),
		`UPDATE payments SET details = 'x', valid_until = valid_until - interval '1 hour' WHERE id = $1`,
		broken.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := f.payments.ExpirePayments(t.Context(), late, 10); err == nil {
		t.Error("the failure is not reported")
	}
	for id, want := range map[money.PaymentID]money.PaymentStatus{fine.ID: money.PaymentExpired,
		paid.ID: money.PaymentPaid, open.ID: money.PaymentExpired} {
		t.Run(string(id), func(t *testing.T) {
			if _, p, err := f.payments.GetPayment(t.Context(), k.op, id); err != nil || p.Status != want ||
				p.Customer.Email != "klient@example.pl" {
				t.Errorf("%+v, %v", p, err)
			}
		})
	}
}
