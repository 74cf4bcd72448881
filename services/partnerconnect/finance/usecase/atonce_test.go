package usecase_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/partnerline/partnerline/internal/fault"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// 1,000 payouts of random amounts at once: the balance is never below zero, and what was granted and what is left is
// what there was.
func TestThousandPayoutsAtOnce(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
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
	for range calls {
		order := k.payoutOrder(100 + random.Int64N(40_000))
		wg.Go(func() {
			p, created, err := k.payout(order)
			switch {
			case err == nil && created:
				granted.Add(1)
				sum.Add(p.Amount)
			case errors.Is(err, fault.New(pc.InsufficientFunds, "")):
				refused.Add(1)
			default:
				t.Errorf("%v", err)
			}
		})
	}
	wg.Wait()
	t.Logf("%d granted, %d refused in %v", granted.Load(), refused.Load(), time.Since(began).Round(time.Millisecond))
	after := k.balance()
	if granted.Load()+refused.Load() != calls || refused.Load() == 0 || after.Reserved != sum.Load() ||
		after.Available != before.Available-sum.Load() {
		t.Errorf("granted %d, refused %d, sum %d, balance %+v", granted.Load(), refused.Load(), sum.Load(), after)
	}
	var low int64
	if err := f.pool.QueryRow(t.Context(),
		`SELECT min(balance) FROM ledger_lines WHERE account IN ('available', 'reserved')`).Scan(&low); err != nil ||
		low < 0 {
		t.Errorf("a balance was %d, %v", low, err)
	}
	if r := f.intact(t.Context(), t); r.Payouts != granted.Load() || r.Entries != granted.Load()+2 {
		t.Errorf("%+v", r)
	}
}

// 100 registrations with one reference at once make one payment.
func TestHundredRegistrationsAtOnce(t *testing.T) {
	f := newFixture(t)
	k := f.caller(t.Context(), t, f.merchant(t.Context(), t, "shop"))
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
	if events := f.count(t, `SELECT count(*) FROM events WHERE type LIKE 'payment.%'`); events != 1 {
		t.Errorf("%d events", events)
	}
	order.Amount++
	if _, _, err := k.register(order); !errors.Is(err, money.ErrExternalRefConflict) {
		t.Errorf("another amount: %v", err)
	}
}

// revoke takes the delegation back, as the merchant does on its page.
func revoke(o *onboarding.Onboarding) error {
	return signing.RevokeDelegation(o, audit.MerchantActor, start)
}

// A revocation waits for what is being done and is effective with the next call.
func TestRevocationAndOperationsTakeTurns(t *testing.T) {
	f := newFixture(t)
	ref := f.merchant(t.Context(), t, "shop")
	k := f.caller(t.Context(), t, ref)
	k.paid(1_000_000)
	k.settle()
	revoked := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 50 {
		order := k.payoutOrder(100)
		wg.Go(func() {
			after := false
			select {
			case <-revoked:
				after = true
			default:
			}
			_, _, err := k.payout(order)
			if err != nil && !errors.Is(err, delegation.ErrDelegationRequired) {
				t.Error(err)
			}
			if err == nil && after {
				t.Error("a payout after the revocation")
			}
		})
		if i == 25 {
			wg.Go(func() {
				if err := f.changeOnboarding(t.Context(), ref, revoke); err != nil {
					t.Error(err)
				}
				close(revoked)
			})
		}
	}
	wg.Wait()
	if _, _, err := k.payout(k.payoutOrder(100)); !errors.Is(err, delegation.ErrDelegationRequired) {
		t.Errorf("%v", err)
	}
	f.intact(t.Context(), t)
}

// Of many revocations at once, one revokes: each reads the delegation as the one before left it.
func TestRevocationsAtOnce(t *testing.T) {
	f := newFixture(t)
	ref := f.merchant(t.Context(), t, "shop")
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			if err := f.changeOnboarding(t.Context(), ref, revoke); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if events := f.count(t, `SELECT count(*) FROM events WHERE type = 'delegation.revoked'`); events != 1 {
		t.Errorf("%d events", events)
	}
}
