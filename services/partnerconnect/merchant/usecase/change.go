package usecase

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/change"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/signing"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/verification"
)

// A Changer changes onboardings. Changes of one onboarding run one after the other.
type Changer struct {
	pool     *pgxpool.Pool
	store    *postgres.OnboardingStore
	messages *postgres.MessageStore
	live     provider.Connected
}

// NewChanger returns a changer on the connections of pool; live are the parts that live mode has.
func NewChanger(
	pool *pgxpool.Pool, store *postgres.OnboardingStore, messages *postgres.MessageStore, live provider.Connected,
) *Changer {
	return &Changer{pool, store, messages, live}
}

// Get returns an onboarding that a caller may see; [pc.ErrOnboardingNotFound].
func (c *Changer) Get(ctx context.Context, v access.View, ref pc.Ref) (onboarding.Onboarding, error) {
	return c.store.Onboarding(ctx, v, ref)
}

// withMessages returns an onboarding that a caller may see, with the last messages to the people for whom it waits.
func (c *Changer) withMessages(
	ctx context.Context, v access.View, ref pc.Ref,
) (onboarding.Onboarding, signing.LastMessages, error) {
	o, err := c.store.Onboarding(ctx, v, ref)
	if err != nil || !signing.Awaits(&o) {
		return o, nil, err
	}
	newest, err := c.messages.NewestMessages(ctx, c.pool, ref)
	return o, signing.LastMessagesOf(&o, newest), err
}

// Change applies f to an onboarding that a caller may see, under its lock: no other change of it runs meanwhile. The
// outcome, the events and messages that follow from it, and who did it commit together. An error of f changes nothing;
// [pc.ErrUnchanged] returns the onboarding as it is. f may run again after a call that failed.
func (c *Changer) Change(
	ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry, f func(*onboarding.Onboarding) error,
) (onboarding.Onboarding, error) {
	return c.ChangeIn(ctx, v, ref, now, by, func(_ pgx.Tx, o *onboarding.Onboarding) error { return f(o) })
}

// ChangeIn is Change for what depends on more than the onboarding: f reads it in the transaction, in which no operation
// for the merchant runs.
func (c *Changer) ChangeIn(
	ctx context.Context, v access.View, ref pc.Ref, now time.Time, by audit.Entry,
	f func(pgx.Tx, *onboarding.Onboarding) error,
) (o onboarding.Onboarding, err error) {
	err = pgdb.InTx(ctx, c.pool, func(tx pgx.Tx) error {
		o, _, err = c.changeIn(ctx, tx, subject{v, ref, now}, by, f)
		return err
	})
	return o, err
}

// A subject is an onboarding that a caller wants to change, and when.
type subject struct {
	view access.View
	ref  pc.Ref
	now  time.Time
}

// changeIn is ChangeIn within a transaction, and reports whether f changed anything.
func (c *Changer) changeIn(
	ctx context.Context, tx pgx.Tx, s subject, by audit.Entry, f func(pgx.Tx, *onboarding.Onboarding) error,
) (o onboarding.Onboarding, changed bool, err error) {
	row, err := c.store.Lock(ctx, tx, s.view, s.ref)
	if err != nil {
		return o, false, err
	}
	o = row.Onboarding
	o.Documents, o.Invitations = slices.Clone(row.Documents), slices.Clone(row.Invitations)
	by.Merchant = row.Ref
	events, err := change.Apply(&o, s.now, by.Actor, func(o *onboarding.Onboarding) error { return f(tx, o) })
	switch {
	case errors.Is(err, pc.ErrUnchanged):
		if !by.OfCall() {
			return row.Onboarding, false, nil
		}
		return row.Onboarding, false, kernelpg.InsertAudit(ctx, tx, by)
	case err != nil:
		return o, false, err
	}
	return o, true, c.save(ctx, tx, saved{row, o, events, s.now}, by)
}

// saved is a locked onboarding, its changed form, and the events that follow.
type saved struct {
	row    postgres.Row
	after  onboarding.Onboarding
	events []event.Event
	now    time.Time
}

// save stores the difference between a locked onboarding and its changed form, and what follows from it.
func (c *Changer) save(ctx context.Context, tx pgx.Tx, x saved, by audit.Entry) error {
	row, after, now := x.row, x.after, x.now
	key, err := c.store.Save(ctx, tx, row, after)
	if err != nil {
		return err
	}
	if err := postgres.SaveDelegation(ctx, tx, row.Onboarding, after); err != nil {
		return err
	}
	if err := postgres.Save(ctx, tx, row.Onboarding, after, now); err != nil {
		return err
	}
	if err := c.askIdentityProvider(ctx, tx, row.Onboarding, after, now); err != nil {
		return err
	}
	for _, v := range after.Flow.ChangedVerifications(row.Flow) {
		next := verification.NextReconciliation(v.StartedAt, now, rand.Float64()) //nolint:gosec // only spreads sessions
		if err := c.store.SaveVerification(ctx, tx, after.Ref, v, next, now); err != nil {
			return err
		}
	}
	if len(after.Outgoing) > 0 {
		if err := c.live.Require(after.Livemode, provider.MessageSender); err != nil {
			return err
		}
	}
	for _, m := range after.Outgoing {
		if err := postgres.InsertMessage(ctx, tx, key, after.Ref, m, now); err != nil {
			return err
		}
	}
	for _, e := range x.events {
		if err := kernelpg.InsertEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	return kernelpg.InsertAudit(ctx, tx, by)
}
