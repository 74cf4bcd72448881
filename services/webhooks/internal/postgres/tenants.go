package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// Tenants are the statements on tenants.
type Tenants struct{ db db }

const insertTenant = `
	INSERT INTO tenants (id, name, created_at) VALUES (@id, @name, @now)
	ON CONFLICT (id) DO UPDATE SET id = excluded.id
	RETURNING id, name, created_at`

// Create stores a tenant, or returns the one that has the id already.
func (s Tenants) Create(ctx context.Context, id webhooks.TenantID, name string, now time.Time) (webhooks.Tenant, error) {
	var t webhooks.Tenant
	err := s.db.QueryRow(ctx, insertTenant, pgx.StrictNamedArgs{"id": id, "name": name, "now": now}).
		Scan(&t.ID, &t.Name, &t.CreatedAt)
	return t, err
}

const selectTenants = `SELECT id, name, created_at FROM tenants WHERE id > @after ORDER BY id LIMIT @limit`

// List returns tenants behind an id, in the order of their ids.
func (s Tenants) List(ctx context.Context, after webhooks.TenantID, limit int) ([]webhooks.Tenant, error) {
	rows, _ := s.db.Query(ctx, selectTenants, pgx.StrictNamedArgs{"after": after, "limit": limit})
	return pgx.CollectRows(rows, pgx.RowToStructByPos[webhooks.Tenant])
}

const selectTenantsByID = `SELECT id, name FROM tenants WHERE id = ANY(@ids)`

// Names returns the names of tenants by their ids.
func (s Tenants) Names(ctx context.Context, ids []webhooks.TenantID) (map[webhooks.TenantID]string, error) {
	rows, _ := s.db.Query(ctx, selectTenantsByID, pgx.StrictNamedArgs{"ids": ids})
	names := make(map[webhooks.TenantID]string, len(ids))
	var id webhooks.TenantID
	var name string
	_, err := pgx.ForEachRow(rows, []any{&id, &name}, func() error { names[id] = name; return nil })
	return names, err
}

const selectTenantExists = `SELECT true FROM tenants WHERE id = @id`

// Exists reports whether a tenant exists.
func (s Tenants) Exists(ctx context.Context, id webhooks.TenantID) (bool, error) {
	var yes bool
	err := s.db.QueryRow(ctx, selectTenantExists, pgx.StrictNamedArgs{"id": id}).Scan(&yes)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return yes, err
}

// The row of the tenant is locked so that two calls cannot both pass the limit of endpoints. The count is a statement of its own:
// one together with the lock would count what it saw before it had the lock.
const lockTenant = `SELECT id FROM tenants WHERE id = @tenant FOR UPDATE`

// Lock locks a tenant.
func (s Tenants) Lock(ctx context.Context, id webhooks.TenantID) error {
	return exec(ctx, s.db, lockTenant, pgx.StrictNamedArgs{"tenant": id})
}
