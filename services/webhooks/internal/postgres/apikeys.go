package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyterm"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// APIKeys are the statements on API keys.
type APIKeys struct{ db db }

const apiKeyColumns = `id, tenant_id, livemode, prefix, created_at, expires_at, revoked_at, last_used_at`

func scanAPIKey(row pgx.CollectableRow) (k webhooks.APIKey, err error) {
	err = row.Scan(&k.ID, &k.Scope.Tenant, &k.Scope.Livemode, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt,
		&k.LastUsedAt)
	return k, err
}

const insertAPIKey = `
	INSERT INTO api_keys (id, tenant_id, livemode, hash, prefix, created_at, expires_at)
	VALUES (@id, @tenant, @livemode, @hash, @prefix, @now, @expires)`

// Insert stores a key by its hash; ErrTenantNotFound when the tenant does not exist.
func (s APIKeys) Insert(ctx context.Context, k webhooks.APIKey, hash []byte) error {
	_, err := s.db.Exec(ctx, insertAPIKey, pgx.StrictNamedArgs{
		"id": k.ID, "tenant": k.Scope.Tenant, "livemode": k.Scope.Livemode, "hash": hash, "prefix": k.Prefix,
		"now":     k.CreatedAt,
		"expires": k.ExpiresAt,
	})
	if pgdb.Violated(err, "api_keys_tenant_id_fkey") {
		return webhooks.ErrTenantNotFound
	}
	return err
}

const selectValidAPIKey = `
	SELECT ` + apiKeyColumns + ` FROM api_keys WHERE hash = @hash AND revoked_at IS NULL
		       AND (expires_at IS NULL OR expires_at > @now)`

// FindValid returns the record of a key that works; ErrInvalidCredentials when none does.
func (s APIKeys) FindValid(ctx context.Context, hash []byte, now time.Time) (webhooks.APIKey, error) {
	rows, _ := s.db.Query(ctx, selectValidAPIKey, pgx.StrictNamedArgs{"hash": hash, "now": now})
	return pgdb.One(rows, scanAPIKey, webhooks.ErrInvalidCredentials)
}

const selectValidKeys = `
	SELECT id FROM api_keys WHERE id = ANY(@ids) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`

// Valid returns those of the keys with these ids that work.
func (s APIKeys) Valid(ctx context.Context, list []string, now time.Time) ([]string, error) {
	rows, _ := s.db.Query(ctx, selectValidKeys, pgx.StrictNamedArgs{"ids": list, "now": now})
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

const touchAPIKey = `UPDATE api_keys SET last_used_at = @now
	WHERE id = @id AND (last_used_at IS NULL OR last_used_at <= @stale)`

// Touch records the use of a key unless that was done a short while ago.
func (s APIKeys) Touch(ctx context.Context, id string, now time.Time) error {
	return exec(ctx, s.db, touchAPIKey, pgx.StrictNamedArgs{"id": id, "now": now, "stale": now.Add(-keyterm.UsePrecision)})
}

const selectAPIKeys = `SELECT ` + apiKeyColumns + ` FROM api_keys WHERE tenant_id = @tenant
	ORDER BY created_at DESC, id DESC`

// List returns the records of a tenant's keys, newest first.
func (s APIKeys) List(ctx context.Context, tenant webhooks.TenantID) ([]webhooks.APIKey, error) {
	rows, _ := s.db.Query(ctx, selectAPIKeys, pgx.StrictNamedArgs{"tenant": tenant})
	return pgx.CollectRows(rows, scanAPIKey)
}

const selectAPIKeyMode = `SELECT coalesce((SELECT livemode FROM api_keys WHERE id = @id), false)`

// Livemode returns the mode of a key; false for an id that is unknown.
func (s APIKeys) Livemode(ctx context.Context, id string) (live bool, err error) {
	err = s.db.QueryRow(ctx, selectAPIKeyMode, pgx.StrictNamedArgs{"id": id}).Scan(&live)
	return live, err
}

const lockAPIKey = `SELECT ` + apiKeyColumns + ` FROM api_keys WHERE id = @id FOR NO KEY UPDATE`

// Lock returns the record of a key and locks it; ErrKeyNotFound.
func (s APIKeys) Lock(ctx context.Context, id string) (webhooks.APIKey, error) {
	rows, _ := s.db.Query(ctx, lockAPIKey, pgx.StrictNamedArgs{"id": id})
	return pgdb.One(rows, scanAPIKey, webhooks.ErrKeyNotFound)
}

const endAPIKey = `UPDATE api_keys SET expires_at = @expires, revoked_at = @revoked WHERE id = @id`

// SetTerm stores when a key ends.
func (s APIKeys) SetTerm(ctx context.Context, id string, t keyterm.Term) error {
	return exec(ctx, s.db, endAPIKey, pgx.StrictNamedArgs{"id": id, "expires": t.ExpiresAt, "revoked": t.RevokedAt})
}
