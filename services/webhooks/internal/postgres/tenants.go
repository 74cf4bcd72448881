package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Tenants are the statements on tenants.
type Tenants struct{ db db }

const tenantColumns = `id, name, coalesce(envelope_tenant, id) AS envelope, created_at`

const insertTenant = `
	INSERT INTO tenants (id, name, created_at) VALUES (@id, @name, @now)
	ON CONFLICT (id) DO UPDATE SET id = excluded.id
	RETURNING ` + tenantColumns

// Create stores a tenant, or returns the one that has the id already.
func (s Tenants) Create(
	ctx context.Context, id webhooks.TenantID, name string, now time.Time,
) (webhooks.Tenant, error) {
	return pgdb.Get[webhooks.Tenant](ctx, s.db, webhooks.ErrTenantNotFound, insertTenant,
		pgx.StrictNamedArgs{"id": id, "name": name, "now": now})
}

const putPartner = `
	INSERT INTO tenants (id, name, envelope_tenant, created_at) VALUES (@id, @name, @envelope, @now)
	ON CONFLICT (id) DO UPDATE SET name = excluded.name, envelope_tenant = excluded.envelope_tenant
	WHERE (tenants.name, tenants.envelope_tenant) IS DISTINCT FROM (excluded.name, excluded.envelope_tenant)`

// PutPartner stores the tenant of a partner, or what has changed of it.
func (s Tenants) PutPartner(ctx context.Context, t webhooks.Tenant, now time.Time) error {
	return exec(ctx, s.db, putPartner, pgx.StrictNamedArgs{"id": t.ID, "name": t.Name, "envelope": t.Envelope, "now": now})
}

const selectEnvelope = `SELECT coalesce(envelope_tenant, id) FROM tenants WHERE id = @id`

// Envelope returns what the envelopes of a tenant's events name.
func (s Tenants) Envelope(ctx context.Context, id webhooks.TenantID) (name webhooks.TenantID, err error) {
	err = s.db.QueryRow(ctx, selectEnvelope, pgx.StrictNamedArgs{"id": id}).Scan(&name)
	return name, err
}

const takeRelayCall = `UPDATE relay_calls SET epoch = @epoch, call = @call
	WHERE (epoch, call) < (@epoch::bigint, @call::bigint)`

// TakeRelayCall stores that a call is the latest, and reports whether it is. Calls take turns.
func (s Tenants) TakeRelayCall(ctx context.Context, epoch, call int64) (latest bool, err error) {
	tag, err := s.db.Exec(ctx, takeRelayCall, pgx.StrictNamedArgs{"epoch": epoch, "call": call})
	return tag.RowsAffected() == 1, err
}

const (
	withdrawPermission = `
		INSERT INTO withdrawn_permissions (tenant_id, livemode, permission, withdrawn_at)
		VALUES (@tenant, @livemode, @permission, @now)
		ON CONFLICT DO NOTHING`
	grantPermission = `DELETE FROM withdrawn_permissions
		WHERE tenant_id = @tenant AND livemode = @livemode AND permission = @permission`
)

// SetPermission stores whether a permission is withdrawn from a tenant.
func (s Tenants) SetPermission(
	ctx context.Context, sc webhooks.Scope, permission string, withdrawn bool, now time.Time,
) error {
	args := pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode, "permission": permission}
	if !withdrawn {
		return exec(ctx, s.db, grantPermission, args)
	}
	args["now"] = now
	return exec(ctx, s.db, withdrawPermission, args)
}

const selectTenants = `SELECT ` + tenantColumns + ` FROM tenants WHERE id > @after
	ORDER BY id LIMIT @limit`

// List returns tenants behind an id, in the order of their ids.
func (s Tenants) List(ctx context.Context, after webhooks.TenantID, limit int) ([]webhooks.Tenant, error) {
	return pgdb.All[webhooks.Tenant](ctx, s.db, selectTenants, pgx.StrictNamedArgs{"after": after, "limit": limit})
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

const selectTenantExists = `SELECT EXISTS (SELECT FROM tenants WHERE id = @id)`

// Exists reports whether a tenant exists.
func (s Tenants) Exists(ctx context.Context, id webhooks.TenantID) (yes bool, err error) {
	err = s.db.QueryRow(ctx, selectTenantExists, pgx.StrictNamedArgs{"id": id}).Scan(&yes)
	return yes, err
}

// The row of the tenant is locked so that two calls cannot both pass the limit of endpoints. The count is a statement
// of its own: one together with the lock would count what it saw before it had the lock. Rows that refer to the tenant
// can be stored meanwhile, by a transaction that has an endpoint which the caller is to lock next.
const lockTenant = `SELECT id FROM tenants WHERE id = @tenant FOR NO KEY UPDATE`

// Lock locks a tenant. Who locks endpoints as well does so after it.
func (s Tenants) Lock(ctx context.Context, id webhooks.TenantID) error {
	return exec(ctx, s.db, lockTenant, pgx.StrictNamedArgs{"tenant": id})
}
