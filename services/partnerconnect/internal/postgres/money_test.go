package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/partnerline/partnerline/internal/fault"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// activeMerchant makes a merchant of test mode that is active and lets its partner do everything.
func activeMerchant(ctx context.Context, t require, s *postgres.Store, owner access.Owner, externalRef string) pc.Ref {
	t.Helper()
	o, e, err := onboarding.NewOnboarding(owner, false, externalRef, person)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.CreateOnboarding(ctx, o, e, tester); err != nil {
		t.Fatal(err)
	}
	_, err = s.ChangeOnboarding(ctx, access.SystemView, o.Ref, start, tester, func(o *onboarding.Onboarding) error {
		o.Status, o.Merchant = onboarding.Active, delegation.ActiveMerchant
		o.Delegation = &delegation.Delegation{
			ID: delegation.DelegationID(ids.New(delegation.DelegationPrefix)), Status: delegation.ActiveDelegation, GrantedAt: start,
			Agreement: delegation.AgreementRef{ID: "agr", Version: "1", SignedAt: start},
		}
		o.OptIn = delegation.PayoutsOptIn{Status: delegation.OptInGranted, GrantedAt: &start}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return o.Ref
}

// require is what tests and properties have in common.
type require interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// till acts for one merchant.
type till struct {
	t   require
	ctx context.Context
	s   *postgres.Store
	act delegation.Operation
	now time.Time
	n   int
}

func newTill(ctx context.Context, t require, s *postgres.Store, owner access.Owner, ref pc.Ref) *till {
	return &till{t: t, ctx: ctx, s: s, now: start, act: delegation.Operation{
		View: access.View{Channels: []pc.ChannelID{owner.Channel.ID}}, Merchant: ref, Partner: owner.Partner.ID, Audit: tester, Now: start,
		Needs: delegation.Needs{Delegation: true, OptIn: true, Active: true},
	}}
}

func (k *till) order(amount int64) money.PaymentOrder {
	k.n++
	return money.PaymentOrder{
		Amount: amount, Currency: "PLN", ExternalRef: fmt.Sprint("o", k.n), Description: "Kanarek", Customer: money.Customer{Email: "klient@example.pl"},
		ReturnURL: "https://shop.example/back",
	}
}

func (k *till) register(order money.PaymentOrder) (money.Payment, bool, error) {
	return k.s.RegisterPayment(k.ctx, k.act, order.ExternalRef, func(m delegation.Merchant, there *money.Payment, fingerprint []byte) (money.Payment, error) {
		if there != nil {
			if string(fingerprint) != string(order.Fingerprint()) {
				return money.Payment{}, money.ErrExternalRefConflict
			}
			return *there, nil
		}
		return money.NewPayment(m, order, k.act.By(m), money.DefaultTariff, k.now), nil
	})
}

// paid makes a payment that was paid.
func (k *till) paid(amount int64) money.Payment {
	k.t.Helper()
	p, _, err := k.register(k.order(amount))
	if err != nil {
		k.t.Fatal(err)
	}
	_, p, err = k.s.ChangePayment(k.ctx, k.act, p.ID, func(p *money.Payment) error { return p.Pay(money.ByBLIK, k.now) })
	if err != nil {
		k.t.Fatal(err)
	}
	return p
}

func (k *till) payout(order money.PayoutOrder) (money.Payout, bool, error) {
	return k.s.RequestPayout(k.ctx, k.act, money.PayoutJudge{
		Currency: order.Currency, ExternalRef: order.ExternalRef, Check: func(m delegation.Merchant) error { return money.CheckCurrency(m, order.Currency) },
		Again: func(there money.Payout) error {
			if string(there.Fingerprint) != string(order.Fingerprint()) {
				return money.ErrExternalRefConflict
			}
			return nil
		},
		Make: func(m delegation.Merchant, available int64) (money.Payout, error) {
			amount, err := order.Payable(available)
			if err != nil {
				return money.Payout{}, err
			}
			return money.NewPayout(m, order, amount, k.act.By(m), k.now), nil
		},
	})
}

func (k *till) balance() ledger.Balance {
	k.t.Helper()
	_, all, err := k.s.Balances(k.ctx, k.act)
	if err != nil {
		k.t.Fatal(err)
	}
	return all["PLN"]
}

func (k *till) settle() {
	k.t.Helper()
	if _, _, err := k.s.Settle(k.ctx, k.act.Merchant, true, k.now, tester, 10); err != nil {
		k.t.Fatal(err)
	}
}

func verified(ctx context.Context, t require, s *postgres.Store) ledger.Report {
	t.Helper()
	r, err := s.VerifyLedger(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Faults) > 0 {
		t.Fatalf("the ledger does not hold: %v", r.Faults)
	}
	return r
}

// 1,000 payouts of random amounts at once: the balance is never below zero, and what was granted and what is left is what there was.
func TestThousandPayoutsAtOnce(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	ref := activeMerchant(t.Context(), t, s, owner, "shop")
	k := newTill(t.Context(), t, s, owner, ref)
	k.paid(10_000_000)
	k.settle()
	before := k.balance()
	if before.Available != 10_000_000-90_000 || before.Pending != 0 {
		t.Fatalf("%+v", before)
	}
	const calls = 1000
	random := rand.New(rand.NewPCG(1, 2))
	var granted, refused, sum atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for i := range calls {
		order := money.PayoutOrder{Amount: 100 + random.Int64N(40_000), Currency: "PLN", ExternalRef: fmt.Sprint("p", i)}
		wg.Go(func() {
			p, created, err := k.payout(order)
			switch {
			case err == nil && created:
				granted.Add(1)
				sum.Add(p.Amount)
			case errors.Is(err, fault.New(fault.InsufficientFunds, "")):
				refused.Add(1)
			default:
				t.Errorf("%v", err)
			}
		})
	}
	wg.Wait()
	t.Logf("%d granted, %d refused in %v", granted.Load(), refused.Load(), time.Since(began).Round(time.Millisecond))
	after := k.balance()
	if granted.Load()+refused.Load() != calls || refused.Load() == 0 || after.Reserved != sum.Load() || after.Available != before.Available-sum.Load() {
		t.Errorf("granted %d, refused %d, sum %d, balance %+v", granted.Load(), refused.Load(), sum.Load(), after)
	}
	var low int64
	if err := pool.QueryRow(t.Context(), `SELECT min(balance) FROM ledger_lines WHERE account IN ('available', 'reserved')`).Scan(&low); err != nil || low < 0 {
		t.Errorf("a balance was %d, %v", low, err)
	}
	if r := verified(t.Context(), t, s); r.Payouts != granted.Load() || r.Entries != granted.Load()+2 {
		t.Errorf("%+v", r)
	}
}

// 100 registrations with one reference at once make one payment.
func TestHundredRegistrationsAtOnce(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	k := newTill(t.Context(), t, s, owner, activeMerchant(t.Context(), t, s, owner, "shop"))
	order := k.order(100)
	var created atomic.Int64
	found := make([]money.PaymentID, 100)
	var wg sync.WaitGroup
	for i := range found {
		wg.Go(func() {
			p, isNew, err := k.register(order)
			if err != nil {
				t.Error(err)
			}
			if isNew {
				created.Add(1)
			}
			found[i] = p.ID
		})
	}
	wg.Wait()
	slices.Sort(found)
	if created.Load() != 1 || len(slices.Compact(found)) != 1 {
		t.Errorf("%d created, %v", created.Load(), found)
	}
	var events int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM events WHERE type LIKE 'payment.%'`).Scan(&events); err != nil || events != 1 {
		t.Errorf("%d events, %v", events, err)
	}
	order.Amount++
	if _, _, err := k.register(order); !errors.Is(err, money.ErrExternalRefConflict) {
		t.Errorf("another amount: %v", err)
	}
}

// model is what a merchant should have.
type model struct {
	pending, available, reserved int64
	payments                     map[money.PaymentID]*modelPayment
	payouts                      map[money.PayoutID]money.PayoutStatus
	order                        []money.PaymentID
	outs                         []money.PayoutID
	amounts                      map[money.PayoutID]int64
}

type modelPayment struct {
	left    int64
	settled bool
}

// Whatever happens, in whatever order: the balances are what the events say, and everything that the ledger promises holds.
func TestAnyHistory(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	ctx, n := t.Context(), 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		k := newTill(ctx, r, s, owner, activeMerchant(ctx, r, s, owner, fmt.Sprint("shop", n)))
		m := &model{payments: map[money.PaymentID]*modelPayment{}, payouts: map[money.PayoutID]money.PayoutStatus{}, amounts: map[money.PayoutID]int64{}}
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
				_, _, err := s.ChangePayment(ctx, k.act, id, func(p *money.Payment) error { return p.Refund(amount, k.now) })
				if (err == nil) != (amount <= mp.left) {
					r.Fatalf("refund of %d with %d left: %v", amount, mp.left, err)
				}
				if err != nil {
					return
				}
				mp.left -= amount
				if mp.settled {
					m.available -= amount
				} else {
					m.pending -= amount
				}
			},
			"settle": func(*rapid.T) {
				k.settle()
				m.available += m.pending
				m.pending = 0
				for _, p := range m.payments {
					p.settled = true
				}
				k.now = k.now.Add(7 * time.Hour)
			},
			"payout": func(r *rapid.T) {
				k.n++
				order := money.PayoutOrder{Currency: "PLN", ExternalRef: fmt.Sprint("p", k.n), All: rapid.Bool().Draw(r, "all")}
				if !order.All {
					order.Amount = rapid.Int64Range(1, 60_000).Draw(r, "amount")
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
				_, err := s.ChangePayout(ctx, k.act, id, func(p *money.Payout) error {
					if !p.Status.CanBecome(to) {
						return errors.New("no such step")
					}
					return p.Advance(to, k.now)
				})
				if (err == nil) != from.CanBecome(to) {
					r.Fatalf("%s to %s: %v", from, to, err)
				}
				if err != nil {
					return
				}
				m.payouts[id] = to
				switch to {
				case money.PayoutProcessing:
					m.reserved -= m.amounts[id]
				case money.PayoutCancelled:
					m.reserved -= m.amounts[id]
					m.available += m.amounts[id]
				case money.PayoutFailed:
					m.available += m.amounts[id]
				}
			},
			"": func(r *rapid.T) {
				if b := k.balance(); b.Pending != m.pending || b.Available != m.available || b.Reserved != m.reserved {
					r.Fatalf("balance %+v, want %+v", b, m)
				}
			},
		})
		verified(ctx, r, s)
	})
	r := verified(ctx, t, s)
	t.Logf("%d histories: %+v", n, r)
	if r.Settlements == 0 || r.Payouts == 0 {
		t.Errorf("the histories were too dull: %+v", r)
	}
	// What the checks find, once somebody has been at the tables.
	for name, sql := range map[string]string{
		"a balance":     `UPDATE ledger_balances SET pending = pending + 1, available = available - 1 WHERE ctid = (SELECT ctid FROM ledger_balances LIMIT 1)`,
		"a settlement":  `UPDATE settlements SET gross = gross + 1, net = net + 1 WHERE id = (SELECT max(id) FROM settlements)`,
		"a transaction": `UPDATE transactions SET fee = fee + 1 WHERE id = (SELECT max(id) FROM transactions)`,
		"a payout":      `UPDATE payouts SET amount = amount + 1 WHERE id = (SELECT max(id) FROM payouts WHERE status IN ('requested', 'processing'))`,
		"a payment":     `UPDATE payments SET refunded = amount, status = 'refunded' WHERE id = (SELECT max(id) FROM payments WHERE status = 'paid')`,
	} {
		tx, err := pool.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if tag, err := tx.Exec(ctx, sql); err != nil || tag.RowsAffected() != 1 {
			t.Fatalf("%s: %v, %v", name, tag, err)
		}
		faults := 0
		for _, check := range moneypg.LedgerChecks {
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
			t.Errorf("%s was altered without being noticed", name)
		}
		_ = tx.Rollback(ctx)
	}
}

// What must never be written is refused by the database itself.
func TestLedgerConstraints(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	k := newTill(t.Context(), t, s, owner, activeMerchant(t.Context(), t, s, owner, "shop"))
	k.paid(1000)
	k.settle()
	if _, _, err := k.payout(money.PayoutOrder{All: true, Currency: "PLN", ExternalRef: "x"}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ sql, constraint string }{
		"a line is changed":           {`UPDATE ledger_lines SET amount = amount + 1`, ""},
		"a line is deleted":           {`DELETE FROM ledger_lines`, ""},
		"an entry is deleted":         {`DELETE FROM ledger_entries`, ""},
		"a transaction is deleted":    {`DELETE FROM transactions`, ""},
		"an entry without lines":      {`INSERT INTO ledger_entries (merchant_ref, currency, kind, payment_id, posted_at) SELECT merchant_ref, currency, 'payment_refunded', payment_id, now() FROM ledger_entries WHERE payment_id IS NOT NULL`, "ledger_entry_sum"},
		"a line more":                 {`INSERT INTO ledger_lines (entry_id, kind, account, amount, balance) SELECT entry_id, kind, 'in_transit', 5, 5 FROM ledger_lines WHERE account = 'fees'`, "ledger_entry_sum"},
		"a payout posted twice":       {`INSERT INTO ledger_entries (merchant_ref, currency, kind, payout_id, posted_at) SELECT merchant_ref, currency, kind, payout_id, now() FROM ledger_entries WHERE payout_id IS NOT NULL`, "ledger_entries_of_payout"},
		"a balance out of balance":    {`UPDATE ledger_balances SET available = available + 1`, "ledger_balances_sum"},
		"reserved below zero":         {`UPDATE ledger_balances SET reserved = -1, available = available + reserved + 1`, "ledger_balances_reserved_check"},
		"a settlement of another net": {`UPDATE settlements SET net = net + 1`, "settlements_net"},
		"a payout overdraws": {`WITH e AS (INSERT INTO ledger_entries (merchant_ref, currency, kind, payout_id, posted_at)
			SELECT merchant_ref, currency, 'payout_cancelled', payout_id, now() FROM ledger_entries WHERE payout_id IS NOT NULL RETURNING id, kind)
			INSERT INTO ledger_lines (entry_id, kind, account, amount, balance) SELECT id, kind, 'reserved', -1, -1 FROM e`, "ledger_lines_overdrawn"},
	} {
		_, err := pool.Exec(t.Context(), c.sql)
		if err == nil || c.constraint != "" && !pgdb.Violated(err, c.constraint) {
			t.Errorf("%s: %v", name, err)
		}
	}
	verified(t.Context(), t, s)
}

// What fails in the middle leaves nothing behind: each statement of a payout, of a payment and of a settlement fails once.
func TestNothingIsHalfDone(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	k := newTill(t.Context(), t, s, owner, activeMerchant(t.Context(), t, s, owner, "shop"))
	k.paid(100_000)
	k.settle()
	acts := map[string]func(registered money.PaymentID) error{
		"payment": func(registered money.PaymentID) error {
			_, _, err := s.ChangePayment(t.Context(), k.act, registered, func(p *money.Payment) error { return p.Pay(money.ByCard, k.now) })
			return err
		},
		"payout": func(money.PaymentID) error {
			k.n++
			_, _, err := k.payout(money.PayoutOrder{Amount: 700, Currency: "PLN", ExternalRef: fmt.Sprint("half", k.n)})
			return err
		},
		"registration": func(money.PaymentID) error {
			_, _, err := k.register(k.order(5000))
			return err
		},
		"settlement": func(money.PaymentID) error {
			_, _, err := s.Settle(t.Context(), k.act.Merchant, true, k.now, tester, 10)
			return err
		},
	}
	state := func() (out string) {
		if err := pool.QueryRow(t.Context(), `
			SELECT concat_ws(' ', (SELECT count(*) FROM ledger_entries), (SELECT count(*) FROM ledger_lines), (SELECT string_agg(id || status, ',' ORDER BY id)
			       FROM transactions), (SELECT count(*) FROM payouts), (SELECT string_agg(id || status, ',' ORDER BY id) FROM payments),
			       (SELECT count(*) FROM events), (SELECT count(*) FROM audit_entries), (SELECT count(*) FROM settlements),
			       (SELECT string_agg(b::text, ',') FROM ledger_balances b))`).Scan(&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	writes := map[string][]string{
		"ledger_entries": {"payment", "payout", "settlement"}, "ledger_lines": {"payment", "payout", "settlement"},
		"ledger_balances": {"payment", "payout", "settlement"}, "transactions": {"payment", "settlement"}, "payouts": {"payout"},
		"payments": {"payment", "registration"}, "settlements": {"settlement"}, "events": {"payment", "payout", "registration"},
		"audit_entries": {"payment", "payout", "registration", "settlement"},
	}
	for table, who := range writes {
		for _, name := range who {
			registered, _, err := k.register(k.order(5000))
			if err != nil {
				t.Fatal(err)
			}
			k.paid(10_000)
			before := state()
			if _, err := pool.Exec(t.Context(), fmt.Sprintf(`
				CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
				CREATE TRIGGER fails AFTER INSERT OR UPDATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION fail()`, table)); err != nil {
				t.Fatal(err)
			}
			if err := acts[name](registered.ID); err == nil || state() != before {
				t.Errorf("%s, while %s cannot be written: %v\nbefore %s\nafter  %s", name, table, err, before, state())
			}
			if _, err := pool.Exec(t.Context(), `DROP TRIGGER fails ON `+table); err != nil {
				t.Fatal(err)
			}
			if err := acts[name](registered.ID); err != nil {
				t.Errorf("%s again: %v", name, err)
			}
		}
	}
	verified(t.Context(), t, s)
}

// A revocation waits for what is being done and is effective with the next call.
func TestRevocationAndActsTakeTurns(t *testing.T) {
	s, _ := newStore(t)
	owner, _ := fixture(t, s, "a")
	ref := activeMerchant(t.Context(), t, s, owner, "shop")
	k := newTill(t.Context(), t, s, owner, ref)
	k.paid(1_000_000)
	k.settle()
	revoked := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			after := false
			select {
			case <-revoked:
				after = true
			default:
			}
			_, _, err := k.payout(money.PayoutOrder{Amount: 100, Currency: "PLN", ExternalRef: fmt.Sprint(i)})
			if err != nil && !errors.Is(err, delegation.ErrDelegationRequired) {
				t.Error(err)
			}
			if err == nil && after {
				t.Error("a payout after the revocation")
			}
		})
		if i == 25 {
			wg.Go(func() {
				_, err := s.ChangeOnboarding(t.Context(), access.SystemView, ref, start, tester, func(o *onboarding.Onboarding) error {
					return signing.RevokeDelegation(o, audit.MerchantActor, start)
				})
				if err != nil {
					t.Error(err)
				}
				close(revoked)
			})
		}
	}
	wg.Wait()
	if _, _, err := k.payout(money.PayoutOrder{Amount: 100, Currency: "PLN", ExternalRef: "late"}); !errors.Is(err, delegation.ErrDelegationRequired) {
		t.Errorf("%v", err)
	}
	verified(t.Context(), t, s)
}

// Of many revocations at once, one revokes: each reads the delegation as the one before left it.
func TestRevocationsAtOnce(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	ref := activeMerchant(t.Context(), t, s, owner, "shop")
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			_, err := s.ChangeOnboarding(t.Context(), access.SystemView, ref, start, tester, func(o *onboarding.Onboarding) error {
				return signing.RevokeDelegation(o, audit.MerchantActor, start)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var events int
	if err := pool.QueryRow(t.Context(), `SELECT count(*) FROM events WHERE type = 'delegation.revoked'`).Scan(&events); err != nil || events != 1 {
		t.Errorf("%d events, %v", events, err)
	}
}

// The sweep ends what was not paid in time, and only that.
func TestExpirePayments(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	k := newTill(t.Context(), t, s, owner, activeMerchant(t.Context(), t, s, owner, "shop"))
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
		if n, err := s.ExpirePayments(t.Context(), c.now, 10); n != c.want || err != nil {
			t.Errorf("%v: %d, %v", c.now, n, err)
		}
	}
	// One that cannot be read does not keep time from the others.
	broken, _, err1 := k.register(k.order(100))
	fine, _, err2 := k.register(k.order(100))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `UPDATE payments SET details = 'x', valid_until = valid_until - interval '1 hour' WHERE id = $1`, broken.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ExpirePayments(t.Context(), late, 10); err == nil {
		t.Error("no one is notified")
	}
	for id, want := range map[money.PaymentID]money.PaymentStatus{fine.ID: money.PaymentExpired, paid.ID: money.PaymentPaid, open.ID: money.PaymentExpired} {
		if _, p, err := s.Payment(t.Context(), k.act, id); err != nil || p.Status != want || p.Customer.Email != "klient@example.pl" {
			t.Errorf("%+v, %v", p, err)
		}
	}
}
