package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/otel/metric/noop"
	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	kernelusecase "github.com/partnerline/partnerline/services/partnerconnect/kernel/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// A fakeEngine opens payments, unless fail says otherwise.
type fakeEngine struct {
	mu             sync.Mutex
	fail           error
	opened, closed map[money.PaymentID]int
}

func (e *fakeEngine) CreatePayment(_ context.Context, p money.Payment, _ string) (money.EnginePayment, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.opened[p.ID]++
	return money.EnginePayment{ID: "e-" + string(p.ID), Page: "https://engine.example/" + string(p.ID)}, e.fail
}

func (e *fakeEngine) RefundPayment(context.Context, money.Refund) error { return e.fail }

func (e *fakeEngine) CancelPayment(_ context.Context, id money.PaymentID) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed[id]++
	return e.fail
}

// A running is a runner with the clock of the test.
type running struct {
	*caller
	*kernelusecase.Runner
	engine *fakeEngine
	now    time.Time
}

func newRunning(t *testing.T) *running {
	t.Helper()
	f := newFixture(t)
	r := &running{
		caller: f.liveCaller(t.Context(), t, "live"),
		engine: &fakeEngine{opened: map[money.PaymentID]int{}, closed: map[money.PaymentID]int{}}, now: start,
	}
	r.Runner = f.runner(t, r.engine, func() time.Time { return r.now })
	return r
}

// liveCaller is the partner acting for a merchant of live mode.
func (f *fixture) liveCaller(ctx context.Context, t require, externalRef string) *caller {
	t.Helper()
	c := f.caller(ctx, t, f.merchantOf(ctx, t, externalRef, true))
	c.op.View.Livemode = true
	return c
}

func (f *fixture) runner(t *testing.T, e financeusecase.Engine, now func() time.Time) *kernelusecase.Runner {
	t.Helper()
	runner, err := kernelusecase.NewRunner(f.pool, financeusecase.NewEngineCalls(f.payments, e, now), noop.Meter{}, nil,
		slog.New(slog.DiscardHandler), now)
	if err != nil {
		t.Fatal(err)
	}
	return runner
}

// step makes what is due after a while.
func (r *running) step(after time.Duration) {
	r.t.Helper()
	r.now = r.now.Add(after)
	r.op.Now = r.now
	if err := r.Step(r.ctx); err != nil {
		r.t.Fatal(err)
	}
}

func (r *running) registered() money.Payment {
	r.t.Helper()
	p, _, err := r.register(r.order(1000))
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}

var errUnavailable = &provider.Failure{Code: "unavailable", Cause: errors.New("away")}

// A call that fails is repeated later and later; after five failures in a row the engine is left alone, and then tried
// by one call.
func TestCallsAreRepeated(t *testing.T) {
	r := newRunning(t)
	r.engine.fail = errUnavailable
	p := r.registered()
	r.step(0)
	r.step(time.Second / 2)
	if n := r.engine.opened[p.ID]; n != 1 {
		t.Errorf("called %d times within half a second", n)
	}
	r.step(time.Second)
	if n := r.engine.opened[p.ID]; n != 2 {
		t.Errorf("called %d times after the first wait", n)
	}
	for range 3 {
		r.step(time.Hour)
	}
	r.step(time.Hour)
	if n := r.engine.opened[p.ID]; n != 5 {
		t.Errorf("called %d times: the breaker is open after the fifth failure", n)
	}
	if n := r.count(t,
		`SELECT attempts FROM provider_calls WHERE done_at IS NULL AND last_error = 'unavailable'`); n != 5 {
		t.Errorf("%d attempts are counted", n)
	}
}

// Several programs at once make each call once.
func TestRunnersShareTheCalls(t *testing.T) {
	r := newRunning(t)
	var all []money.Payment
	for range 40 {
		all = append(all, r.registered())
	}
	var wg sync.WaitGroup
	for range 4 {
		other := r.runner(t, r.engine, func() time.Time { return start })
		wg.Go(func() {
			for range 3 {
				if err := other.Step(r.ctx); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for _, p := range all {
		if n := r.engine.opened[p.ID]; n != 1 {
			t.Errorf("%s was opened %d times", p.ID, n)
		}
	}
	if n := r.count(t, `SELECT count(*) FROM provider_calls WHERE done_at IS NULL`); n != 0 {
		t.Errorf("%d are left", n)
	}
}

// The calls about one payment come in the order of their causes; what ended before it was opened is never opened.
func TestOrderOfCalls(t *testing.T) {
	r := newRunning(t)
	opened, never := r.registered(), r.registered()
	cancel := func(p money.Payment) {
		if _, _, err := r.payments.CancelPayment(r.ctx, r.op, p.ID); err != nil {
			t.Fatal(err)
		}
	}
	cancel(never)
	r.step(0)
	cancel(opened)
	r.step(time.Second)
	r.step(time.Second)
	if r.engine.opened[never.ID] != 0 || r.engine.opened[opened.ID] != 1 || r.engine.closed[opened.ID] != 1 {
		t.Errorf("opened %v, closed %v", r.engine.opened, r.engine.closed)
	}
	// One whose time is over is closed as well.
	late := r.registered()
	r.step(time.Second)
	r.now = r.now.Add(money.DefaultPaymentExpiry)
	if n, err := r.payments.ExpirePayments(r.ctx, r.now, 10); n != 1 || err != nil {
		t.Error(n, err)
	}
	r.step(0)
	if r.engine.closed[late.ID] != 1 {
		t.Error("an expired payment is still open at the engine")
	}
	if n := r.count(t, `SELECT count(*) FROM provider_calls WHERE done_at IS NULL`); n != 0 {
		t.Errorf("%d are left", n)
	}
}

// What a refusal for good, and the loss of the program after a call, leave behind.
func TestRefusalsAndLostAnswers(t *testing.T) {
	r := newRunning(t)
	r.engine.fail = &provider.Failure{
		Code: "failed_precondition", Final: true, Reason: "merchant_blocked", Cause: errors.New("no"),
	}
	p := r.registered()
	r.step(0)
	_, got, err := r.payments.GetPayment(r.ctx, r.op, p.ID)
	if err != nil || got.Status != money.PaymentRejected || got.ReasonCode != "merchant_blocked" {
		t.Errorf("%s %s, %v", got.Status, got.ReasonCode, err)
	}
	if n := r.count(t,
		`SELECT count(*) FROM provider_calls WHERE done_at IS NOT NULL AND last_error = 'failed_precondition'`); n != 1 {
		t.Errorf("%d calls ended by a refusal", n)
	}
	r.engine.fail = nil
	q := r.registered()
	r.step(0)
	// The answer is stored, and the program died before it noted that the call is done.
	if _, err := r.pool.Exec(r.ctx, `UPDATE provider_calls SET done_at = NULL WHERE subject_id = $1`, q.ID); err != nil {
		t.Fatal(err)
	}
	r.step(2 * time.Minute)
	if n := r.engine.opened[q.ID]; n != 1 {
		t.Errorf("opened %d times", n)
	}
	if n := r.count(t, `SELECT count(*) FROM provider_calls WHERE done_at IS NULL`); n != 0 {
		t.Errorf("%d are left", n)
	}
}

// Reports come in any order, repeatedly, and mixed with what partners and the clock do: a payment is captured at most
// once, exactly when it ends as paid, every report of a payment that has no effect and was not expected is on the list,
// and the ledger holds.
func TestReportsInAnyOrder(t *testing.T) {
	f := newFixture(t)
	ctx, n := t.Context(), 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		k := f.liveCaller(ctx, rt, fmt.Sprint("live", n))
		p, _, err := k.register(k.order(rapid.Int64Range(1, 100_000).Draw(rt, "amount")))
		if err != nil {
			rt.Fatal(err)
		}
		results := map[string]provider.Result{}
		differences := 0
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			switch what := rapid.SampledFrom([]string{"paid", "failed", "cancel", "expire"}).Draw(rt, "what"); what {
			case "cancel":
				if _, _, err := k.payments.CancelPayment(ctx, k.op, p.ID); err != nil && k.status(p.ID) != money.PaymentPaid &&
					k.status(p.ID) != money.PaymentRejected && k.status(p.ID) != money.PaymentExpired {
					rt.Fatal(err)
				}
			case "expire":
				if _, err := k.payments.ExpirePayments(ctx, p.ValidUntil, 1000); err != nil {
					rt.Fatal(err)
				}
			default:
				id := fmt.Sprintf("%d-%s-%d", n, what, rapid.IntRange(1, 3).Draw(rt, "event"))
				before := k.status(p.ID)
				got, err := k.reported(money.PaymentReport{
					EventID: id, Payment: p.ID, Event: money.PaymentEvent(what), Amount: p.Amount, Currency: p.Currency,
					OccurredAt: start,
				})
				if err != nil {
					rt.Fatal(err)
				}
				first, seen := results[id]
				if seen && got != first {
					rt.Fatalf("%s again: %v, first %v", id, got, first)
				}
				if !seen && got.Outcome == provider.Differs {
					differences++
				}
				if after := k.status(p.ID); (seen || got.Outcome != provider.Applied) && after != before {
					rt.Fatalf("%s: %v, from %s to %s", id, got, before, after)
				}
				results[id] = got
			}
		}
		var captured, open int
		if err := f.pool.QueryRow(ctx, `SELECT count(*) FROM ledger_entries WHERE payment_id = $1 AND kind = 'payment_paid'`,
			p.ID).Scan(&captured); err != nil {
			rt.Fatal(err)
		}
		if err := f.pool.QueryRow(ctx,
			`SELECT count(*) FROM provider_reports WHERE subject_id = $1 AND outcome = 'difference'`,
			p.ID).Scan(&open); err != nil {
			rt.Fatal(err)
		}
		if want := k.status(p.ID) == money.PaymentPaid; want != (captured == 1) || captured > 1 || open != differences {
			rt.Fatalf("%s, captured %d times, %d differences, %d on the list", k.status(p.ID), captured, differences, open)
		}
	})
	f.intact(ctx, t)
}

func (c *caller) status(id money.PaymentID) money.PaymentStatus {
	c.t.Helper()
	_, p, err := c.payments.GetPayment(c.ctx, c.op, id)
	if err != nil {
		c.t.Fatal(err)
	}
	return p.Status
}

func (c *caller) reported(r money.PaymentReport) (provider.Result, error) {
	return c.payments.ReportPayment(c.ctx, delegation.SystemOperation(audit.OperatorActor, "Test", c.op.Now), r)
}

// Reports that arrive at once have one effect.
func TestReportsAtOnce(t *testing.T) {
	f := newFixture(t)
	k := f.liveCaller(t.Context(), t, "live")
	p, _, err := k.register(k.order(1000))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if _, err := k.reported(money.PaymentReport{
				EventID: fmt.Sprint("event-", i%4), Payment: p.ID, Event: money.EnginePaid, Amount: 1000, Currency: "PLN",
				OccurredAt: start,
			}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := f.count(t, `SELECT count(*) FROM provider_reports WHERE outcome = 'applied'`); n != 1 ||
		k.balance().Pending != 991 {
		t.Errorf("%d were applied, balance %+v", n, k.balance())
	}
	if _, err := k.reported(money.PaymentReport{
		EventID: "x", Payment: "pay_00000000000000000000000000", Event: money.EnginePaid,
	}); !errors.Is(err, money.ErrPaymentNotFound) {
		t.Error(err)
	}
	f.intact(t.Context(), t)
}
