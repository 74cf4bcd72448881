package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyterm"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Tenants manages tenants and their API keys.
type Tenants struct{ store *postgres.Store }

// NewTenants returns the use cases.
func NewTenants(s *postgres.Store) *Tenants { return &Tenants{store: s} }

// CreateTenant makes a tenant, or returns the one that has the id already.
func (u *Tenants) CreateTenant(
	ctx context.Context, id webhooks.TenantID, name string, by webhooks.Operator,
) (t webhooks.Tenant, err error) {
	at := now()
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if t, err = tx.Tenants.Create(ctx, id, name, at); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, string(id), id, at)
	})
	return t, err
}

// ListTenants returns tenants behind an id, in the order of their ids.
func (u *Tenants) ListTenants(ctx context.Context, after webhooks.TenantID, limit int) ([]webhooks.Tenant, error) {
	return u.store.Tenants.List(ctx, after, limit)
}

// Authenticate returns the record of a key and stores its use; ErrInvalidCredentials when it does not work.
func (u *Tenants) Authenticate(ctx context.Context, key string) (webhooks.APIKey, error) {
	if _, ok := apikey.WellFormed(key, webhooks.LiveKeyPrefix, webhooks.TestKeyPrefix); !ok {
		return webhooks.APIKey{}, apikey.Refuse(key, webhooks.LiveKeyPrefix, webhooks.TestKeyPrefix)
	}
	at := time.Now()
	k, err := u.store.APIKeys.FindValid(ctx, apikey.Hash(key), at)
	if err == nil && k.UsedLongAgo(at) {
		err = u.store.APIKeys.Touch(ctx, k.ID, at)
	}
	return k, err
}

// ValidKeys returns those of the keys with these ids that work now.
func (u *Tenants) ValidKeys(ctx context.Context, list []string) ([]string, error) {
	return u.store.APIKeys.Valid(ctx, list, time.Now())
}

// KeyMode returns the mode of a key, true for live; false for an id that is unknown.
func (u *Tenants) KeyMode(ctx context.Context, id string) (bool, error) {
	return u.store.APIKeys.Livemode(ctx, id)
}

// MintedKey is a new key with its record; only the hash of the key is stored.
type MintedKey struct {
	Record webhooks.APIKey
	Key    string
}

func mint(sc webhooks.Scope, at time.Time, expires *time.Time) MintedKey {
	prefix := webhooks.KeyPrefix(sc.Livemode)
	m := MintedKey{Key: apikey.Mint(prefix)}
	m.Record = webhooks.APIKey{
		ID: ids.New(webhooks.APIKeyPrefix), Scope: sc, Prefix: apikey.Shown(m.Key, prefix),
		Term: keyterm.Term{CreatedAt: at, ExpiresAt: expires},
	}
	return m
}

// CreateAPIKey makes a key of a tenant and mode.
func (u *Tenants) CreateAPIKey(
	ctx context.Context, sc webhooks.Scope, expires *time.Time, by webhooks.Operator,
) (MintedKey, error) {
	if sc.Tenant.IsPartner() {
		return MintedKey{}, webhooks.ErrKeyOfPartner
	}
	at := now()
	m := mint(sc, at, expires)
	return m, u.store.InTx(ctx, func(tx *postgres.Store) error {
		if err := tx.APIKeys.Insert(ctx, m.Record, apikey.Hash(m.Key)); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, m.Record.ID, sc.Tenant, at)
	})
}

// ListAPIKeys returns the records of a tenant's keys, newest first.
func (u *Tenants) ListAPIKeys(ctx context.Context, tenant webhooks.TenantID) ([]webhooks.APIKey, error) {
	return u.store.APIKeys.List(ctx, tenant)
}

// RollAPIKey replaces a key by a new one; both work until the overlap ends.
func (u *Tenants) RollAPIKey(
	ctx context.Context, id string, overlap time.Duration, expires *time.Time, by webhooks.Operator,
) (m MintedKey, err error) {
	at := now()
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		old, err := tx.APIKeys.Lock(ctx, id)
		if err != nil {
			return err
		}
		if err := old.Replace(overlap, at); err != nil {
			return err
		}
		if err := tx.APIKeys.SetTerm(ctx, id, old.Term); err != nil {
			return err
		}
		m = mint(old.Scope, at, expires)
		if err := tx.APIKeys.Insert(ctx, m.Record, apikey.Hash(m.Key)); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, id, old.Tenant, at)
	})
	return m, err
}

// ExpireAPIKey gives a key an end, or an earlier one.
func (u *Tenants) ExpireAPIKey(
	ctx context.Context, id string, at time.Time, by webhooks.Operator,
) (webhooks.APIKey, error) {
	return u.changeTerm(ctx, id, by, func(t *keyterm.Term) error { return t.Expire(at, now()) })
}

// RevokeAPIKey ends a key immediately.
func (u *Tenants) RevokeAPIKey(ctx context.Context, id string, by webhooks.Operator) (webhooks.APIKey, error) {
	return u.changeTerm(ctx, id, by, func(t *keyterm.Term) error { t.Revoke(now()); return nil })
}

func (u *Tenants) changeTerm(
	ctx context.Context, id string, by webhooks.Operator, change func(*keyterm.Term) error,
) (k webhooks.APIKey, err error) {
	err = u.store.InTx(ctx, func(tx *postgres.Store) error {
		if k, err = tx.APIKeys.Lock(ctx, id); err != nil {
			return err
		}
		if err := change(&k.Term); err != nil {
			return err
		}
		if err := tx.APIKeys.SetTerm(ctx, id, k.Term); err != nil {
			return err
		}
		return tx.Audit.Insert(ctx, by, id, k.Tenant, now())
	})
	return k, err
}

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
