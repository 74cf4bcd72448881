package usecase_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// livePaid makes a payment of live mode that the engine reported as paid.
func (c *caller) livePaid(amount int64, currency string) money.Payment {
	c.t.Helper()
	order := c.order(amount)
	order.Currency = currency
	p, _, err := c.register(order)
	if err != nil {
		c.t.Fatal(err)
	}
	r, err := c.reported(money.PaymentReport{EventID: "paid-" + string(p.ID), Payment: p.ID, Event: money.EnginePaid,
		Amount: amount, Currency: currency, OccurredAt: start})
	if err != nil || r.Outcome != provider.Applied {
		c.t.Fatal(r, err)
	}
	return p
}

// reportedOf is what a payment of 100.00 is to be after reports, in whichever order they come.
type reportedOf struct {
	paid    bool
	left    int64
	amounts []int64
	states  []money.PaymentEvent // of the chargebacks
	waiting []reportOf           // what did not fit when it came
}

type reportOf struct {
	event      money.PaymentEvent
	chargeback int
}

// apply is what comes of a report of a chargeback.
func (m *reportedOf) apply(r reportOf) provider.Outcome {
	state, amount := &m.states[r.chargeback], m.amounts[r.chargeback]
	switch {
	case *state == r.event, *state == money.EngineChargebackReversed:
		return provider.Unchanged
	case *state == "" && (!m.paid || amount > m.left):
		return provider.Differs
	case *state == "" && r.event == money.EngineChargedBack:
		m.left -= amount
	case *state == money.EngineChargedBack:
		m.left += amount
	}
	*state = r.event
	return provider.Applied
}

// applyWaiting is what comes of the reports that did not fit, once more is known.
func (m *reportedOf) applyWaiting() {
	for applied := true; applied; {
		applied = false
		m.waiting = slices.DeleteFunc(m.waiting, func(r reportOf) bool {
			outcome := m.apply(r)
			applied = applied || outcome == provider.Applied
			return outcome != provider.Differs
		})
	}
}

// A payment, its chargebacks, their reversals and the ends of its refunds are reported in any order, and repeatedly:
// each has its effect once, together they never take more than was paid, and what does not fit yet is a difference that
// moves nothing until it fits.
func TestChargebackReportsInAnyOrder(t *testing.T) {
	f := newFixture(t)
	ctx, n, differed := t.Context(), 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		k := f.liveCaller(ctx, rt, fmt.Sprint("live", n))
		p, _, err := k.register(k.order(10_000))
		if err != nil {
			rt.Fatal(err)
		}
		m := reportedOf{amounts: rapid.SliceOfN(rapid.Int64Range(3_000, 7_000), 2, 4).Draw(rt, "chargebacks")}
		m.states = make([]money.PaymentEvent, len(m.amounts))
		var refunds []money.Refund
		step := 0
		report := func(r money.PaymentReport, want provider.Outcome) {
			step++
			r.EventID, r.Payment, r.Currency, r.OccurredAt = fmt.Sprintf("%d-%02d", n, step), p.ID, "PLN", start
			if got, err := k.reported(r); err != nil || got.Outcome != want {
				rt.Fatalf("%+v: %v, %v, want %s", r, got, err, want)
			}
			if want == provider.Applied {
				m.applyWaiting()
			}
		}
		pay := func() {
			want := provider.Unchanged
			if !m.paid {
				m.paid, m.left, want = true, p.Amount, provider.Applied
			}
			report(money.PaymentReport{Event: money.EnginePaid, Amount: p.Amount}, want)
		}
		actions := map[string]func(*rapid.T){
			"paid": func(*rapid.T) { pay() },
			"refund": func(rt *rapid.T) {
				amount := rapid.Int64Range(1, 4_000).Draw(rt, "refund")
				r, _, err := k.refund(k.refundOrder(p.ID, amount))
				if (err == nil) != (m.paid && amount <= m.left) {
					rt.Fatalf("refund of %d with %d left: %v", amount, m.left, err)
				}
				if err == nil {
					m.left -= amount
					refunds = append(refunds, r)
				}
			},
			"refund's end": func(rt *rapid.T) {
				if len(refunds) == 0 {
					return
				}
				r, event := refunds[0], rapid.SampledFrom([]money.PaymentEvent{money.EngineRefunded,
					money.EngineRefundFailed}).Draw(rt, "end")
				refunds = refunds[1:]
				if event == money.EngineRefundFailed {
					m.left += r.Amount
				}
				report(money.PaymentReport{Event: event, Refund: r.ID, Amount: r.Amount}, provider.Applied)
			},
			"chargeback": func(rt *rapid.T) {
				r := reportOf{
					rapid.SampledFrom([]money.PaymentEvent{money.EngineChargedBack, money.EngineChargebackReversed}).Draw(rt, "event"),
					rapid.IntRange(0, len(m.amounts)-1).Draw(rt, "chargeback"),
				}
				want := m.apply(r)
				if want == provider.Differs {
					m.waiting = append(m.waiting, r)
					differed++
				}
				report(money.PaymentReport{Event: r.event, Amount: m.amounts[r.chargeback],
					ChargebackID: fmt.Sprint("engine-", r.chargeback)}, want)
			},
			"settlement": func(*rapid.T) { k.settle() },
		}
		names := []string{"paid", "refund", "refund's end", "chargeback", "chargeback", "chargeback", "settlement"}
		for range rapid.IntRange(4, 24).Draw(rt, "steps") {
			actions[rapid.SampledFrom(names).Draw(rt, "step")](rt)
		}
		pay()
		_, p, err = f.payments.GetPayment(ctx, k.op, p.ID)
		if err != nil || p.Refundable() != m.left || k.balance().Merchant() != m.left-p.Fee() {
			rt.Fatalf("%d of %+v, balance %+v, want %d left, %v", p.Refundable(), p, k.balance(), m.left, err)
		}
		open := 0
		if err := f.pool.QueryRow(ctx,
			`SELECT count(*) FROM provider_reports WHERE subject_id = $1 AND outcome = 'difference'`,
			p.ID).Scan(&open); err != nil || open != len(m.waiting) {
			rt.Fatalf("%d differences, want %+v, %v", open, m.waiting, err)
		}
	})
	f.intact(ctx, t)
	if differed == 0 {
		t.Error("every report fitted at once")
	}
}

// A chargeback that is reported before its payment is on the list of differences until the payment is reported as paid,
// and one that is reported before the failure of a refund of its amount until that is. The repeated report is answered
// with what came of it.
func TestAnEarlyChargebackIsAppliedOnceItFits(t *testing.T) {
	f := newFixture(t)
	k := f.liveCaller(t.Context(), t, "live")
	open := func() (list []string) {
		t.Helper()
		all, err := kernelpg.CallStore{}.OpenDifferences(t.Context(), f.pool, 100)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			list = append(list, d.EventID+" "+d.Difference)
		}
		return list
	}
	p, _, err := k.register(k.order(10_000))
	if err != nil {
		t.Fatal(err)
	}
	of := func(id string, event money.PaymentEvent, amount int64) money.PaymentReport {
		return money.PaymentReport{EventID: id, Payment: p.ID, Event: event, Amount: amount, Currency: "PLN",
			OccurredAt: start}
	}
	early := of("early", money.EngineChargedBack, 10_000)
	early.ChargebackID, early.Reason, early.RespondBy = "e1", "fraud", new(start.AddDate(0, 0, 7))
	mustReport := func(r money.PaymentReport, want provider.Result) {
		t.Helper()
		if got, err := k.reported(r); err != nil || got != want {
			t.Fatalf("%s: %+v, %v, want %+v", r.EventID, got, err, want)
		}
	}
	applied := provider.Result{Outcome: provider.Applied}
	mustReport(early, provider.Result{Outcome: provider.Differs, Difference: "charged_back_of_registered"})
	if got := open(); !slices.Equal(got, []string{"early charged_back_of_registered"}) {
		t.Fatal(got)
	}
	mustReport(of("paid", money.EnginePaid, 10_000), applied)
	mustReport(early, applied)
	list, err := f.chargebacks.ListChargebacks(t.Context(), k.op, p.ID, money.ChargebackQuery{Limit: 10})
	if err != nil || len(list) != 1 || list[0].ReasonCode != "fraud" || list[0].EngineID != "e1" ||
		!list[0].RespondBy.Equal(*early.RespondBy) || len(open()) != 0 {
		t.Fatalf("%+v, %v, open %v", list, err, open())
	}

	p = k.livePaid(10_000, "PLN")
	r, _, err := k.refund(k.refundOrder(p.ID, 8_000))
	if err != nil {
		t.Fatal(err)
	}
	next := of("next", money.EngineChargedBack, 3_000)
	next.ChargebackID = "e2"
	mustReport(next, provider.Result{Outcome: provider.Differs, Difference: "charged_back_more_than_is_left"})
	failed := of("failed", money.EngineRefundFailed, 8_000)
	failed.Refund = r.ID
	mustReport(failed, applied)
	mustReport(next, applied)
	if len(open()) != 0 {
		t.Error(open())
	}
	f.intact(t.Context(), t)
}

// A merchant that a chargeback took more from than it has owes the rest: it is paid out nothing until later income has
// made up for it.
func TestIncomeSettlesADebtFirst(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
	p := k.paid(10_000)
	k.settle()
	if _, _, err := k.payout(k.payoutOrder(0)); err != nil {
		t.Fatal(err)
	}
	c, err := f.chargebacks.ChargeBackPayment(t.Context(), k.op, money.ChargebackOrder{Payment: p.ID, All: true})
	if err != nil || c.Amount != 10_000 || k.balance().Available != -10_000 {
		t.Fatalf("%+v, %v, balance %+v", c, err, k.balance())
	}
	k.paid(10_000)
	k.settle()
	if _, _, err := k.payout(k.payoutOrder(0)); !errors.Is(err, fault.New(pc.InsufficientFunds, "")) {
		t.Errorf("a payout in debt: %v", err)
	}
	k.paid(10_000)
	k.settle()
	if out, _, err := k.payout(k.payoutOrder(0)); err != nil || out.Amount != 10_000-2*90 {
		t.Errorf("%+v, %v", out, err)
	}
	f.intact(t.Context(), t)
}

// Refunds, chargebacks, reversals, settlements and payouts of payments in several currencies, in any order and at once:
// nothing takes more than was paid, no payout takes what is not there, and the ledger sums to zero in each currency.
func TestMoneyAtOnce(t *testing.T) {
	f := newFixture(t)
	ctx, n := t.Context(), 0
	currencies := []string{"PLN", "JPY", "KWD"}
	rapid.Check(t, func(rt *rapid.T) {
		n++
		k := f.liveCaller(ctx, rt, fmt.Sprint("live", n))
		var payments []money.Payment
		for _, currency := range currencies {
			payments = append(payments, k.livePaid(rapid.Int64Range(1_000, 20_000).Draw(rt, "amount"), currency),
				k.livePaid(5_000, currency))
		}
		var calls []func() error
		for i := range rapid.IntRange(10, 40).Draw(rt, "calls") {
			calls = append(calls, k.anyCall(rt, payments, fmt.Sprintf("%d-%d", n, i)))
		}
		var wg sync.WaitGroup
		failures := make(chan error, len(calls))
		for _, call := range calls {
			wg.Go(func() {
				err := call()
				for _, expected := range []fault.Reason{fault.InvalidState, pc.AmountOutOfRange, pc.InsufficientFunds,
					pc.AmountBelowMinimum} {
					if errors.Is(err, fault.New(expected, "")) {
						return
					}
				}
				failures <- err
			})
		}
		wg.Wait()
		close(failures)
		for err := range failures {
			if err != nil {
				rt.Fatal(err)
			}
		}
		for _, p := range payments {
			if _, p, err := f.payments.GetPayment(ctx, k.op, p.ID); err != nil || p.Refundable() < 0 || p.Refunded < 0 ||
				p.Refunding < 0 || p.ChargedBack < 0 {
				rt.Fatalf("%+v, %v", p, err)
			}
		}
	})
	f.intact(ctx, t)
	for what, sql := range map[string]string{
		"a currency does not sum to zero": `SELECT count(*) FROM (SELECT 1 FROM ledger_lines l JOIN ledger_entries e ON ` +
			`e.id = l.entry_id GROUP BY e.currency HAVING sum(l.amount) <> 0) x`,
		"a payout took what was not there": `SELECT count(*) FROM ledger_lines WHERE balance < 0 AND (account IN ('reserved', 'in_transit')
			OR kind = 'payout_requested' AND account = 'available')`,
		"a merchant has another sum than its payments and payouts say": `
			SELECT count(*) FROM ledger_balances b WHERE b.pending + b.available + b.reserved <>
			       (SELECT coalesce(sum(p.amount - (p.amount * p.fee_bps + 5000) / 10000 - p.refunded - p.refunding - p.charged_back), 0) FROM payments p
			        WHERE p.merchant_ref = b.merchant_ref AND p.currency = b.currency AND p.paid_at IS NOT NULL)
			       - (SELECT coalesce(sum(o.amount), 0) FROM payouts o
			          WHERE o.merchant_ref = b.merchant_ref AND o.currency = b.currency AND o.status IN ('processing', 'paid'))`,
	} {
		if n := f.count(t, sql); n != 0 {
			t.Errorf("%s: %d", what, n)
		}
	}
	for what, sql := range map[string]string{
		"chargebacks":   `SELECT count(*) FROM chargebacks WHERE status = 'charged_back'`,
		"reversals":     `SELECT count(*) FROM chargebacks WHERE status = 'reversed'`,
		"differences":   `SELECT count(*) FROM provider_reports WHERE outcome = 'difference'`,
		"payouts":       `SELECT count(*) FROM payouts WHERE status = 'paid'`,
		"ended refunds": `SELECT count(*) FROM refunds WHERE status <> 'pending'`,
		"debts":         `SELECT count(*) FROM ledger_lines WHERE account = 'available' AND balance < 0`,
	} {
		if f.count(t, sql) == 0 {
			t.Errorf("the histories had no %s", what)
		}
	}
}

// anyCall draws a call about one of some payments of live mode, which may be refused.
func (c *caller) anyCall(rt *rapid.T, payments []money.Payment, id string) func() error {
	p := rapid.SampledFrom(payments).Draw(rt, "payment")
	amount := rapid.Int64Range(1, 9_000).Draw(rt, "amount")
	chargeback := rapid.IntRange(1, 3).Draw(rt, "chargeback")
	report := func(r money.PaymentReport) error {
		r.EventID, r.Payment, r.Currency, r.OccurredAt = id, p.ID, p.Currency, start
		_, err := c.reported(r)
		return err
	}
	refund, order := c.refundOrder(p.ID, amount), c.payoutOrder(amount)
	order.Currency = p.Currency
	switch rapid.SampledFrom([]string{"refund", "charged_back", "charged_back", "reversed", "settle", "payout"}).Draw(rt,
		"call") {
	case "refund":
		event := rapid.SampledFrom([]money.PaymentEvent{"", money.EngineRefunded, money.EngineRefundFailed}).Draw(rt, "end")
		return func() error {
			r, _, err := c.refund(refund)
			if err != nil || event == "" {
				return err
			}
			return report(money.PaymentReport{Event: event, Refund: r.ID, Amount: r.Amount})
		}
	case "charged_back":
		return func() error {
			return report(money.PaymentReport{Event: money.EngineChargedBack, ChargebackID: fmt.Sprint("e", chargeback),
				Amount: int64(chargeback) * 1_500})
		}
	case "reversed":
		return func() error {
			return report(money.PaymentReport{Event: money.EngineChargebackReversed, ChargebackID: fmt.Sprint("e", chargeback),
				Amount: int64(chargeback) * 1_500})
		}
	case "settle":
		return func() error {
			_, err := c.accounts.RunSettlement(c.ctx, c.op.Merchant, false, start.AddDate(0, 0, 2), tester)
			return err
		}
	}
	to := rapid.SampledFrom(money.PayoutStatuses).Draw(rt, "to")
	return func() error {
		o, _, err := c.payout(order)
		if err != nil {
			return err
		}
		_, err = c.payouts.AdvancePayout(c.ctx, c.op, o.ID, to)
		return err
	}
}
