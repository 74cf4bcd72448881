package usecase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
)

// ExpireOnboardings ends onboardings whose time without activity is over, at most limit, and returns how many.
func (c *Changer) ExpireOnboardings(ctx context.Context, now time.Time, limit int) (int, error) {
	refs, err := c.store.IdleOnboardings(ctx, now, limit)
	if err != nil {
		return 0, err
	}
	return len(refs),
		c.expire(ctx, refs, "ExpireOnboarding", now, func(o *onboarding.Onboarding) error { return o.Expire(now) })
}

// ExpireInvitations ends invitations whose time is over, of at most limit onboardings, and returns of how many.
func (c *Changer) ExpireInvitations(ctx context.Context, now time.Time, limit int) (int, error) {
	refs, err := c.store.StaleInvitations(ctx, now, limit)
	if err != nil {
		return 0, err
	}
	return len(refs),
		c.expire(ctx, refs, "ExpireInvitations", now,
			func(o *onboarding.Onboarding) error { return signing.ExpireInvitations(o, now) })
}

// EndAccountChanges puts changes of payout accounts into effect that are due, or ends them, at most limit, and returns
// how many.
func (c *Changer) EndAccountChanges(ctx context.Context, limit int) (int, error) {
	refs, now, err := postgres.DueAccountChanges(ctx, c.pool, limit)
	if err != nil {
		return 0, err
	}
	now = now.UTC().Truncate(time.Millisecond)
	return len(refs),
		c.expire(ctx, refs, "EndAccountChange", now,
			func(o *onboarding.Onboarding) error { return signing.EndAccountChange(o, now) })
}

// expire changes each of the onboardings. One that cannot be changed now does not delay those behind it.
func (c *Changer) expire(
	ctx context.Context, refs []pc.Ref, operation string, now time.Time, f func(*onboarding.Onboarding) error,
) error {
	var failed error
	for _, ref := range refs {
		by := audit.Entry{At: now, Actor: audit.SystemActor, Operation: operation}
		if _, err := c.Change(ctx, access.SystemView, ref, now, by, f); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", ref, err))
		}
	}
	return failed
}

// Erase erases the personal data of an onboarding at a person's demand; the error is that of
// [onboarding.Retention.CheckErasure]. gate decides in the transaction. After its error nothing is erased or stored;
// after pc.ErrUnchanged nothing is erased, and what gate stored is kept.
func (c *Changer) Erase(
	ctx context.Context, ref pc.Ref, keep onboarding.Retention, by audit.Entry,
	gate func(tx pgx.Tx, o onboarding.Onboarding) error,
) (o onboarding.Onboarding, err error) {
	err = pgdb.InTx(ctx, c.pool, func(tx pgx.Tx) error {
		var changed bool
		o, changed, err = c.changeIn(ctx, tx, subject{access.SystemView, ref, by.At}, by,
			func(tx pgx.Tx, o *onboarding.Onboarding) error {
				if err := gate(tx, *o); err != nil {
					return err
				}
				return keep.Erase(o, by.At)
			})
		if err != nil || !changed {
			return err
		}
		return postgres.Shred(ctx, tx, ref, by.At)
	})
	return o, err
}

// Shred erases the personal data of one onboarding whose retention is over. False when there is none. It is one
// transaction: after a crash the onboarding is found again, or has been erased.
func (c *Changer) Shred(ctx context.Context, keep onboarding.Retention, now time.Time) (bool, error) {
	found := false
	err := pgdb.InTx(ctx, c.pool, func(tx pgx.Tx) error {
		var ref pc.Ref
		var err error
		if ref, found, err = c.store.ShredNext(ctx, tx, keep, now); err != nil || !found {
			return err
		}
		return kernelpg.InsertAudit(ctx, tx,
			audit.Entry{At: now, Actor: audit.SystemActor, Operation: "Shred", Merchant: ref})
	})
	return found, err
}
