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
	_, err := s.pool.Exec(ctx, insertAPIKey, pgx.StrictNamedArgs{
		"id": k.ID, "tenant": k.Scope.Tenant, "livemode": k.Scope.Livemode, "hash": hash, "prefix": k.Prefix, "now": k.CreatedAt,
	})
	if pgdb.Violated(err, "api_keys_tenant_id_fkey") {
		return webhooks.ErrTenantNotFound
	}
	return err
}

const selectScope = `
	SELECT tenant_id, livemode FROM api_keys
	WHERE  hash = @hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`

// ScopeOf returns whom a key speaks for; ErrInvalidCredentials when it does not work.
func (s *Store) ScopeOf(ctx context.Context, hash []byte, now time.Time) (webhooks.Scope, error) {
	var sc webhooks.Scope
	err := s.pool.QueryRow(ctx, selectScope, pgx.StrictNamedArgs{"hash": hash, "now": now}).Scan(&sc.Tenant, &sc.Livemode)
	if errors.Is(err, pgx.ErrNoRows) {
		return sc, webhooks.ErrInvalidCredentials
	}
	return sc, err
}

const revokeAPIKey = `
	UPDATE api_keys SET revoked_at = coalesce(revoked_at, @now) WHERE id = @id
	RETURNING id, tenant_id, livemode, prefix, created_at, expires_at, revoked_at`

// RevokeAPIKey makes a key worthless from the next call on.
func (s *Store) RevokeAPIKey(ctx context.Context, id string, now time.Time) (APIKey, error) {
	var k APIKey
	err := s.pool.QueryRow(ctx, revokeAPIKey, pgx.StrictNamedArgs{"id": id, "now": now}).
		Scan(&k.ID, &k.Scope.Tenant, &k.Scope.Livemode, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return k, webhooks.ErrKeyNotFound
	}
	return k, err
}
