package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

const endpointColumns = `id, tenant_id, livemode, url, events, description, is_active, failure_count, failed_attempts, last_triggered_at,
	last_success_at, last_failure_at, last_status, disabled_at, created_at, updated_at, secret_rotated_at, activation, version,
	coalesce(recovery_window_s, 0), failing_since, missed_since`

func scanEndpoint(row pgx.CollectableRow) (webhooks.Endpoint, error) {
	var e webhooks.Endpoint
	var window int64
	err := row.Scan(&e.ID, &e.Scope.Tenant, &e.Scope.Livemode, &e.URL, &e.Events, &e.Description, &e.IsActive, &e.FailureCount, &e.FailedAttempts,
		&e.LastTriggeredAt, &e.LastSuccessAt, &e.LastFailureAt, &e.LastStatus, &e.DisabledAt, &e.CreatedAt, &e.UpdatedAt,
		&e.SecretRotatedAt, &e.Activation, &e.Version, &window, &e.FailingSince, &e.MissedSince)
	e.RecoveryWindow = time.Duration(window) * time.Second
	return e, err
}

// The row of the tenant is locked so that two calls cannot both pass the limit. The count is a statement of its own:
// one together with the lock would count what it saw before it had the lock.
const lockTenant = `SELECT id FROM tenants WHERE id = @tenant FOR UPDATE`

const countEndpoints = `SELECT count(*) FROM endpoints WHERE tenant_id = @tenant AND livemode = @livemode`

const insertEndpoint = `
	INSERT INTO endpoints (id, tenant_id, livemode, url, events, description, is_active, created_at, updated_at, activation, version)
	VALUES (@id, @tenant, @livemode, @url, @events, @description, @is_active, @now, @now, @activation, @version)`

const insertSecret = `
	INSERT INTO endpoint_secrets (id, endpoint_id, sealed, created_at) VALUES (@id, @endpoint, @sealed, @now)`

// CreateEndpoint stores an endpoint and its key; ErrEndpointLimitReached when the tenant has limit of them in the mode.
func (s *Store) CreateEndpoint(ctx context.Context, e webhooks.Endpoint, key webhooks.SigningKey, limit int) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		var have int
		if _, err := tx.Exec(ctx, lockTenant, pgx.StrictNamedArgs{"tenant": e.Scope.Tenant}); err != nil {
			return err
		}
		scope := pgx.StrictNamedArgs{"tenant": e.Scope.Tenant, "livemode": e.Scope.Livemode}
		if err := tx.QueryRow(ctx, countEndpoints, scope).Scan(&have); err != nil {
			return err
		}
		if have >= limit {
			return webhooks.ErrEndpointLimitReached
		}
		_, err := tx.Exec(ctx, insertEndpoint, pgx.StrictNamedArgs{
			"id": e.ID, "tenant": e.Scope.Tenant, "livemode": e.Scope.Livemode, "url": e.URL, "events": e.Events,
			"description": e.Description, "is_active": e.IsActive, "now": e.CreatedAt, "activation": e.Activation, "version": e.Version,
		})
		if err != nil {
			return err
		}
		return s.insertSecret(ctx, tx, e.ID, key, e.CreatedAt)
	})
}

func (s *Store) insertSecret(ctx context.Context, tx db, endpoint webhooks.EndpointID, key webhooks.SigningKey, now time.Time) error {
	id := uuid.Must(uuid.NewV7()).String()
	_, err := tx.Exec(ctx, insertSecret, pgx.StrictNamedArgs{
		"id": id, "endpoint": endpoint, "sealed": s.keys.Seal(key.Raw, secretPlace(endpoint, id)), "now": now,
	})
	return err
}

// secretPlace ties a ciphertext to its row.
func secretPlace(endpoint webhooks.EndpointID, id string) string {
	return "endpoint_secrets/" + string(endpoint) + "/" + id
}

const selectEndpoints = `
	SELECT ` + endpointColumns + ` FROM endpoints
	WHERE  tenant_id = @tenant AND livemode = @livemode ORDER BY created_at DESC, id DESC`

// Endpoints returns all endpoints of a scope, newest first.
func (s *Store) Endpoints(ctx context.Context, sc webhooks.Scope) ([]webhooks.Endpoint, error) {
	rows, _ := s.pool.Query(ctx, selectEndpoints, pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode})
	return pgx.CollectRows(rows, scanEndpoint)
}

const selectTenantEndpoints = `
	SELECT ` + endpointColumns + ` FROM endpoints WHERE tenant_id = @tenant ORDER BY created_at DESC, id DESC`

// TenantEndpoints returns all endpoints of a tenant, of both modes, newest first.
func (s *Store) TenantEndpoints(ctx context.Context, tenant webhooks.TenantID) ([]webhooks.Endpoint, error) {
	rows, _ := s.pool.Query(ctx, selectTenantEndpoints, pgx.StrictNamedArgs{"tenant": tenant})
	return pgx.CollectRows(rows, scanEndpoint)
}

const selectEndpoint = `
	SELECT ` + endpointColumns + ` FROM endpoints WHERE id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Endpoint returns one endpoint of a scope; ErrEndpointNotFound for any other.
func (s *Store) Endpoint(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID) (webhooks.Endpoint, error) {
	return endpoint(ctx, s.pool, selectEndpoint, sc, id)
}

func endpoint(ctx context.Context, q db, sql string, sc webhooks.Scope, id webhooks.EndpointID) (webhooks.Endpoint, error) {
	if uuid.Validate(string(id)) != nil || len(id) != 36 {
		return webhooks.Endpoint{}, webhooks.ErrEndpointNotFound
	}
	rows, _ := q.Query(ctx, sql, pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	e, err := pgx.CollectExactlyOneRow(rows, scanEndpoint)
	if errors.Is(err, pgx.ErrNoRows) {
		return e, webhooks.ErrEndpointNotFound
	}
	return e, err
}

const updateEndpoint = `
	UPDATE endpoints SET url = @url, events = @events, description = @description, is_active = @is_active,
	       failure_count = @failure_count, failed_attempts = @failed_attempts, disabled_at = @disabled_at, updated_at = @updated_at,
	       failing_since = @failing_since, missed_since = @missed_since, activation = @activation, version = @version
	WHERE  id = @id`

const notifyEndpoint = `SELECT pg_notify('` + ChannelEndpoints + `', @id::text)`

const requestCancellation = `
	INSERT INTO cancellations (endpoint_id, activation) VALUES (@id, @activation)
	ON CONFLICT (endpoint_id) DO UPDATE SET activation = excluded.activation`

// The time of the oldest event that the endpoint may miss from now on: what waits for an attempt is cancelled, what waits
// for its fan-out finds no active endpoint, and an automatic recovery under way ends where it is.
const noteMissed = `
	UPDATE endpoints p SET missed_since = least(
	       greatest(p.created_at, p.updated_at - @slack::interval),
	       (SELECT min(d.event_at) FROM deliveries d WHERE d.endpoint_id = p.id AND d.status = 'pending'),
	       (SELECT greatest(p.created_at, o.created_at - @slack::interval) FROM outbox o ORDER BY o.seq LIMIT 1),
	       (SELECT min(r.cursor_at) FROM recoveries r WHERE r.endpoint_id = p.id AND r.status = 'running' AND r.automatic))
	WHERE  id = @id`

// UpdateEndpoint locks an endpoint, lets change alter it, and stores it with what follows: when it stopped being active,
// its pending deliveries are cancelled in the background; when it became active, a recovery may start.
func (s *Store) UpdateEndpoint(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, change func(*webhooks.Endpoint) error) (webhooks.Endpoint, error) {
	var e webhooks.Endpoint
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) (err error) {
		e, _, err = changeEndpoint(ctx, tx, sc, id, change)
		return err
	})
	return e, err
}

func changeEndpoint(ctx context.Context, tx pgx.Tx, sc webhooks.Scope, id webhooks.EndpointID, change func(*webhooks.Endpoint) error) (e webhooks.Endpoint, r *webhooks.Recovery, err error) {
	before, err := endpoint(ctx, tx, selectEndpoint+` FOR UPDATE`, sc, id)
	if err != nil {
		return e, nil, err
	}
	e = before
	if err := change(&e); err != nil || e.Version == before.Version {
		return e, nil, err
	}
	_, err = tx.Exec(ctx, updateEndpoint, pgx.StrictNamedArgs{
		"id": e.ID, "url": e.URL, "events": e.Events, "description": e.Description, "is_active": e.IsActive,
		"failure_count": e.FailureCount, "failed_attempts": e.FailedAttempts, "disabled_at": e.DisabledAt, "updated_at": e.UpdatedAt,
		"failing_since": e.FailingSince, "missed_since": e.MissedSince, "activation": e.Activation, "version": e.Version,
	})
	if err != nil {
		return e, nil, err
	}
	if e.IsActive && !before.IsActive {
		if auto, ok := before.AutomaticRecovery(ids.New(webhooks.RecoveryPrefix), e.UpdatedAt); ok {
			if err := storeRecovery(ctx, tx, auto); err != nil {
				return e, nil, err
			}
			r = &auto
		}
	}
	return e, r, endpointChanged(ctx, tx, e, before.IsActive && !e.IsActive)
}

// endpointChanged tells the dispatchers, and has what is pending cancelled when the endpoint stopped.
func endpointChanged(ctx context.Context, tx db, e webhooks.Endpoint, stopped bool) error {
	if stopped {
		if _, err := tx.Exec(ctx, noteMissed, pgx.StrictNamedArgs{"id": e.ID, "slack": webhooks.CommitSlack}); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, requestCancellation, pgx.StrictNamedArgs{"id": e.ID, "activation": e.Activation}); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, notifyEndpoint, pgx.StrictNamedArgs{"id": e.ID})
	return err
}

const deleteEndpoint = `DELETE FROM endpoints WHERE id = @id AND tenant_id = @tenant AND livemode = @livemode RETURNING id::text`

// DeleteEndpoint removes an endpoint and its secrets.
func (s *Store) DeleteEndpoint(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		e, err := endpoint(ctx, tx, selectEndpoint+` FOR UPDATE`, sc, id)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, deleteEndpoint, pgx.StrictNamedArgs{"id": id, "tenant": sc.Tenant, "livemode": sc.Livemode}); err != nil {
			return err
		}
		return endpointChanged(ctx, tx, e, true)
	})
}

// Target is what a dispatcher needs to deliver to an endpoint.
type Target struct {
	Endpoint   webhooks.EndpointID
	Scope      webhooks.Scope
	URL        string
	IsActive   bool
	Activation int
	Keys       []webhooks.SigningKey // newest first
	Unsigned   error                 // why there are no keys; nil: there are
}

const selectTargets = `
	SELECT e.id, e.tenant_id, e.livemode, e.url, e.is_active, e.activation, s.id, s.sealed, s.expires_at
	FROM   endpoints e, LATERAL (
	       SELECT id, sealed, expires_at, created_at FROM endpoint_secrets
	       WHERE  endpoint_id = e.id AND (expires_at IS NULL OR expires_at > @now)
	       ORDER  BY created_at DESC, id DESC LIMIT @most) s
	WHERE  e.id = ANY(@ids::uuid[])
	ORDER  BY e.id, s.created_at DESC, s.id DESC`

// Targets returns the targets among ids that exist, with the keys that sign: the newest MaxSigningKeys that are valid. One with a key that does not open has none, and tells
// why: no other endpoint waits for it. An id that is no UUID is one that does not exist.
func (s *Store) Targets(ctx context.Context, ids []string, now time.Time) ([]Target, error) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return uuid.Validate(id) != nil })
	rows, err := s.pool.Query(ctx, selectTargets, pgx.StrictNamedArgs{"ids": ids, "now": now, "most": webhooks.MaxSigningKeys})
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Target
	for rows.Next() {
		var t Target
		var secret string
		var sealed []byte
		var key webhooks.SigningKey
		err := rows.Scan(&t.Endpoint, &t.Scope.Tenant, &t.Scope.Livemode, &t.URL, &t.IsActive, &t.Activation, &secret, &sealed, &key.ExpiresAt)
		if err != nil {
			return nil, err
		}
		if n := len(out); n == 0 || out[n-1].Endpoint != t.Endpoint {
			out = append(out, t)
		}
		last := &out[len(out)-1]
		if key.Raw, err = s.keys.Open(sealed, secretPlace(t.Endpoint, secret)); err != nil {
			last.Unsigned = fmt.Errorf("secret of endpoint %s: %w", t.Endpoint, err)
		}
		if last.Keys = append(last.Keys, key); last.Unsigned != nil {
			last.Keys = nil
		}
	}
	return out, rows.Err()
}

// PendingCap is how far pending deliveries are counted.
const PendingCap = 1000

const selectRecent = `
	SELECT e.id,
	       (SELECT sum(delivered)::float8 / nullif(sum(delivered + failed), 0)
	        FROM   endpoint_hours h WHERE h.endpoint_id = e.id AND h.hour > @since), p.pending, p.retrying
	FROM   unnest(@ids::uuid[]) AS e(id), LATERAL (
	       SELECT count(*) AS pending, count(*) FILTER (WHERE attempt_count > 0) AS retrying
	       FROM   (SELECT attempt_count FROM deliveries d WHERE d.endpoint_id = e.id AND d.status = 'pending' LIMIT @cap) d) p`

// RecentOf returns how the deliveries of endpoints fare; pending ones are counted up to PendingCap.
func (s *Store) RecentOf(ctx context.Context, endpoints []webhooks.Endpoint, now time.Time) (map[webhooks.EndpointID]webhooks.Recent, error) {
	ids := make([]string, len(endpoints))
	for i, e := range endpoints {
		ids[i] = string(e.ID)
	}
	rows, err := s.pool.Query(ctx, selectRecent, pgx.StrictNamedArgs{"ids": ids, "since": now.Add(-25 * time.Hour), "cap": PendingCap})
	if err != nil {
		return nil, err
	}
	out := make(map[webhooks.EndpointID]webhooks.Recent, len(ids))
	var id webhooks.EndpointID
	var r webhooks.Recent
	_, err = pgx.ForEachRow(rows, []any{&id, &r.SuccessRate, &r.Pending, &r.Retrying}, func() error {
		out[id] = r
		r = webhooks.Recent{}
		return nil
	})
	return out, err
}

const expireSecrets = `
	UPDATE endpoint_secrets SET expires_at = @until
	WHERE  endpoint_id = @endpoint AND (expires_at IS NULL OR expires_at > @until)`

const deleteExpiredSecrets = `DELETE FROM endpoint_secrets WHERE endpoint_id = @endpoint AND expires_at <= @now`

const countSecrets = `
	SELECT count(*), min(expires_at) FROM endpoint_secrets WHERE endpoint_id = @endpoint AND (expires_at IS NULL OR expires_at > @now)`

const markRotated = `
	UPDATE endpoints SET secret_rotated_at = @now, updated_at = @now, version = version + 1 WHERE id = @endpoint`

// RotateSecret makes key the current one; those before it sign until `until`. Keys past their time are forgotten. The error of
// webhooks.CheckRotation, and no change, when too many are valid; the lock of the endpoint makes rotations take turns.
func (s *Store) RotateSecret(ctx context.Context, sc webhooks.Scope, id webhooks.EndpointID, key webhooks.SigningKey, until, now time.Time) (webhooks.Endpoint, error) {
	var e webhooks.Endpoint
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := endpoint(ctx, tx, selectEndpoint+` FOR UPDATE`, sc, id); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, expireSecrets, pgx.StrictNamedArgs{"endpoint": id, "until": until}); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, deleteExpiredSecrets, pgx.StrictNamedArgs{"endpoint": id, "now": now}); err != nil {
			return err
		}
		var valid int
		var freed *time.Time
		if err := tx.QueryRow(ctx, countSecrets, pgx.StrictNamedArgs{"endpoint": id, "now": now}).Scan(&valid, &freed); err != nil {
			return err
		}
		if err := webhooks.CheckRotation(valid, freed, now); err != nil {
			return err
		}
		if err := s.insertSecret(ctx, tx, id, key, now); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, markRotated, pgx.StrictNamedArgs{"endpoint": id, "now": now}); err != nil {
			return err
		}
		var err error
		if e, err = endpoint(ctx, tx, selectEndpoint, sc, id); err != nil {
			return err
		}
		return endpointChanged(ctx, tx, e, false)
	})
	return e, err
}
