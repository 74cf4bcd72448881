package usecase_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel/metric/noop"
	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// A fakeRail takes payouts, unless fail says otherwise.
type fakeRail struct {
	fail                 error
	submitted, cancelled []money.Payout
}

func (r *fakeRail) SubmitPayout(_ context.Context, p money.Payout) error {
	r.submitted = append(r.submitted, p)
	return r.fail
}

func (r *fakeRail) CancelPayout(_ context.Context, id money.PayoutID) error {
	r.cancelled = append(r.cancelled, money.Payout{ID: id})
	return r.fail
}

// A railed is a merchant of live mode with money, a bank rail and its runner.
type railed struct {
	*caller
	*kernelusecase.Runner
	rail  *fakeRail
	calls *financeusecase.RailCalls
	now   time.Time
}

func newRailed(t *testing.T) *railed {
	t.Helper()
	f := newFixture(t)
	r := &railed{caller: f.earnedCaller(t.Context(), t, "live", 100_000), rail: &fakeRail{}}
	r.now = r.op.Now
	now := func() time.Time { return r.now }
	r.calls = financeusecase.NewRailCalls(f.payouts, r.rail, slog.New(slog.DiscardHandler), now)
	var err error
	if r.Runner, err = kernelusecase.NewRunner(f.pool, r.calls.Callers(), noop.Meter{}, nil, slog.New(slog.DiscardHandler),
		now); err != nil {
		t.Fatal(err)
	}
	return r
}

// earnedCaller is liveCaller for a merchant that earned an amount.
func (f *fixture) earnedCaller(ctx context.Context, t require, externalRef string, amount int64) *caller {
	t.Helper()
	c := f.liveCaller(ctx, t, externalRef)
	c.earn(t, "PLN", amount)
	return c
}

// earn has the merchant be paid an amount, and settled.
func (c *caller) earn(t require, currency string, amount int64) {
	t.Helper()
	order := c.order(amount)
	order.Currency = currency
	p, _, err := c.register(order)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.reported(money.PaymentReport{
		EventID: "paid-" + string(p.ID), Payment: p.ID, Event: money.EnginePaid, Amount: amount, Currency: currency,
		OccurredAt: start,
	}); err != nil {
		t.Fatal(err)
	}
	c.op.Now = c.op.Now.AddDate(0, 0, 3)
	c.settle()
}

func (r *railed) step() {
	r.t.Helper()
	r.now = r.now.Add(time.Hour)
	if err := r.Step(r.ctx); err != nil {
		r.t.Fatal(err)
	}
}

func (r *railed) requested(amount int64) money.Payout {
	r.t.Helper()
	p, _, err := r.payout(r.payoutOrder(amount))
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}

func (c *caller) payoutOf(id money.PayoutID) money.Payout {
	c.t.Helper()
	p, err := c.payouts.GetPayout(c.ctx, c.op, id)
	if err != nil {
		c.t.Fatal(err)
	}
	return p
}

// operator is an operation of an operator.
func (c *caller) operator(name string) delegation.Operation {
	return delegation.SystemOperation(audit.OperatorActor, name, c.op.Now)
}

// A payout is processing before the rail has it, whose answer is awaited as long as it takes, under the same id and
// with the same content.
func TestPayoutIsSubmittedUntilAnswered(t *testing.T) {
	r := newRailed(t)
	r.rail.fail = errUnavailable
	p := r.requested(1000)
	r.step()
	if got := r.payoutOf(p.ID); got.Status != money.PayoutProcessing {
		t.Errorf("%+v", got)
	}
	if _, err := r.payouts.CancelPayout(r.ctx, r.op, p.ID); err == nil {
		t.Error("what the rail may have was cancelled")
	}
	r.rail.fail = nil
	r.step()
	r.step()
	if n := len(r.rail.submitted); n != 2 || r.rail.submitted[0].IBAN == "" || r.rail.submitted[0].ID != p.ID ||
		!r.rail.submitted[0].SentAt.Equal(*r.rail.submitted[1].SentAt) {
		t.Errorf("%+v", r.rail.submitted)
	}
}

// One that is cancelled before the rail is asked is never submitted, and neither is one that left in a file.
func TestPayoutIsNotSubmitted(t *testing.T) {
	r := newRailed(t)
	cancelled := r.requested(1000)
	if _, err := r.payouts.CancelPayout(r.ctx, r.op, cancelled.ID); err != nil {
		t.Fatal(err)
	}
	inFile := r.requested(2000)
	if _, err := r.payouts.MovePayout(r.ctx, "SendPayout", inFile.ID, start,
		func(_ pgx.Tx, p *money.Payout) error { return p.Send(start) }); err != nil {
		t.Fatal(err)
	}
	if _, err := r.pool.Exec(r.ctx, `
		WITH b AS (INSERT INTO bank_batches (id, iban, bic, holder, currency, state, created_at)
		           VALUES ('bat_01jd4q2w00aaaaaaaaaaaaaaaa', 'PL61109010140000071219812874', '', 'x', 'PLN', 'open', now()) RETURNING id)
		INSERT INTO bank_orders (payout_id, batch_id) SELECT $1, id FROM b`, inFile.ID); err != nil {
		t.Fatal(err)
	}
	r.step()
	if len(r.rail.submitted) != 0 ||
		r.count(t, `SELECT count(*) FROM provider_calls WHERE done_at IS NULL AND kind LIKE 'payout%'`) != 0 {
		t.Errorf("%+v", r.rail.submitted)
	}
	if _, err := r.payouts.WithdrawPayout(r.ctx, r.operator("WithdrawPayout"), inFile.ID); err == nil {
		t.Error("what left in a file was withdrawn")
	}
}

// What a program without a rail requested is submitted, once.
func TestRequestedPayoutsAreAdopted(t *testing.T) {
	r := newRailed(t)
	called, forgotten := r.requested(1000), r.requested(2000)
	if _, err := r.pool.Exec(r.ctx, `DELETE FROM provider_calls WHERE subject_id = $1`, forgotten.ID); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.calls.Adopt(r.ctx); err != nil {
			t.Fatal(err)
		}
		r.step()
	}
	var ids []money.PayoutID
	for _, p := range r.rail.submitted {
		ids = append(ids, p.ID)
	}
	if want := []money.PayoutID{called.ID, forgotten.ID}; len(ids) != 2 || !slices.Contains(ids, want[0]) ||
		!slices.Contains(ids, want[1]) {
		t.Errorf("%v, want %v", ids, want)
	}
}

// An operator cancels a payout that is requested at once, and one that the rail has when the rail agrees. A refusal
// leaves it as it is.
func TestWithdrawPayout(t *testing.T) {
	refused := &provider.Failure{Code: "failed_precondition", Final: true, Reason: "too_late", Cause: errUnavailable}
	for name, c := range map[string]struct {
		submitted bool
		executed  bool // it is reported between the operator's call and the rail's answer
		fail      error
		status    money.PayoutStatus
		reason    string
	}{
		"requested":                         {false, false, nil, money.PayoutCancelled, ""},
		"at the rail, which agrees":         {true, false, nil, money.PayoutFailed, "cancelled"},
		"at the rail, which refuses":        {true, false, refused, money.PayoutProcessing, ""},
		"executed before the rail is asked": {true, true, nil, money.PayoutPaid, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRailed(t)
			available := r.balance().Available
			p := r.requested(1000)
			if c.submitted {
				r.step()
			}
			if _, err := r.payouts.WithdrawPayout(r.ctx, r.operator("WithdrawPayout"), p.ID); err != nil {
				t.Fatal(err)
			}
			if c.executed {
				r.railReported(t, p, money.RailExecuted, "executed", provider.Applied)
			}
			r.rail.fail = c.fail
			r.step()
			got := r.payoutOf(p.ID)
			if got.Status != c.status || got.ReasonCode != c.reason ||
				r.count(t, `SELECT count(*) FROM provider_calls WHERE done_at IS NULL AND kind LIKE 'payout%'`) != 0 {
				t.Errorf("%s because of %q", got.Status, got.ReasonCode)
			}
			if back := c.status == money.PayoutCancelled ||
				c.status == money.PayoutFailed; back != (r.balance().Available == available) {
				t.Errorf("%d of %d are available", r.balance().Available, available)
			}
			r.intact(r.ctx, t)
		})
	}
}

// What the rail says that it cancelled, and reports as executed, is a difference, whichever comes first.
func TestCancelledAndExecuted(t *testing.T) {
	r := newRailed(t)
	p := r.requested(1000)
	r.step()
	if _, err := r.payouts.WithdrawPayout(r.ctx, r.operator("WithdrawPayout"), p.ID); err != nil {
		t.Fatal(err)
	}
	r.step()
	r.railReported(t, p, money.RailExecuted, "executed", provider.Differs)
	if r.payoutOf(p.ID).Status != money.PayoutFailed ||
		r.count(t, `SELECT count(*) FROM provider_reports WHERE difference = 'executed_after_failed'`) != 1 {
		t.Error(r.payoutOf(p.ID).Status)
	}
	r.intact(r.ctx, t)
}

// A refusal for good fails the payout with its reason, and the merchant has its money back.
func TestPayoutIsRefused(t *testing.T) {
	r := newRailed(t)
	available := r.balance().Available
	r.rail.fail = &provider.Failure{Code: "invalid_argument", Final: true, Reason: "account_closed", Cause: errUnavailable}
	p := r.requested(1000)
	r.step()
	r.step()
	if got := r.payoutOf(p.ID); got.Status != money.PayoutFailed || got.ReasonCode != "account_closed" ||
		r.balance().Available != available || len(r.rail.submitted) != 1 {
		t.Errorf("%s because of %q, %d of %d", got.Status, got.ReasonCode, r.balance().Available, available)
	}
	r.intact(r.ctx, t)
}

func (c *caller) railReported(
	t require, p money.Payout, event money.PayoutEvent, id string, want provider.Outcome,
) provider.Result {
	t.Helper()
	op := delegation.SystemOperation(audit.SystemActor, "ReportPayout", c.op.Now)
	got, err := c.payouts.ReportPayout(c.ctx, op,
		money.PayoutReport{
			EventID: id, Payout: p.ID, Event: event, Amount: p.Amount, Currency: p.Currency, OccurredAt: start,
		})
	if err != nil || want != "" && got.Outcome != want {
		t.Fatalf("%s of %s: %v, %v, want %s", event, p.ID, got, err, want)
	}
	return got
}

// Payouts in two currencies are requested, submitted and reported in any order and repeatedly. The balance of each
// lacks what was paid or is on its way, and nothing else: a payout that was rejected or returned gives its amount back
// once. What contradicts changes nothing.
func TestPayoutReportsInAnyOrder(t *testing.T) {
	f := newFixture(t)
	ctx, n := t.Context(), 0
	events := []money.PayoutEvent{money.RailAccepted, money.RailExecuted, money.RailRejected, money.RailReturned}
	if _, err := f.pool.Exec(ctx, `UPDATE channels SET currencies = '{PLN,EUR}'`); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		n++
		k := f.earnedCaller(ctx, rt, fmt.Sprint("live", n), 20_000)
		k.earn(rt, "EUR", 10_000)
		had, err := k.accounts.GetBalance(ctx, k.op)
		if err != nil {
			rt.Fatal(err)
		}
		var all []money.Payout
		reports := map[string]provider.Result{}
		applied := map[money.PayoutID][]money.PayoutEvent{}
		for step := range rapid.IntRange(1, 15).Draw(rt, "steps") {
			if len(all) == 0 || rapid.IntRange(0, 3).Draw(rt, "request") == 0 {
				order := k.payoutOrder(rapid.Int64Range(100, 12_000).Draw(rt, "amount"))
				order.Currency = rapid.SampledFrom([]string{"PLN", "EUR"}).Draw(rt, "currency")
				p, _, err := k.payout(order)
				if left := had[order.Currency].Available - outstanding(all, applied,
					order.Currency); (order.Amount <= left) != (err == nil) {
					rt.Fatalf("%d %s of %d: %v", order.Amount, order.Currency, left, err)
				}
				if err != nil {
					continue
				}
				if _, err := k.payouts.MovePayout(ctx, "SubmitPayout", p.ID, start,
					func(_ pgx.Tx, p *money.Payout) error { return p.Send(start) }); err != nil {
					rt.Fatal(err)
				}
				all = append(all, p)
				continue
			}
			p, event := rapid.SampledFrom(all).Draw(rt, "payout"), rapid.SampledFrom(events).Draw(rt, "event")
			id := fmt.Sprintf("%s-%s-%d", p.ID, event, rapid.IntRange(step-2, step).Draw(rt, "report"))
			got := k.railReported(rt, p, event, id, "")
			if before, seen := reports[id]; seen && got != before {
				rt.Fatalf("%s came to %v, and now to %v", id, before, got)
			} else if !seen && got.Outcome == provider.Applied {
				applied[p.ID] = append(applied[p.ID], event)
			}
			reports[id] = got
		}
		for _, currency := range []string{"PLN", "EUR"} {
			now, err := k.accounts.GetBalance(ctx, k.op)
			if want := had[currency].Available - outstanding(all, applied, currency); err != nil ||
				now[currency].Available != want || want < 0 {
				rt.Fatalf("%d %s are available, want %d; %v", now[currency].Available, currency, want, err)
			}
		}
		for id, seen := range applied {
			if i := slices.Index(seen, money.RailRejected); len(seen) > 2 || i >= 0 && len(seen) > 1 {
				rt.Fatalf("%s was moved by %v", id, seen)
			}
		}
	})
	f.intact(ctx, t)
}

// outstanding is what payouts took and did not bring back.
func outstanding(all []money.Payout, applied map[money.PayoutID][]money.PayoutEvent, currency string) (sum int64) {
	for _, p := range all {
		if p.Currency == currency && !slices.Contains(applied[p.ID], money.RailRejected) &&
			!slices.Contains(applied[p.ID], money.RailReturned) {
			sum += p.Amount
		}
	}
	return sum
}
