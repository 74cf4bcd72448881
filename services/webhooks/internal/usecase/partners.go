package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Partners takes in what partner connect delivers to its partners, each of which is a tenant.
type Partners struct {
	store     *postgres.Store
	retention time.Duration
}

// NewPartners returns the use cases; events older than the retention are not stored.
func NewPartners(s *postgres.Store, retention time.Duration) *Partners {
	return &Partners{s, retention}
}

// PutTenant makes the tenant of a partner, or changes it.
func (u *Partners) PutTenant(ctx context.Context, t webhooks.Tenant) error {
	return u.store.Tenants.PutPartner(ctx, t, now())
}

// A RelayItem is an event of a partner, or a change of what it may get.
type RelayItem struct {
	Event      webhooks.Event
	Permission *PermissionChange // nil: an event
}

// A PermissionChange withdraws a permission from a tenant, or grants it again.
type PermissionChange struct {
	Scope      webhooks.Scope
	Permission string
	Withdrawn  bool
}

// A RelayCall orders calls: first by epoch, then by number.
type RelayCall struct{ Epoch, Call int64 }

// Relay applies items in their order, in one transaction, and returns how many events had not been stored before.
// After a later call it stores nothing and returns ErrRelaySuperseded.
func (u *Partners) Relay(ctx context.Context, c RelayCall, items []RelayItem) (stored int, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		stored = 0
		latest, err := tx.Tenants.TakeRelayCall(ctx, c.Epoch, c.Call)
		switch {
		case err != nil:
			return err
		case !latest:
			return webhooks.ErrRelaySuperseded
		}
		var events []webhooks.Event
		flush := func() error {
			n, err := tx.Events.Relay(ctx, events, now())
			stored, events = stored+n, nil
			return err
		}
		for _, i := range items {
			if i.Permission == nil {
				if now().Sub(i.Event.CreatedAt) < u.retention {
					events = append(events, i.Event)
				}
				continue
			}
			if err := flush(); err != nil {
				return err
			}
			if err := tx.Tenants.SetPermission(ctx, i.Permission.Scope, i.Permission.Permission, i.Permission.Withdrawn,
				now()); err != nil {
				return err
			}
		}
		return flush()
	})
	return stored, err
}
