package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyterm"
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
	ID     string
	Scope  webhooks.Scope
	Prefix string
	keyterm.Term
}

const insertAPIKey = `
	INSERT INTO api_keys (id, tenant_id, livemode, hash, prefix, created_at, expires_at)
	VALUES (@id, @tenant, @livemode, @hash, @prefix, @now, @expires)`

// CreateAPIKey stores a key by its hash; ErrTenantNotFound when the tenant does not exist.
func (s *Store) CreateAPIKey(ctx context.Context, k APIKey, hash []byte) error {
	return insertKey(ctx, s.pool, k, hash)
}

func insertKey(ctx context.Context, q db, k APIKey, hash []byte) error {
	_, err := q.Exec(ctx, insertAPIKey, pgx.StrictNamedArgs{
		"id": k.ID, "tenant": k.Scope.Tenant, "livemode": k.Scope.Livemode, "hash": hash, "prefix": k.Prefix, "now": k.CreatedAt,
		"expires": k.ExpiresAt,
	})
	if pgdb.Violated(err, "api_keys_tenant_id_fkey") {
		return webhooks.ErrTenantNotFound
	}
	return err
}

const (
	selectScope = `
		SELECT id, tenant_id, livemode, last_used_at FROM api_keys
		WHERE  hash = @hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`
	touchAPIKey = `UPDATE api_keys SET last_used_at = @now WHERE id = @id AND (last_used_at IS NULL OR last_used_at <= @stale)`
)

// ScopeOf returns the id of a key and whom it speaks for, and notes its use; ErrInvalidCredentials when it does not work.
func (s *Store) ScopeOf(ctx context.Context, hash []byte, now time.Time) (id string, sc webhooks.Scope, err error) {
	var t keyterm.Term
	err = s.pool.QueryRow(ctx, selectScope, pgx.StrictNamedArgs{"hash": hash, "now": now}).Scan(&id, &sc.Tenant, &sc.Livemode, &t.LastUsedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return id, sc, webhooks.ErrInvalidCredentials
	}
	if err == nil && t.UsedLongAgo(now) {
		_, err = s.pool.Exec(ctx, touchAPIKey, pgx.StrictNamedArgs{"id": id, "now": now, "stale": now.Add(-keyterm.UsePrecision)})
	}
	return id, sc, err
}

const apiKeyColumns = `id, tenant_id, livemode, prefix, created_at, expires_at, revoked_at, last_used_at`

func scanAPIKey(row pgx.CollectableRow) (k APIKey, err error) {
	err = row.Scan(&k.ID, &k.Scope.Tenant, &k.Scope.Livemode, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt, &k.LastUsedAt)
	return k, err
}

const selectAPIKeys = `SELECT ` + apiKeyColumns + ` FROM api_keys WHERE tenant_id = @tenant ORDER BY created_at DESC, id DESC`

// APIKeys returns the records of a tenant's keys, newest first.
func (s *Store) APIKeys(ctx context.Context, tenant webhooks.TenantID) ([]APIKey, error) {
	rows, _ := s.pool.Query(ctx, selectAPIKeys, pgx.StrictNamedArgs{"tenant": tenant})
	return pgx.CollectRows(rows, scanAPIKey)
}

const (
	lockAPIKey = `SELECT ` + apiKeyColumns + ` FROM api_keys WHERE id = @id FOR NO KEY UPDATE`
	endAPIKey  = `UPDATE api_keys SET expires_at = @expires, revoked_at = @revoked WHERE id = @id`
)

// EndAPIKey applies f to the term of a key, alone; what it makes of it is effective with the next call. ErrKeyNotFound.
func (s *Store) EndAPIKey(ctx context.Context, id string, f func(*keyterm.Term) error) (k APIKey, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		k, err = changeAPIKey(ctx, tx, id, f)
		return err
	})
	return k, err
}

func changeAPIKey(ctx context.Context, tx pgx.Tx, id string, f func(*keyterm.Term) error) (APIKey, error) {
	rows, _ := tx.Query(ctx, lockAPIKey, pgx.StrictNamedArgs{"id": id})
	k, err := pgx.CollectExactlyOneRow(rows, scanAPIKey)
	if errors.Is(err, pgx.ErrNoRows) {
		return k, webhooks.ErrKeyNotFound
	}
	if err != nil {
		return k, err
	}
	if err := f(&k.Term); err != nil {
		return k, err
	}
	_, err = tx.Exec(ctx, endAPIKey, pgx.StrictNamedArgs{"id": k.ID, "expires": k.ExpiresAt, "revoked": k.RevokedAt})
	return k, err
}

// RollAPIKey applies f to the term of a key and stores the one that mint makes for its scope, in one transaction; ErrKeyNotFound.
func (s *Store) RollAPIKey(ctx context.Context, id string, f func(*keyterm.Term) error, mint func(webhooks.Scope) (APIKey, []byte)) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		old, err := changeAPIKey(ctx, tx, id, f)
		if err != nil {
			return err
		}
		k, hash := mint(old.Scope)
		return insertKey(ctx, tx, k, hash)
	})
}
