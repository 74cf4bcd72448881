package usecase

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	financeusecase "github.com/partnerline/partnerline/services/partnerconnect/finance/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	merchantusecase "github.com/partnerline/partnerline/services/partnerconnect/merchant/usecase"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/postgres"
)

// Clock lets time pass for test data.
type Clock struct {
	pool        *pgxpool.Pool
	onboardings *merchantusecase.Changer
	payments    *financeusecase.Payments
	accounts    *financeusecase.Accounts
}

// NewClock returns the use case.
func NewClock(
	pool *pgxpool.Pool, onboardings *merchantusecase.Changer, payments *financeusecase.Payments,
	accounts *financeusecase.Accounts,
) *Clock {
	return &Clock{pool, onboardings, payments, accounts}
}

// clockLimit bounds how much of each kind one call changes.
const clockLimit = 1000

// AdvanceClock does to the test data of the view's channels now what time would do to it by then. Its writes bear the
// current time. An object that cannot be changed does not delay the rest.
func (s *Clock) AdvanceClock(
	ctx context.Context, v access.View, now, then time.Time, by audit.Entry,
) (r postgres.ClockReport, err error) {
	ctx = audit.Several(ctx)
	change := func(refs []pc.Ref, err error, f func(*onboarding.Onboarding) error) (int, error) {
		for _, ref := range refs {
			_, failed := s.onboardings.Change(ctx, v, ref, now, by, f)
			err = errors.Join(err, failed)
		}
		return len(refs), err
	}
	var errs [4]error
	refs, err := postgres.IdleOnboardings(ctx, s.pool, v.Channels, then, clockLimit)
	r.Onboardings, errs[0] = change(refs, err, func(o *onboarding.Onboarding) error { return o.Expire(then) })
	refs, err = postgres.StaleInvitations(ctx, s.pool, v.Channels, then, clockLimit)
	r.Invitations, errs[1] = change(refs, err,
		func(o *onboarding.Onboarding) error { return signing.ExpireInvitations(o, then) })
	r.Payments, errs[2] = s.payments.ExpireTestPayments(ctx, v.Channels, now, then, clockLimit)
	r.Settlements, errs[3] = s.accounts.SettleTestMerchants(ctx, v.Channels, now, then, by, clockLimit)
	return r, errors.Join(errs[:]...)
}
