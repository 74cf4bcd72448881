package usecase_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
)

// Refunds of any amounts at once, some of which fail: what succeeded is never more than what was paid, the payment says
// how much it is, and the merchant has lost that and no more.
func TestRefundsAtOnce(t *testing.T) {
	f := newFixture(t)
	ctx, n := t.Context(), 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		k := f.caller(ctx, r, f.merchant(ctx, r, fmt.Sprint("shop", n)))
		amount := rapid.Int64Range(1, 2000).Draw(r, "amount")
		p := k.paid(amount)
		if rapid.Bool().Draw(r, "settled") {
			k.settle()
		}
		before := k.balance()
		asked := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(1, 2000), rapid.Just(int64(113)), rapid.Just(int64(0))), 2,
			8).Draw(r, "refunds")
		var given atomic.Int64
		var wg sync.WaitGroup
		failures := make(chan error, len(asked))
		for _, a := range asked {
			order := k.refundOrder(p.ID, a)
			wg.Go(func() {
				refund, created, err := k.refund(order)
				switch {
				case err == nil && created && refund.Status == money.RefundSucceeded:
					given.Add(refund.Amount)
				case err == nil && created && refund.Status == money.RefundFailed && refund.Amount%100 == 13:
				case errors.Is(err, fault.New(pc.AmountOutOfRange, "")), errors.Is(err, fault.New(fault.InvalidState, "")):
				default:
					failures <- fmt.Errorf("%d: %+v, %w", order.Amount, refund, err)
				}
			})
		}
		wg.Wait()
		close(failures)
		for err := range failures {
			r.Fatal(err)
		}
		_, p, err := f.payments.GetPayment(ctx, k.op, p.ID)
		if err != nil || p.Refunded != given.Load() || p.Refunded > amount || p.Refunding != 0 ||
			(p.Status == money.PaymentRefunded) != (p.Refunded == amount) {
			r.Fatalf("%d given back: %+v, %v", given.Load(), p, err)
		}
		if after := k.balance(); after.Merchant() != before.Merchant()-given.Load() {
			r.Fatalf("%d given back: %+v, before %+v", given.Load(), after, before)
		}
		f.intact(ctx, r)
	})
}

// Many calls with one order at once make one refund; the reference of another payment's is a conflict.
func TestOneRefundOfAnOrder(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
	p, other := k.paid(1000), k.paid(1000)
	order := k.refundOrder(p.ID, 100)
	var created, conflicts atomic.Int64
	var wg sync.WaitGroup
	for i := range 40 {
		o := order
		if i%4 == 0 {
			o.Payment = other.ID
		}
		wg.Go(func() {
			_, isNew, err := k.refund(o)
			switch {
			case errors.Is(err, money.ErrExternalRefConflict):
				conflicts.Add(1)
			case err != nil:
				t.Error(err)
			case isNew:
				created.Add(1)
			}
		})
	}
	wg.Wait()
	if n := f.count(t, `SELECT count(*) FROM refunds`); created.Load() != 1 || n != 1 || conflicts.Load() != 10 &&
		conflicts.Load() != 30 {
		t.Errorf("%d created, %d conflicts, %d refunds", created.Load(), conflicts.Load(), n)
	}
	if n := f.count(t, `SELECT count(*) FROM events WHERE type LIKE 'refund.%'`); n != 2 {
		t.Errorf("%d events", n)
	}
	f.intact(t.Context(), t)
}
