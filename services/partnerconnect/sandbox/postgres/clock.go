package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/delegation"
	"github.com/partnerline/partnerline/services/partnerconnect/ledger"
	"github.com/partnerline/partnerline/services/partnerconnect/money"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/sandbox"
	"github.com/partnerline/partnerline/services/partnerconnect/signing"
)

// What time would do to the test data of some channels.
const (
	idleInView    = `SELECT ref FROM onboardings WHERE channel_id = ANY(@channels) AND NOT livemode AND expires_at <= @then LIMIT @limit`
	invitedInView = `
		SELECT DISTINCT i.onboarding_ref FROM invitations i JOIN onboardings o ON o.ref = i.onboarding_ref
		WHERE  o.channel_id = ANY(@channels) AND NOT o.livemode AND i.status = 'pending' AND i.expires_at <= @then LIMIT @limit`
	payableInView = `
		SELECT p.id FROM payments p JOIN onboardings o ON o.ref = p.merchant_ref
		WHERE  o.channel_id = ANY(@channels) AND NOT o.livemode AND p.status IN ('registered', 'pending') AND p.valid_until <= @then LIMIT @limit`
	pendingInView = `
		SELECT DISTINCT t.merchant_ref FROM transactions t JOIN onboardings o ON o.ref = t.merchant_ref
		WHERE  o.channel_id = ANY(@channels) AND NOT o.livemode AND t.status = 'pending' AND t.available_on <= @day LIMIT @limit`
)

// clockMost bounds what one call does.
const clockMost = 1000

// AdvanceClock does now what time alone would do by then to the test data of the view's channels. What it writes bears the present
// time.
func (s *Store) AdvanceClock(ctx context.Context, v access.View, now, then time.Time, by audit.Entry) (r sandbox.ClockReport, err error) {
	args := func(day any) pgx.StrictNamedArgs {
		if day != nil {
			return pgx.StrictNamedArgs{"channels": v.Channels, "day": day, "limit": clockMost}
		}
		return pgx.StrictNamedArgs{"channels": v.Channels, "then": then, "limit": clockMost}
	}
	var faults error
	sweep := func(sql string, f func(*onboarding.Onboarding) error) (int, error) {
		refs, err := listOf[pc.Ref](ctx, s.pool, sql, args(nil))
		for _, ref := range refs {
			_, changed := s.onboardings.Change(ctx, v, ref, now, by, f)
			faults = errors.Join(faults, changed)
		}
		return len(refs), err
	}
	if r.Onboardings, err = sweep(idleInView, func(o *onboarding.Onboarding) error { return o.Expire(then) }); err != nil {
		return r, err
	}
	if r.Invitations, err = sweep(invitedInView, func(o *onboarding.Onboarding) error { return signing.ExpireInvitations(o, then) }); err != nil {
		return r, err
	}
	payments, err := listOf[money.PaymentID](ctx, s.pool, payableInView, args(nil))
	if err != nil {
		return r, err
	}
	r.Payments = len(payments)
	for _, id := range payments {
		_, _, changed := s.ChangePayment(ctx, delegation.SystemOperation(audit.SystemActor, "ExpirePayment", now), id, func(p *money.Payment) error { return p.Expire(then) })
		faults = errors.Join(faults, changed)
	}
	merchants, err := listOf[pc.Ref](ctx, s.pool, pendingInView, args(ledger.DayOf(then)))
	if err != nil {
		return r, err
	}
	for _, ref := range merchants {
		_, n, settled := s.Settle(ctx, ref, true, now, by, clockMost)
		r.Settlements += n
		faults = errors.Join(faults, settled)
	}
	return r, faults
}

func listOf[T any](ctx context.Context, q pgdb.Querier, sql string, args pgx.StrictNamedArgs) ([]T, error) {
	rows, err := q.Query(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[T])
}
