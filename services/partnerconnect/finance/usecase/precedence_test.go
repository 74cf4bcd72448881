package usecase_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/envconfig"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/review"
)

// A steady load of each kind of operation does not hold off what takes the access away, and what is done after it is
// refused. The load goes on until the access is gone, so a change that waits for a moment without operations would wait
// until its time is over.
func TestWithdrawalIsNotStarved(t *testing.T) {
	withdrawals := map[string]func(*onboarding.Onboarding) error{
		"revocation": revoke,
		"suspension": review.Suspend,
	}
	loads := map[string]func(k *caller, paid money.Payment) error{
		"payments on behalf": func(k *caller, _ money.Payment) error { _, _, err := k.register(k.order(100)); return err },
		"payouts": func(k *caller, _ money.Payment) error {
			_, _,
				err := k.payout(k.payoutOrder(100))
			return err
		},
		"changes of one payment": func(k *caller, paid money.Payment) error {
			_, _, err := k.payments.AdvancePayment(k.ctx, k.op, paid.ID, money.PaymentPaid) // it is, so nothing changes
			return err
		},
		"account reads": func(k *caller, _ money.Payment) error { _, err := k.accounts.GetBalance(k.ctx, k.op); return err },
	}
	for what, withdraw := range withdrawals {
		for kind, load := range loads {
			t.Run(what+" under "+kind, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				url := envconfig.Secret(f.pool.Config().ConnString())
				wide, err1 := pgdb.Open(t.Context(), pgdb.Config{URL: url, MaxConns: 24})
				reserved, err2 := pgdb.Open(t.Context(), pgdb.Config{URL: url, MaxConns: 1})
				if err := errors.Join(err1, err2); err != nil {
					t.Fatal(err)
				}
				defer wide.Close()
				defer reserved.Close()
				withdrawing := f.on(reserved)
				f = f.on(wide)
				ref := f.merchant(t.Context(), t, "shop")
				k := f.caller(t.Context(), t, ref)
				paid := k.paid(1_000_000)
				k.settle()
				var gone atomic.Bool // the withdrawal has answered
				var wg sync.WaitGroup
				const callers = 32
				busy := make(chan struct{}, callers)
				done, stop := context.WithCancel(t.Context())
				for i := range callers {
					mine := f.caller(t.Context(), t, ref)
					mine.n = (i + 1) * 100_000 // references of its own
					wg.Go(func() {
						for n := 0; done.Err() == nil; n++ {
							after := gone.Load()
							if err := load(mine, paid); err == nil && after {
								t.Error("an operation that began after the access was gone")
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
				err := withdrawing.changeOnboarding(limited, ref, withdraw)
				gone.Store(true)
				cancel()
				for range 3 { // each is later than the answer
					if e := load(k, paid); !errors.Is(e, delegation.ErrDelegationRequired) &&
						!errors.Is(e, delegation.ErrMerchantNotActive) {
						t.Errorf("after it: %v", e)
					}
				}
				stop()
				wg.Wait()
				if err != nil {
					t.Fatalf("not while the load goes on: %v", err)
				}
				f.intact(t.Context(), t)
			})
		}
	}
}

// Whatever operations wait for, connections are left for what else the program reads, such as credentials.
func TestOperationsLeaveConnections(t *testing.T) {
	f := newFixture(t)
	pool, partners := f.pool, kernelpg.NewAccessStore(f.pool)
	ref := f.merchant(t.Context(), t, "shop")
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
		k := f.caller(t.Context(), t, ref)
		k.n = i * 1000
		wg.Go(func() {
			if _, _, err := k.register(k.order(100)); err != nil {
				t.Error(err)
			}
		})
	}
	for pool.Stat().AcquiredConns() < pool.Config().MaxConns*3/4 { // as many operations wait as may
		if _, err := partners.Partner(t.Context(), f.owner.Partner.ID); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		if _, err := partners.Partner(t.Context(), f.owner.Partner.ID); err != nil {
			t.Error(err)
		}
	}
	if err := blocker.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}
