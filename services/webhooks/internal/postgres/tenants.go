package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Tenant is the record of a tenant.
type Tenant struct {
	ID        webhooks.TenantID
	Name      string
	CreatedAt time.Time
}

const insertTenant = `
	INSERT INTO tenants (id, name, created_at) VALUES (@id, @name, @now)
	ON CONFLICT (id) DO UPDATE SET id = excluded.id
	RETURNING id, name, created_at`

// CreateTenant stores a tenant, or returns the one that has the id already.
func (s *Store) CreateTenant(ctx context.Context, id webhooks.TenantID, name string, now time.Time) (Tenant, error) {
	var t Tenant
	err := s.pool.QueryRow(ctx, insertTenant, pgx.StrictNamedArgs{"id": id, "name": name, "now": now}).
		Scan(&t.ID, &t.Name, &t.CreatedAt)
	return t, err
}

// APIKey is the record of a key.
type APIKey struct {
	ID        string
	Scope     webhooks.Scope
	Prefix    string
	CreatedAt time.Time
	ExpiresAt *time.Time
	RevokedAt *time.Time
}

const insertAPIKey = `
	INSERT INTO api_keys (id, tenant_id, livemode, hash, prefix, created_at)
	VALUES (@id, @tenant, @livemode, @hash, @prefix, @now)`

// CreateAPIKey stores a key by its hash; ErrTenantNotFound when the tenant does not exist.
func (s *Store) CreateAPIKey(ctx context.Context, k APIKey, hash []byte) error {
	return insertKey(ctx, s.pool, k, hash)
}

func insertKey(ctx context.Context, q db, k APIKey, hash []byte) error {
	_, err := q.Exec(ctx, insertAPIKey, pgx.StrictNamedArgs{
		"id": k.ID, "tenant": k.Scope.Tenant, "livemode": k.Scope.Livemode, "hash": hash, "prefix": k.Prefix, "now": k.CreatedAt,
	})
	if pgdb.Violated(err, "api_keys_tenant_id_fkey") {
		return webhooks.ErrTenantNotFound
	}
	return err
}

const selectScope = `
	SELECT id, tenant_id, livemode FROM api_keys
	WHERE  hash = @hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`

// ScopeOf returns the id of a key and whom it speaks for; ErrInvalidCredentials when it does not work.
func (s *Store) ScopeOf(ctx context.Context, hash []byte, now time.Time) (id string, sc webhooks.Scope, err error) {
	err = s.pool.QueryRow(ctx, selectScope, pgx.StrictNamedArgs{"hash": hash, "now": now}).Scan(&id, &sc.Tenant, &sc.Livemode)
	if errors.Is(err, pgx.ErrNoRows) {
		return id, sc, webhooks.ErrInvalidCredentials
	}
	return id, sc, err
}

const apiKeyColumns = `id, tenant_id, livemode, prefix, created_at, expires_at, revoked_at`

func scanAPIKey(row pgx.CollectableRow) (k APIKey, err error) {
	err = row.Scan(&k.ID, &k.Scope.Tenant, &k.Scope.Livemode, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt)
	return k, err
}

const selectAPIKeys = `SELECT ` + apiKeyColumns + ` FROM api_keys WHERE tenant_id = @tenant ORDER BY created_at DESC, id DESC`

// APIKeys returns the records of a tenant's keys, newest first.
func (s *Store) APIKeys(ctx context.Context, tenant webhooks.TenantID) ([]APIKey, error) {
	rows, _ := s.pool.Query(ctx, selectAPIKeys, pgx.StrictNamedArgs{"tenant": tenant})
	return pgx.CollectRows(rows, scanAPIKey)
}

const expireAPIKey = `
	UPDATE api_keys SET expires_at = least(expires_at, @until)
	WHERE  id = @id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)
	RETURNING tenant_id, livemode`

// RollAPIKey lets a key that works expire at `until` and stores the one that mint makes for its scope, in one
// transaction; ErrKeyNotFound when there is no such key that works.
func (s *Store) RollAPIKey(ctx context.Context, id string, until, now time.Time, mint func(webhooks.Scope) (APIKey, []byte)) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var sc webhooks.Scope
		err := tx.QueryRow(ctx, expireAPIKey, pgx.StrictNamedArgs{"id": id, "until": until, "now": now}).Scan(&sc.Tenant, &sc.Livemode)
		if errors.Is(err, pgx.ErrNoRows) {
			return webhooks.ErrKeyNotFound
		}
		if err != nil {
			return err
		}
		k, hash := mint(sc)
		return insertKey(ctx, tx, k, hash)
	})
}

const revokeAPIKey = `
	UPDATE api_keys SET revoked_at = coalesce(revoked_at, @now) WHERE id = @id RETURNING ` + apiKeyColumns

// RevokeAPIKey makes a key worthless from the next call on.
func (s *Store) RevokeAPIKey(ctx context.Context, id string, now time.Time) (APIKey, error) {
	rows, _ := s.pool.Query(ctx, revokeAPIKey, pgx.StrictNamedArgs{"id": id, "now": now})
	k, err := pgx.CollectExactlyOneRow(rows, scanAPIKey)
	if errors.Is(err, pgx.ErrNoRows) {
		return k, webhooks.ErrKeyNotFound
	}
	return k, err
}
