package usecase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/delegation"
)

// ExpirePayments ends payments that were not paid in time, at most limit, and returns how many.
func (s *Payments) ExpirePayments(ctx context.Context, now time.Time, limit int) (int, error) {
	ids, err := s.store.StalePayments(ctx, s.pool, now, limit)
	if err != nil {
		return 0, err
	}
	return len(ids), s.expire(ctx, ids, now, now)
}

// ExpireTestPayments does now to the test data of some channels what ExpirePayments would do at a time.
func (s *Payments) ExpireTestPayments(
	ctx context.Context, channels []pc.ChannelID, now, then time.Time, limit int,
) (int, error) {
	ids, err := s.store.StaleTestPayments(ctx, s.pool, channels, then, limit)
	if err != nil {
		return 0, err
	}
	return len(ids), s.expire(ctx, ids, now, then)
}

// expire expires each of the payments as of a time. One that cannot be changed now does not delay those behind it.
func (s *Payments) expire(ctx context.Context, ids []money.PaymentID, now, then time.Time) (failed error) {
	for _, id := range ids {
		op := delegation.SystemOperation(audit.SystemActor, "ExpirePayment", now)
		if _, _, err := s.change(ctx, op, id, func(_ pgx.Tx, p *money.Payment) error { return p.Expire(then) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", id, err))
		}
	}
	return failed
}

// EndPayments ends the open payments of merchants that are suspended or closed, at most limit, and returns how many.
// merchant narrows it to one.
func (s *Payments) EndPayments(ctx context.Context, merchant pc.Ref, now time.Time, limit int) (int, error) {
	open, err := s.store.OpenPaymentsOfInactive(ctx, s.pool, merchant, limit)
	if err != nil {
		return 0, err
	}
	// One that cannot be changed now does not delay the others.
	var failed error
	for id, status := range open {
		op := delegation.SystemOperation(audit.SystemActor, "EndPayment", now)
		if _, _, err := s.change(ctx, op, id,
			func(_ pgx.Tx, p *money.Payment) error { return p.End(status, now) }); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", id, err))
		}
	}
	return len(open), failed
}
