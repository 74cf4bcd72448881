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

var insertAPIKey = `
	INSERT INTO api_keys (` + apiKeyColumns + `, hash) VALUES (` + pgdb.Named(apiKeyColumns) + `, @hash)`

// Insert stores a key by its hash; ErrTenantNotFound when the tenant does not exist.
func (s APIKeys) Insert(ctx context.Context, k webhooks.APIKey, hash []byte) error {
	err := exec(ctx, s.db, insertAPIKey, pgdb.Fields(k, pgx.StrictNamedArgs{"hash": hash}))
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
	return pgdb.Get[webhooks.APIKey](ctx, s.db, webhooks.ErrInvalidCredentials, selectValidAPIKey,
		pgx.StrictNamedArgs{"hash": hash, "now": now})
}

const selectValidKeys = `
	SELECT id FROM api_keys WHERE id = ANY(@ids) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`

// Valid returns those of the keys with these ids that work.
func (s APIKeys) Valid(ctx context.Context, list []string, now time.Time) ([]string, error) {
	return pgdb.All[string](ctx, s.db, selectValidKeys, pgx.StrictNamedArgs{"ids": list, "now": now})
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
	return pgdb.All[webhooks.APIKey](ctx, s.db, selectAPIKeys, pgx.StrictNamedArgs{"tenant": tenant})
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
	return pgdb.Get[webhooks.APIKey](ctx, s.db, webhooks.ErrKeyNotFound, lockAPIKey, pgx.StrictNamedArgs{"id": id})
}

const endAPIKey = `UPDATE api_keys SET expires_at = @expires_at, revoked_at = @revoked_at WHERE id = @id`

// SetTerm stores when a key ends.
func (s APIKeys) SetTerm(ctx context.Context, id string, t keyterm.Term) error {
	return exec(ctx, s.db, endAPIKey, pgdb.Fields(t, pgx.StrictNamedArgs{"id": id}))
}
