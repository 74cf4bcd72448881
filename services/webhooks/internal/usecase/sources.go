package usecase

import (
	"context"
	"strconv"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Sources are the addresses from which requests to endpoints come, as operators state them.
type Sources struct{ store *postgres.Store }

// NewSources returns the use cases.
func NewSources(s *postgres.Store) *Sources { return &Sources{s} }

// GetSourceAddresses returns what is stated now.
func (u *Sources) GetSourceAddresses(ctx context.Context) (webhooks.SourceStatement, error) {
	return u.store.Sources.Statement(ctx, now())
}

// AnnounceSourceAddresses stores an announcement, whose events InformTenants stores, and returns what is stated.
func (u *Sources) AnnounceSourceAddresses(
	ctx context.Context, a webhooks.SourceAnnouncement, by webhooks.Operator,
) (out webhooks.SourceStatement, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.Sources.Lock(ctx); err != nil {
			return err
		}
		at := now()
		stated, err := tx.Sources.Statement(ctx, at)
		if err != nil {
			return err
		}
		announced, err := stated.Announce(a, at)
		if err != nil {
			return err
		}
		if announced.ID == 0 {
			if announced.ID, err = tx.Sources.Announce(ctx, announced); err != nil {
				return err
			}
		}
		if err := tx.Audit.Insert(ctx, by, strconv.FormatInt(announced.ID, 10), "", at); err != nil {
			return err
		}
		out, err = tx.Sources.Statement(ctx, at)
		return err
	})
	return out, err
}

// InformTenants stores the event of an announcement for up to limit tenants and modes that have active endpoints which
// list it. The transaction that stores the events stores how far it came: each has it once, whatever crashes.
func (u *Sources) InformTenants(ctx context.Context, at time.Time, limit int) error {
	return u.store.InTx(ctx, func(tx *postgres.Store) error { return informTenants(ctx, tx, at, limit) })
}

func informTenants(ctx context.Context, tx *postgres.Store, at time.Time, limit int) error {
	announced, found, err := tx.Sources.Uninformed(ctx)
	if err != nil || !found {
		return err
	}
	scopes, err := tx.Sources.ToInform(ctx, announced, limit)
	if err != nil {
		return err
	}
	events := make([]webhooks.Event, len(scopes))
	last := webhooks.Scope{Tenant: announced.InformedTenant, Livemode: announced.InformedLivemode}
	for i, sc := range scopes {
		events[i], err = webhooks.NewSourceEvent(sc.Scope, sc.Envelope, announced.SourceAddresses, announced.Until)
		if err != nil {
			return err
		}
		last = sc.Scope
	}
	if err := tx.Events.Insert(ctx, events...); err != nil {
		return err
	}
	var done *time.Time
	if len(scopes) < limit {
		done = &at
	}
	return tx.Sources.SetInformed(ctx, announced.ID, last, done)
}
