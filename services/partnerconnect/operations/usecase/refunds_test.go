package usecase_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/approval"
)

func TestRefundsAboveAnAmountNeedAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	id := f.paid(t, m.Ref, 5000)
	refund := func(amount int64, person string) (money.Payment, *approval.Approval, error) {
		_, p, a, err := f.RefundPayment(t.Context(), operation(""), id, amount, by(person))
		return p, a, err
	}
	if p, a, err := refund(500, ""); err != nil || a != nil || p.Refunded != 500 {
		t.Fatalf("up to the amount: %d, %+v, %v", p.Refunded, a, err)
	}
	if _, _, err := refund(1001, ""); !is(err, pc.PersonRequired) {
		t.Errorf("by no person: %v", err)
	}
	if _, _, err := refund(4501, "anna"); !is(err, pc.AmountOutOfRange) {
		t.Errorf("more than is left: %v", err)
	}
	p, rest, err := refund(0, "anna") // 45.00
	if err != nil || rest == nil || p.Refunded != 500 || rest.Terms.Amount != 4500 {
		t.Fatalf("%d, %+v, %v", p.Refunded, rest, err)
	}
	if p, _, err = refund(500, ""); err != nil || p.Refunded != 1000 {
		t.Fatal(err)
	}
	// Exactly what was proposed is done, or nothing.
	if _, err := f.Confirm(t.Context(), rest.ID, by("bartek")); !is(err, pc.AmountOutOfRange) {
		t.Errorf("more than is left by now: %v", err)
	}
	if a, err := f.Reject(t.Context(), rest.ID, by("anna")); err != nil || a.Status != approval.Rejected ||
		a.DecisionReason != "because" {
		t.Errorf("%+v, %v", a, err)
	}
	recorded := func() int {
		return f.count(t, `SELECT count(*) FROM audit_entries
			WHERE actor = 'operator' AND merchant_ref = $1 AND operation = 'Test' AND outcome = 'ok'`, m.Ref)
	}
	before := recorded()
	_, some, err := refund(2000, "anna")
	if err != nil {
		t.Fatal(err)
	}
	if n := recorded(); n != before+1 {
		t.Errorf("%d entries of the proposal", n-before)
	}
	reviewer := by("celina")
	reviewer.Roles = []string{"reviewer"}
	if _, err := f.Confirm(t.Context(), some.ID, reviewer); !is(err, fault.InsufficientRole) {
		t.Errorf("confirmed by a reviewer: %v", err)
	}
	if _, err := f.Reject(t.Context(), some.ID, reviewer); !is(err, fault.InsufficientRole) {
		t.Errorf("rejected by a reviewer: %v", err)
	}
	if _, err := f.Confirm(t.Context(), some.ID, by("bartek")); err != nil {
		t.Fatal(err)
	}
	if n := recorded(); n != before+2 {
		t.Errorf("%d entries of the proposal and its confirmation", n-before)
	}
	if n := f.count(t, `SELECT sum(amount) FROM refunds WHERE payment_id = $1`, id); n != 3000 {
		t.Errorf("%d refunded", n)
	}
	for status, want := range map[approval.Status]int{
		"": 2, approval.Pending: 0, approval.Confirmed: 1, approval.Rejected: 1, approval.Expired: 0,
	} {
		for _, merchant := range []pc.Ref{"", m.Ref} {
			list, err := f.List(t.Context(), approval.Query{Status: status, Merchant: merchant, Limit: 10, Now: start})
			if err != nil || len(list) != want {
				t.Errorf("%q: %d, %v", status, len(list), err)
			}
		}
	}
	if n := recorded(); n < 6 {
		t.Errorf("%d entries of the audit trail", n)
	}
}

// The limit counts what a payment, and what a person within a day, was given back without a second person: not how it
// is cut.
func TestRefundsInSlicesNeedAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	first, second, third := f.paid(t, m.Ref, 5000), f.paid(t, m.Ref, 5000), f.paid(t, m.Ref, 5000)
	refund := func(id money.PaymentID, amount int64, person string, at time.Time) *approval.Approval {
		t.Helper()
		op, who := operation(""), by(person)
		op.Now, who.Audit.At = at, at
		_, _, a, err := f.RefundPayment(t.Context(), op, id, amount, who)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if refund(first, 600, "anna", start) != nil || refund(first, 400, "bartek", start) != nil {
		t.Error("what is within the limit waits")
	}
	proposed := refund(first, 1, "celina", start)
	if proposed == nil {
		t.Fatal("a payment was given back beyond the limit by several people")
	}
	if _, err := f.Confirm(t.Context(), proposed.ID, by("anna")); err != nil {
		t.Fatal(err)
	}
	if refund(second, 400, "anna", start.Add(time.Hour)) != nil {
		t.Error("what another person confirmed, or others gave back, counts against who did not")
	}
	midnight := start.Add(15 * time.Hour)
	if refund(third, 1, "anna", midnight) == nil {
		t.Error("a person gave back more than the limit within a day, of several payments")
	}
	if refund(third, 600, "anna", start.Add(approval.RefundWindow)) != nil {
		t.Error("what was given back a day ago counts")
	}
	if refund(third, 1, "anna", start.Add(approval.RefundWindow)) == nil {
		t.Error("a person gave back more than the limit")
	}
}

// Of refunds of one person at once, as many pass as the limit has room for.
func TestRefundsAtOnceNeedAnother(t *testing.T) {
	f := newFixture(t)
	m := f.merchant(t, onboarding.Active)
	var payments []money.PaymentID
	for range 6 {
		payments = append(payments, f.paid(t, m.Ref, 5000))
	}
	var all sync.WaitGroup
	var passed atomic.Int64
	for _, id := range payments {
		all.Go(func() {
			_, _, a, err := f.RefundPayment(t.Context(), operation(""), id, 300, by("anna"))
			if err != nil {
				t.Error(err)
			}
			if a == nil {
				passed.Add(300)
			}
		})
	}
	all.Wait()
	if passed.Load() != 900 {
		t.Errorf("%d passed", passed.Load())
	}
}

// The money of a refund moves once.
func TestProposerNeverConfirms(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.paid(t, f.merchant(t, onboarding.Active).Ref, int64(races())*2000)
	f.race(t, races(), func(int) approval.ID {
		_, _, a, err := f.RefundPayment(t.Context(), operation(""), id, 2000, by("anna"))
		if err != nil || a == nil {
			t.Fatal(a, err)
		}
		return a.ID
	})
	if n := f.count(t, `SELECT count(*) FROM refunds WHERE amount = 2000`); n != races() {
		t.Errorf("%d refunds", n)
	}
	const alone = `UPDATE approvals SET decided_by = proposed_by WHERE status = 'confirmed'`
	if _, err := f.pool.Exec(t.Context(), alone); err == nil {
		t.Error("the database takes a confirmation by who proposed")
	}
}
