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
