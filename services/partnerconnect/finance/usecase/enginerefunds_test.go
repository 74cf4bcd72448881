package usecase_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// Refunds of a live payment are created and reported in any order, and repeatedly: each ends at most once, what is
// given back or on its way never exceeds what was paid, the balance lacks exactly that, and the ledger holds.
func TestRefundReportsInAnyOrder(t *testing.T) {
	f := newFixture(t)
	ctx, n := t.Context(), 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		k := f.liveCaller(ctx, rt, fmt.Sprint("live", n))
		p, _, err := k.register(k.order(10_000))
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := k.reported(money.PaymentReport{EventID: fmt.Sprint("paid-", n), Payment: p.ID, Event: money.EnginePaid,
			Amount: p.Amount, Currency: "PLN", OccurredAt: start}); err != nil {
			rt.Fatal(err)
		}
		net := k.balance().Pending
		var all []money.Refund
		ended := map[money.RefundID]money.PaymentEvent{}
		for step := range rapid.IntRange(1, 12).Draw(rt, "steps") {
			if len(all) == 0 || rapid.Bool().Draw(rt, "create") {
				amount := rapid.Int64Range(1, 6_000).Draw(rt, "amount")
				r, _, err := k.payments.CreateRefund(ctx, k.op,
					money.RefundOrder{Payment: p.ID, Amount: amount, AmountSent: true, ExternalRef: fmt.Sprint("r", step)}, nil)
				if fits := amount <= p.Amount-givenBack(all, ended); fits != (err == nil) {
					rt.Fatalf("%d with %d given back: %v", amount, givenBack(all, ended), err)
				}
				if err == nil {
					all = append(all, r)
				}
				continue
			}
			r, event := rapid.SampledFrom(all).Draw(rt, "refund"),
				rapid.SampledFrom([]money.PaymentEvent{money.EngineRefunded, money.EngineRefundFailed}).Draw(rt, "event")
			got, err := k.reported(money.PaymentReport{
				EventID: fmt.Sprintf("%d-%d", n, step), Payment: p.ID, Refund: r.ID, Event: event, Amount: r.Amount,
				Currency: "PLN", OccurredAt: start,
			})
			want := provider.Applied
			switch {
			case ended[r.ID] == event:
				want = provider.Unchanged
			case ended[r.ID] != "":
				want = provider.Differs
			default:
				ended[r.ID] = event
			}
			if err != nil || got.Outcome != want {
				rt.Fatalf("%s of %s: %v, %v, want %s", event, r.ID, got, err, want)
			}
		}
		if b := k.balance(); b.Pending != net-givenBack(all, ended) {
			rt.Fatalf("%d is left of %d with %d given back", b.Pending, net, givenBack(all, ended))
		}
	})
	f.intact(ctx, t)
}

// givenBack is what refunds gave back, or may.
func givenBack(all []money.Refund, ended map[money.RefundID]money.PaymentEvent) (sum int64) {
	for _, r := range all {
		if ended[r.ID] != money.EngineRefundFailed {
			sum += r.Amount
		}
	}
	return sum
}
