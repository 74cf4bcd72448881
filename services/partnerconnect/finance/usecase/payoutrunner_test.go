package usecase_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
)

// bankStub is a rail that answers as it is set to.
type bankStub struct {
	down      bool
	submitted map[money.PayoutID]int
	outcome   map[money.PayoutID]money.PayoutReport
}

var errDown = errors.New("the bank does not answer")

func (b *bankStub) SubmitPayout(_ context.Context, p money.Payout) error {
	if b.down {
		return errDown
	}
	b.submitted[p.ID]++
	return nil
}

func (*bankStub) CancelPayout(context.Context, money.PayoutID) error { return errDown }

func (b *bankStub) Outcome(_ context.Context, p money.Payout) (money.PayoutReport, error) {
	switch {
	case b.down:
		return money.PayoutReport{}, errDown
	case b.submitted[p.ID] == 0:
		return money.PayoutReport{}, money.ErrNotSubmitted
	}
	return b.outcome[p.ID], nil
}

// A payout that the rail never got, because it or the program was down, is submitted later, once; its outcome is
// recorded.
func TestPayoutRunner(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
	k.paid(10_000)
	k.settle()
	request := func() money.PayoutID {
		t.Helper()
		p, _, err := k.payout(k.payoutOrder(100))
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	paid, failed, slow, cancelled := request(), request(), request(), request()
	if _, err := f.payouts.CancelPayout(t.Context(), k.op, cancelled); err != nil {
		t.Fatal(err)
	}
	b := &bankStub{down: true, submitted: map[money.PayoutID]int{}, outcome: map[money.PayoutID]money.PayoutReport{
		paid:   {Event: money.RailExecuted, Amount: 100, Currency: "PLN"},
		failed: {Event: money.RailRejected, Amount: 100, Currency: "PLN", Reason: "account_closed"},
		slow:   {},
	}}
	clock := start
	r := financeusecase.NewPayoutRunner(f.payouts, b, time.Minute, slog.New(slog.DiscardHandler),
		func() time.Time { return clock })
	step := func(after time.Duration, wantErr bool, want map[money.PayoutID]money.PayoutStatus) {
		t.Helper()
		clock = start.Add(after)
		if err := r.Step(t.Context()); (err != nil) != wantErr {
			t.Errorf("after %v: %v", after, err)
		}
		for id, status := range want {
			if p, err := f.payouts.GetPayout(t.Context(), k.op, id); err != nil || p.Status != status {
				t.Errorf("after %v: %s is %s, %v, want %s", after, id, p.Status, err, status)
			}
		}
	}
	requested, processing := money.PayoutRequested, money.PayoutProcessing
	step(59*time.Second, false, map[money.PayoutID]money.PayoutStatus{paid: requested, failed: requested, slow: requested})
	step(time.Minute, true, map[money.PayoutID]money.PayoutStatus{paid: processing, failed: processing, slow: processing})
	b.down = false
	step(2*time.Minute, false,
		map[money.PayoutID]money.PayoutStatus{paid: processing, failed: processing, slow: processing})
	step(3*time.Minute, false, map[money.PayoutID]money.PayoutStatus{
		paid: money.PayoutPaid, failed: money.PayoutFailed, slow: processing, cancelled: money.PayoutCancelled,
	})
	for id, n := range b.submitted {
		if n != 1 {
			t.Errorf("%s was submitted %d times", id, n)
		}
	}
	if p, err := f.payouts.GetPayout(t.Context(), k.op, failed); err != nil || len(b.submitted) != 3 ||
		p.ReasonCode != "account_closed" {
		t.Errorf("%v, %+v, %v", b.submitted, p, err)
	}
	f.intact(t.Context(), t)
}
