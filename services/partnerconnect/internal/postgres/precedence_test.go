package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/internal/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/review"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// A steady load of each kind of act does not hold off what takes the access away, and what is done after it is refused. The load
// goes on until the access is gone, so a change that waits for a moment without acts would wait until its time is over.
func TestWithdrawalIsNotStarved(t *testing.T) {
	withdrawals := map[string]func(*onboarding.Onboarding) error{
		"revocation": func(o *onboarding.Onboarding) error { return signing.RevokeDelegation(o, audit.MerchantActor, start) },
		"suspension": func(o *onboarding.Onboarding) error { return review.Suspend(o) },
	}
	loads := map[string]func(k *till, paid money.Payment) error{
		"payments on behalf": func(k *till, _ money.Payment) error { _, _, err := k.register(k.order(100)); return err },
		"payouts": func(k *till, _ money.Payment) error {
			_, _, err := k.payout(money.PayoutOrder{Amount: 1, Currency: "PLN", ExternalRef: k.order(1).ExternalRef})
			return err
		},
		"changes of one payment": func(k *till, paid money.Payment) error {
			_, _, err := k.s.ChangePayment(k.ctx, k.act, paid.ID, func(*money.Payment) error { return pc.ErrUnchanged })
			return err
		},
		"account reads": func(k *till, _ money.Payment) error { _, _, err := k.s.Balances(k.ctx, k.act); return err },
	}
	for what, withdraw := range withdrawals {
		for kind, load := range loads {
			t.Run(what+" under "+kind, func(t *testing.T) {
				t.Parallel()
				_, pool := newStore(t)
				wide, err1 := pgdb.Open(t.Context(), pgdb.Config{URL: databaseOf(pool), MaxConns: 24})
				reserved, err2 := pgdb.Open(t.Context(), pgdb.Config{URL: databaseOf(pool), MaxConns: 1})
				if err := errors.Join(err1, err2); err != nil {
					t.Fatal(err)
				}
				defer wide.Close()
				defer reserved.Close()
				s := postgres.NewStore(wide, newKeys(t))
				owner, _ := fixture(t, s, "a")
				ref := activeMerchant(t.Context(), t, s, owner, "shop")
				k := newTill(t.Context(), t, s, owner, ref)
				paid := k.paid(1_000_000)
				k.settle()
				var gone atomic.Bool // the withdrawal has answered
				var wg sync.WaitGroup
				const callers = 32
				busy := make(chan struct{}, callers)
				done, stop := context.WithCancel(t.Context())
				for i := range callers {
					mine := newTill(t.Context(), t, s, owner, ref)
					mine.n = (i + 1) * 100_000 // references of its own
					wg.Go(func() {
						for n := 0; done.Err() == nil; n++ {
							after := gone.Load()
							if err := load(mine, paid); err == nil && after {
								t.Error("an act that began after the access was gone")
							}
							if n == 1 {
								busy <- struct{}{}
							}
						}
					})
				}
				for range callers {
					<-busy
				}
				limited, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				_, err := s.Withdrawing(reserved).ChangeOnboarding(limited, access.SystemView, ref, start, tester, withdraw)
				gone.Store(true)
				cancel()
				for range 3 { // each is later than the answer
					if e := load(k, paid); !errors.Is(e, delegation.ErrDelegationRequired) && !errors.Is(e, delegation.ErrMerchantNotActive) {
						t.Errorf("after it: %v", e)
					}
				}
				stop()
				wg.Wait()
				if err != nil {
					t.Fatalf("not while the load goes on: %v", err)
				}
				verified(t.Context(), t, s)
			})
		}
	}
}

// Whatever acts wait for, connections are left for what else the program reads, such as credentials.
func TestActsLeaveConnections(t *testing.T) {
	s, pool := newStore(t)
	owner, _ := fixture(t, s, "a")
	ref := activeMerchant(t.Context(), t, s, owner, "shop")
	conn, err := pgx.Connect(t.Context(), pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	blocker, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := blocker.Exec(t.Context(), `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, ref); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 2 * int(pool.Config().MaxConns) {
		k := newTill(t.Context(), t, s, owner, ref)
		k.n = i * 1000
		wg.Go(func() {
			if _, _, err := k.register(k.order(100)); err != nil {
				t.Error(err)
			}
		})
	}
	for pool.Stat().AcquiredConns() < pool.Config().MaxConns*3/4 { // as many acts wait as may
		if _, err := s.Partner(t.Context(), owner.Partner.ID); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		if _, err := s.Partner(t.Context(), owner.Partner.ID); err != nil {
			t.Error(err)
		}
	}
	if err := blocker.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}
