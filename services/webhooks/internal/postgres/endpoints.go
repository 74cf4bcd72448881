package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
	"github.com/partnerline/partnerline/services/webhooks/internal/postgres/bulk"
)

// Endpoints are the statements on endpoints.
type Endpoints struct{ db db }

// A new column of endpoints is written here, in the migration, and in webhooks.Endpoint.
const (
	endpointState = `url, events, description, is_active, activation, version, filter, honour_retry_after,
	deactivate_on_410, rate_limit, signatures, body_preset, body_expression, order_by, order_on_failure, channels,
	failure_count, failed_attempts, disabled_at, failing_since, missed_since, updated_at, proven_at, awaits_proof,
	challenge, challenge_delivery, challenge_expires_at` // what an update may change
	endpointColumns = `id, tenant_id, livemode, created_at, ` + endpointState + `, recovery_window, header_names,
	authentication, secret_rotated_at, last_triggered_at, last_success_at, last_failure_at, last_status`
)

const countEndpoints = `SELECT count(*) FROM endpoints WHERE tenant_id = @tenant_id AND livemode = @livemode`

// Count returns how many endpoints a scope has.
func (s Endpoints) Count(ctx context.Context, sc webhooks.Scope) (n int, err error) {
	err = s.db.QueryRow(ctx, countEndpoints, pgdb.Fields(sc, nil)).Scan(&n)
	return n, err
}

const countActive = countEndpoints + ` AND is_active`

// CountActive returns how many endpoints of a scope are active.
func (s Endpoints) CountActive(ctx context.Context, sc webhooks.Scope) (n int, err error) {
	err = s.db.QueryRow(ctx, countActive, pgdb.Fields(sc, nil)).Scan(&n)
	return n, err
}

var insertEndpoint = `INSERT INTO endpoints (id, tenant_id, livemode, created_at, ` + endpointState + `)
	VALUES (@id, @tenant_id, @livemode, @created_at, ` + pgdb.Named(endpointState) + `)`

// Insert stores an endpoint.
func (s Endpoints) Insert(ctx context.Context, e webhooks.Endpoint) error {
	e.Channels = append([]string{}, e.Channels...)
	return exec(ctx, s.db, insertEndpoint, pgdb.Fields(e, nil))
}

const selectEndpoints = `
	SELECT ` + endpointColumns + ` FROM endpoints
	WHERE  tenant_id = @tenant_id AND livemode = @livemode ORDER BY created_at DESC, id DESC`

// List returns all endpoints of a scope, newest first.
func (s Endpoints) List(ctx context.Context, sc webhooks.Scope) ([]webhooks.Endpoint, error) {
	return pgdb.All[webhooks.Endpoint](ctx, s.db, selectEndpoints, pgdb.Fields(sc, nil))
}

const selectTenantEndpoints = `
	SELECT ` + endpointColumns + ` FROM endpoints WHERE tenant_id = @tenant ORDER BY created_at DESC, id DESC`

// ListOfTenant returns all endpoints of a tenant, of both modes, newest first.
func (s Endpoints) ListOfTenant(ctx context.Context, tenant webhooks.TenantID) ([]webhooks.Endpoint, error) {
	return pgdb.All[webhooks.Endpoint](ctx, s.db, selectTenantEndpoints, pgx.StrictNamedArgs{"tenant": tenant})
}

// isFailing holds for endpoints whose health is failing (Endpoint.Health) and those that were deactivated, as the index
// endpoints_failing has it.
const isFailing = `(disabled_at IS NOT NULL OR is_active AND (failed_attempts >= 10 OR failure_count >= 25))`

// deactivated is when an endpoint was deactivated; for the others, after all that were.
const deactivated = `coalesce(disabled_at, '9999-01-01 00:00:00+00'::timestamptz)`

// FailingPosition is where an endpoint is in ListFailing.
func FailingPosition(e webhooks.Endpoint) webhooks.Position {
	at := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	if e.DisabledAt != nil {
		at = *e.DisabledAt
	}
	return webhooks.Position{Time: at, ID: string(e.ID)}
}

const selectFailing = `SELECT ` + endpointColumns + ` FROM endpoints`

func failingQuery(before *webhooks.Position, limit int) (string, pgx.StrictNamedArgs) {
	return where(isFailing, pgx.StrictNamedArgs{}).
		And(before != nil, "("+deactivated+", id) < (@after_time, @after_id::uuid)", after(before)).
		Page(selectFailing, deactivated+" DESC, id DESC", limit)
}

// ListFailing returns endpoints of all tenants: those that are failing, then those that were deactivated, the last one
// first.
func (s Endpoints) ListFailing(ctx context.Context, before *webhooks.Position, limit int) ([]webhooks.Endpoint, error) {
	sql, args := failingQuery(before, limit)
	return pgdb.All[webhooks.Endpoint](ctx, s.db, sql, planned, args)
}

// Of more than is counted, as many are shown: an answer costs the same however many there are.
const countFailing = `
	SELECT livemode, disabled, count(*) AS count FROM (
		SELECT livemode, disabled_at IS NOT NULL AS disabled FROM endpoints
		WHERE ` + isFailing + ` LIMIT @limit) e
	GROUP  BY livemode, disabled`

// FailingCount is how many endpoints fail, or were deactivated.
type FailingCount struct {
	Livemode, Disabled bool
	Count              int64
}

// CountFailing counts the endpoints of ListFailing, at most limit.
func (s Endpoints) CountFailing(ctx context.Context, limit int) ([]FailingCount, error) {
	return pgdb.All[FailingCount](ctx, s.db, countFailing, pgx.StrictNamedArgs{"limit": limit})
}

const selectEndpoint = `
	SELECT ` + endpointColumns + ` FROM endpoints WHERE id = @id AND tenant_id = @tenant_id AND livemode = @livemode`

// Find returns one endpoint of a scope; ErrEndpointNotFound for any other.
func (s Endpoints) Find(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID) (webhooks.Endpoint, error) {
	return s.FindLocked(ctx, sc, id, "")
}

// FindLocked is Find with a lock.
func (s Endpoints) FindLocked(
	ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, lock Lock,
) (webhooks.Endpoint, error) {
	if !isUUID(string(id)) {
		return webhooks.Endpoint{}, webhooks.ErrEndpointNotFound
	}
	return pgdb.Get[webhooks.Endpoint](ctx, s.db, webhooks.ErrEndpointNotFound, selectEndpoint+string(lock),
		pgdb.Fields(sc, pgx.StrictNamedArgs{"id": id}))
}

const selectChosen = `SELECT ` + endpointColumns + ` FROM endpoints`

// Chosen returns the endpoints that a selection chooses, in their order, at most limit.
func (s Endpoints) Chosen(ctx context.Context, x webhooks.BulkSelection, limit int) ([]webhooks.Endpoint, error) {
	sql, args := bulk.Selected(x).Page(selectChosen, "id", limit)
	return pgdb.All[webhooks.Endpoint](ctx, s.db, sql, args)
}

// isUUID reports whether an id has the one form that the API gives out.
func isUUID(id string) bool { return len(id) == 36 && uuid.Validate(id) == nil }

const selectScopeOfEndpoint = `SELECT tenant_id, livemode FROM endpoints WHERE id = @id`

// ScopeOf returns whose an endpoint is; ErrEndpointNotFound.
func (s Endpoints) ScopeOf(ctx context.Context, id webhooks.EndpointID) (webhooks.Scope, error) {
	if uuid.Validate(string(id)) != nil {
		return webhooks.Scope{}, webhooks.ErrEndpointNotFound
	}
	return pgdb.Get[webhooks.Scope](ctx, s.db, webhooks.ErrEndpointNotFound, selectScopeOfEndpoint,
		pgx.StrictNamedArgs{"id": id})
}

// The locks are taken in order of id, so that two ingests never wait for each other in a circle.
const selectEndpointsLocked = `
	SELECT ` + endpointColumns + ` FROM endpoints WHERE id = ANY(@ids::uuid[]) ORDER BY id FOR NO KEY UPDATE`

// Lock returns endpoints by id and locks them; those that do not exist are left out.
func (s Endpoints) Lock(ctx context.Context, ids []string) (map[webhooks.EndpointID]*webhooks.Endpoint, error) {
	list, err := pgdb.All[webhooks.Endpoint](ctx, s.db, selectEndpointsLocked, pgx.StrictNamedArgs{"ids": ids})
	if err != nil {
		return nil, err
	}
	out := make(map[webhooks.EndpointID]*webhooks.Endpoint, len(list))
	for i := range list {
		out[list[i].ID] = &list[i]
	}
	return out, nil
}

var updateEndpoint = `
	UPDATE endpoints SET (` + endpointState + `) = ROW (` + pgdb.Named(endpointState) + `) WHERE id = @id`

// Update stores what an update or an activation changes.
func (s Endpoints) Update(ctx context.Context, e webhooks.Endpoint) error {
	e.Channels = append([]string{}, e.Channels...)
	return exec(ctx, s.db, updateEndpoint, pgdb.Fields(e, nil))
}

const selectListing = `
	SELECT EXISTS (SELECT FROM endpoints
	               WHERE tenant_id = @tenant_id AND livemode = @livemode AND is_active AND events @> ARRAY[@type]
	                      AND id <> @id)`

// OthersList reports whether another endpoint of the scope of one is active and lists a type.
func (s Endpoints) OthersList(ctx context.Context, e webhooks.Endpoint, t webhooks.EventType) (yes bool, err error) {
	err = s.db.QueryRow(ctx, selectListing, pgdb.Fields(e, pgx.StrictNamedArgs{"type": t})).Scan(&yes)
	return yes, err
}

const setProven = `
	UPDATE endpoints SET proven_at = @now, awaits_proof = false, challenge = NULL, challenge_delivery = NULL,
	       challenge_expires_at = NULL, updated_at = @now, version = version + 1
	WHERE  id = ANY(@ids::uuid[])`

// SetProven stores that ownership of endpoints is proven, and ends their challenges.
func (s Endpoints) SetProven(ctx context.Context, ids []webhooks.EndpointID, now time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	return exec(ctx, s.db, setProven, pgx.StrictNamedArgs{
		"ids": pgdb.Column(ids, func(id webhooks.EndpointID) string { return string(id) }), "now": now,
	})
}

const notifyEndpoint = `SELECT pg_notify('` + ChannelEndpoints + `', @id::text)`

// NotifyChanged has the dispatchers notified of a change when the transaction commits.
func (s Endpoints) NotifyChanged(ctx context.Context, id webhooks.EndpointID) error {
	return exec(ctx, s.db, notifyEndpoint, pgx.StrictNamedArgs{"id": id})
}

const setMoved = `UPDATE endpoints SET moved_at = greatest(moved_at, @now) WHERE id = @id`

// SetMoved stores that attempts of an endpoint were moved to now, and notifies the dispatchers at the commit.
func (s Endpoints) SetMoved(ctx context.Context, id webhooks.EndpointID, now time.Time) error {
	if err := exec(ctx, s.db, setMoved, pgx.StrictNamedArgs{"id": id, "now": now}); err != nil {
		return err
	}
	return s.NotifyChanged(ctx, id)
}

// The time of the oldest event that the endpoint may miss from now on: what waits for an attempt is cancelled, what
// waits for its fan-out finds no active endpoint, and an automatic recovery under way ends where it is.
const noteMissed = `
	UPDATE endpoints p SET missed_since = least(
	       greatest(p.created_at, p.updated_at - @slack::interval),
	       (SELECT min(d.event_at) FROM deliveries d WHERE d.endpoint_id = p.id AND d.status = 'pending'),
	       (SELECT greatest(p.created_at, o.created_at - @slack::interval) FROM outbox o ORDER BY o.seq LIMIT 1),
	       (SELECT min(r.cursor_at) FROM recoveries r WHERE r.endpoint_id = p.id AND r.status = 'running' AND r.automatic))
	WHERE  id = @id`

// SetMissedSince stores from when on an endpoint that stops being active misses events.
func (s Endpoints) SetMissedSince(ctx context.Context, id webhooks.EndpointID) error {
	return exec(ctx, s.db, noteMissed, pgx.StrictNamedArgs{"id": id, "slack": webhooks.CommitSlack})
}

const deleteEndpoint = `DELETE FROM endpoints WHERE id = @id AND tenant_id = @tenant_id AND livemode = @livemode`

// Delete removes an endpoint and its secrets.
func (s Endpoints) Delete(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID) error {
	return exec(ctx, s.db, deleteEndpoint, pgdb.Fields(sc, pgx.StrictNamedArgs{"id": id}))
}

const setRecoveryWindow = `UPDATE endpoints SET recovery_window = @window WHERE id = @id`

// SetRecoveryWindow stores how far back a re-activation of an endpoint recovers what it missed; 0: not at all.
func (s Endpoints) SetRecoveryWindow(ctx context.Context, id webhooks.EndpointID, window time.Duration) error {
	tag, err := s.db.Exec(ctx, setRecoveryWindow, pgx.StrictNamedArgs{"id": id, "window": window})
	if err == nil && tag.RowsAffected() == 0 {
		return webhooks.ErrEndpointNotFound
	}
	return err
}

const markRotated = `
	UPDATE endpoints SET secret_rotated_at = @now, updated_at = @now, version = version + 1 WHERE id = @endpoint`

// SetRotated stores the time of a rotation of the secret.
func (s Endpoints) SetRotated(ctx context.Context, id webhooks.EndpointID, now time.Time) error {
	return exec(ctx, s.db, markRotated, pgx.StrictNamedArgs{"endpoint": id, "now": now})
}
