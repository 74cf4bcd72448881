package usecase_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/postgres"
)

// model is what a merchant should have.
type model struct {
	pending, available, reserved int64
	payments                     map[money.PaymentID]*modelPayment
	payouts                      map[money.PayoutID]money.PayoutStatus
	order                        []money.PaymentID
	outs                         []money.PayoutID
	amounts                      map[money.PayoutID]int64
	chargebacks                  []money.Chargeback
}

// take is what a refund or a chargeback takes, or brings back when it is negative.
func (m *model) take(id money.PaymentID, amount int64) {
	p := m.payments[id]
	p.left -= amount
	if p.settled {
		m.available -= amount
	} else {
		m.pending -= amount
	}
}

type modelPayment struct {
	left    int64
	settled bool
}

// Whatever happens, in whatever order: the balances are what the events say, and everything that the ledger promises
// holds.
func TestLedgerHoldsAfterAnyHistory(t *testing.T) {
	f := newFixture(t)
	ctx, n := t.Context(), 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		k := f.caller(ctx, r, f.merchant(ctx, r, fmt.Sprint("shop", n)))
		m := &model{payments: map[money.PaymentID]*modelPayment{}, payouts: map[money.PayoutID]money.PayoutStatus{},
			amounts: map[money.PayoutID]int64{}}
		r.Repeat(map[string]func(*rapid.T){
			"pay": func(r *rapid.T) {
				amount := rapid.Int64Range(1, 100_000).Draw(r, "amount")
				p := k.paid(amount)
				m.payments[p.ID], m.order = &modelPayment{left: amount}, append(m.order, p.ID)
				m.pending += amount - money.DefaultTariff.Fee(amount)
			},
			"refund": func(r *rapid.T) {
				if len(m.order) == 0 {
					r.Skip()
				}
				id := rapid.SampledFrom(m.order).Draw(r, "payment")
				mp, amount := m.payments[id], rapid.Int64Range(1, 120_000).Draw(r, "amount")
				fails := false
				var err error
				if rapid.Bool().Draw(r, "by the partner") {
					var refund money.Refund
					refund, _, err = k.refund(k.refundOrder(id, amount))
					fails = refund.Status == money.RefundFailed
				} else {
					_, _, err = f.payments.RefundPayment(
						ctx, k.op, id, amount, nil, func(pgx.Tx, money.Payment, int64) error { return nil },
					)
				}
				if (err == nil) != (amount <= mp.left) {
					r.Fatalf("refund of %d with %d left: %v", amount, mp.left, err)
				}
				if err != nil || fails {
					return
				}
				m.take(id, amount)
			},
			"charge back": func(r *rapid.T) {
				if len(m.order) == 0 {
					r.Skip()
				}
				id, amount := rapid.SampledFrom(m.order).Draw(r, "payment"), rapid.Int64Range(1, 120_000).Draw(r, "amount")
				c, err := f.chargebacks.ChargeBackPayment(ctx, k.op,
					money.ChargebackOrder{Payment: id, Amount: amount, AmountSent: true})
				if (err == nil) != (amount <= m.payments[id].left) {
					r.Fatalf("chargeback of %d with %d left: %v", amount, m.payments[id].left, err)
				}
				if err == nil {
					m.take(id, amount)
					m.chargebacks = append(m.chargebacks, c)
				}
			},
			"reverse a chargeback": func(r *rapid.T) {
				if len(m.chargebacks) == 0 {
					r.Skip()
				}
				c := &m.chargebacks[rapid.IntRange(0, len(m.chargebacks)-1).Draw(r, "chargeback")]
				reversed, err := f.chargebacks.ReverseChargeback(ctx, k.op, c.Payment, c.ID)
				if err != nil || reversed.Status != money.ChargebackReversed {
					r.Fatalf("%+v, %v", reversed, err)
				}
				if c.Status == money.ChargebackCharged { // otherwise it was reversed already
					m.take(c.Payment, -c.Amount)
				}
				*c = reversed
			},
			"settle": func(*rapid.T) {
				k.settle()
				m.available += m.pending
				m.pending = 0
				for _, p := range m.payments {
					p.settled = true
				}
				k.op.Now = k.op.Now.Add(7 * time.Hour)
			},
			"payout": func(r *rapid.T) {
				order := k.payoutOrder(0)
				if !rapid.Bool().Draw(r, "all") {
					order = k.payoutOrder(rapid.Int64Range(1, 60_000).Draw(r, "amount"))
				}
				p, _, err := k.payout(order)
				amount := order.Amount
				if order.All {
					amount = m.available
				}
				if want := amount >= 100 && amount <= m.available; (err == nil) != want {
					r.Fatalf("payout of %d with %d available: %v", amount, m.available, err)
				}
				if err != nil {
					return
				}
				m.available -= amount
				m.reserved += amount
				m.payouts[p.ID], m.amounts[p.ID], m.outs = p.Status, amount, append(m.outs, p.ID)
			},
			"move a payout": func(r *rapid.T) {
				if len(m.outs) == 0 {
					r.Skip()
				}
				id := rapid.SampledFrom(m.outs).Draw(r, "payout")
				to := rapid.SampledFrom(money.PayoutStatuses[1:]).Draw(r, "to")
				from := m.payouts[id]
				way := []money.PayoutStatus{to}
				if from == money.PayoutRequested && money.PayoutProcessing.CanBecome(to) {
					way = []money.PayoutStatus{money.PayoutProcessing, to}
				}
				legal := from == to || from.CanBecome(way[0])
				if _, err := f.payouts.AdvancePayout(ctx, k.op, id, to); (err == nil) != legal {
					r.Fatalf("%s to %s: %v", from, to, err)
				}
				if from == to || !legal {
					return
				}
				m.payouts[id] = to
				for _, step := range way {
					switch step {
					case money.PayoutProcessing:
						m.reserved -= m.amounts[id]
					case money.PayoutCancelled:
						m.reserved -= m.amounts[id]
						m.available += m.amounts[id]
					case money.PayoutFailed:
						m.available += m.amounts[id]
					}
				}
			},
			"": func(r *rapid.T) {
				if b := k.balance(); b.Pending != m.pending || b.Available != m.available || b.Reserved != m.reserved {
					r.Fatalf("balance %+v, want %+v", b, m)
				}
			},
		})
		f.intact(ctx, r)
	})
	r := f.intact(ctx, t)
	t.Logf("%d histories: %+v", n, r)
	if r.Settlements == 0 || r.Payouts == 0 {
		t.Errorf("the histories were too dull: %+v", r)
	}
	// What the checks report when a table was altered.
	for name, sql := range map[string]string{
		"a balance": `UPDATE ledger_balances SET pending = pending + 1, available = available - 1 WHERE ctid = ` +
			`(SELECT ctid FROM ledger_balances LIMIT 1)`,
		"a settlement": `UPDATE settlements SET gross = gross + 1, net = net + 1 WHERE id = (SELECT max(id) FROM ` +
			`settlements)`,
		"a transaction": `UPDATE transactions SET fee = fee + 1 WHERE id = (SELECT max(id) FROM transactions)`,
		"a payout": `UPDATE payouts SET amount = amount + 1 WHERE id = (SELECT max(id) FROM payouts WHERE status IN ` +
			`('requested', 'processing'))`,
		"a chargeback": `UPDATE chargebacks SET status = CASE status WHEN 'reversed' THEN 'charged_back' ELSE 'reversed' ` +
			`END WHERE id = (SELECT max(id) FROM chargebacks)`,
		"a payment": `UPDATE payments SET refunded = amount, status = 'refunded' WHERE id = (SELECT max(id) FROM ` +
			`payments WHERE status = 'paid' AND charged_back = 0)`,
	} {
		t.Run(name, func(t *testing.T) {
			tx, err := f.pool.Begin(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if tag, err := tx.Exec(ctx, sql); err != nil || tag.RowsAffected() != 1 {
				t.Fatalf("%v, %v", tag, err)
			}
			faults := 0
			for _, check := range postgres.LedgerChecks {
				rows, err := tx.Query(ctx, check)
				if err != nil {
					t.Fatal(err)
				}
				for rows.Next() {
					faults++
				}
				if rows.Err() != nil {
					t.Fatal(rows.Err())
				}
			}
			if faults == 0 {
				t.Errorf("%s was altered, and no check reports it", name)
			}
			_ = tx.Rollback(ctx)
		})
	}
}

// What must never be written is refused by the database itself.
func TestLedgerConstraints(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
	k.paid(1000)
	k.settle()
	if _, _, err := k.payout(k.payoutOrder(0)); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ sql, constraint string }{
		"a line is changed":        {`UPDATE ledger_lines SET amount = amount + 1`, ""},
		"a line is deleted":        {`DELETE FROM ledger_lines`, ""},
		"an entry is deleted":      {`DELETE FROM ledger_entries`, ""},
		"a transaction is deleted": {`DELETE FROM transactions`, ""},
		"an entry without lines": {`INSERT INTO ledger_entries (merchant_ref, currency, kind, payment_id, posted_at) ` +
			`SELECT merchant_ref, currency, 'payment_refunded', payment_id, now() FROM ledger_entries WHERE payment_id IS ` +
			`NOT NULL`, "ledger_entry_sum"},
		"a line more": {`INSERT INTO ledger_lines (entry_id, kind, account, amount, balance) SELECT ` +
			`entry_id, kind, 'in_transit', 5, 5 FROM ledger_lines WHERE account = 'fees'`, "ledger_entry_sum"},
		"a payout posted twice": {`INSERT INTO ledger_entries (merchant_ref, currency, kind, payout_id, posted_at) ` +
			`SELECT merchant_ref, currency, kind, payout_id, now() FROM ledger_entries WHERE payout_id IS NOT NULL`,
			"ledger_entries_of_payout"},
		"a balance out of balance": {`UPDATE ledger_balances SET available = available + 1`, "ledger_balances_sum"},
		"reserved below zero": {`UPDATE ledger_balances SET reserved = -1, available = available + reserved + 1`,
			"ledger_balances_reserved_check"},
		"a settlement of another net": {`UPDATE settlements SET net = net + 1`, "settlements_net"},
		"a payout overdraws": {`WITH e AS (INSERT INTO ledger_entries (merchant_ref, currency, kind, payout_id, posted_at)
			SELECT merchant_ref, currency, 'payout_cancelled', payout_id, now() FROM ledger_entries WHERE payout_id IS NOT NULL RETURNING id, kind)
			INSERT INTO ledger_lines (entry_id, kind, account, amount, balance) SELECT id, kind, 'reserved', -1, -1 FROM e`,
			"ledger_lines_overdrawn"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := f.pool.Exec(t.Context(), c.sql)
			if err == nil || c.constraint != "" && !pgdb.Violated(err, c.constraint) {
				t.Error(err)
			}
		})
	}
	f.intact(t.Context(), t)
}

// What fails in the middle leaves nothing behind: each statement of a payout, of a payment and of a settlement fails
// once.
func TestNothingIsHalfDone(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
	k.paid(100_000)
	k.settle()
	var paid money.PaymentID // the last one
	acts := map[string]func(registered money.PaymentID) error{
		"chargeback": func(money.PaymentID) error {
			_, err := f.chargebacks.ChargeBackPayment(t.Context(), k.op,
				money.ChargebackOrder{Payment: paid, Amount: 1, AmountSent: true})
			return err
		},
		"payment": func(registered money.PaymentID) error {
			return k.pay(registered, money.ByCard)
		},
		"payout": func(money.PaymentID) error {
			_, _, err := k.payout(k.payoutOrder(700))
			return err
		},
		"registration": func(money.PaymentID) error {
			_, _, err := k.register(k.order(5000))
			return err
		},
		"settlement": func(money.PaymentID) error {
			_, err := f.accounts.RunSettlement(t.Context(), k.op.Merchant, true, k.op.Now, tester)
			return err
		},
	}
	state := func() (out string) {
		if err := f.pool.QueryRow(t.Context(), `
			SELECT concat_ws(' ', (SELECT count(*) FROM ledger_entries), (SELECT count(*) FROM ledger_lines), (SELECT string_agg(id || status, ',' ORDER BY id)
			       FROM transactions), (SELECT count(*) FROM payouts), (SELECT string_agg(id || status, ',' ORDER BY id) FROM payments),
			       (SELECT count(*) FROM events), (SELECT count(*) FROM audit_entries), (SELECT count(*) FROM settlements), (SELECT count(*) FROM chargebacks),
			       (SELECT string_agg(b::text, ',') FROM ledger_balances b))`).Scan(&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	writes := map[string][]string{
		"ledger_entries": {"payment", "payout", "settlement"}, "ledger_lines": {"payment", "payout", "settlement"},
		"ledger_balances": {"payment", "payout", "settlement"}, "transactions": {"payment", "settlement"},
		"payouts":  {"payout"},
		"payments": {"payment", "registration", "chargeback"}, "chargebacks": {"chargeback"}, "settlements": {"settlement"},
		"events":        {"payment", "payout", "registration"},
		"audit_entries": {"payment", "payout", "registration", "settlement"},
	}
	for table, who := range writes {
		t.Run(table, func(t *testing.T) {
			for _, name := range who {
				registered, _, err := k.register(k.order(5000))
				if err != nil {
					t.Fatal(err)
				}
				paid = k.paid(10_000).ID
				before := state()
				if _, err := f.pool.Exec(t.Context(), fmt.Sprintf(`
				CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
				CREATE TRIGGER fails AFTER INSERT OR UPDATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION fail()`, table)); err != nil {
					t.Fatal(err)
				}
				if err := acts[name](registered.ID); err == nil || state() != before {
					t.Errorf("%s, while %s cannot be written: %v\nbefore %s\nafter  %s", name, table, err, before, state())
				}
				if _, err := f.pool.Exec(t.Context(), `DROP TRIGGER fails ON `+table); err != nil {
					t.Fatal(err)
				}
				if err := acts[name](registered.ID); err != nil {
					t.Errorf("%s again: %v", name, err)
				}
			}
		})
	}
	f.intact(t.Context(), t)
}
