package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/reseal"
	"github.com/partnerline/partnerline/services/webhooks"
	portal "github.com/partnerline/partnerline/services/webhooks/portal/postgres"
)

// Secrets are the statements on what of endpoints is stored encrypted: signing secrets, and the headers of their own.
type Secrets struct {
	db   db
	keys *keyring.Keyring
}

// SealedColumns are those of what the store seals.
func SealedColumns() []reseal.Column {
	return []reseal.Column{{
		Table: "endpoint_secrets", Name: "sealed",
		Key:            []reseal.Key{{Name: "id", Type: reseal.UUID}, {Name: "endpoint_id", Type: reseal.UUID}},
		AssociatedData: func(key []string) string { return secretData(webhooks.EndpointID(key[1]), key[0]) },
	}, {
		Table: "endpoints", Name: "sealed_headers", Key: []reseal.Key{{Name: "id", Type: reseal.UUID}},
		AssociatedData: func(key []string) string { return headerData(webhooks.EndpointID(key[0])) },
	}, {
		Table: "notice_addresses", Name: "sealed", Key: []reseal.Key{{Name: "id", Type: reseal.Text}},
		AssociatedData: func(key []string) string { return portal.NoticeData(key[0]) },
	}}
}

func headerData(endpoint webhooks.EndpointID) string {
	return "endpoints/" + string(endpoint) + "/headers"
}

const setHeaders = `UPDATE endpoints SET header_names = @names, sealed_headers = @sealed WHERE id = @endpoint`

// SetHeaders stores the headers of an endpoint's own, instead of those so far.
func (s Secrets) SetHeaders(ctx context.Context, endpoint webhooks.EndpointID, headers map[string]string) error {
	names := append([]string{}, slices.Sorted(maps.Keys(headers))...)
	var sealed []byte
	if len(names) > 0 {
		text, err := json.Marshal(headers)
		if err != nil {
			return err
		}
		sealed = s.keys.Seal(text, headerData(endpoint))
	}
	return exec(ctx, s.db, setHeaders, pgx.StrictNamedArgs{"endpoint": endpoint, "names": names, "sealed": sealed})
}

// openHeaders opens what SetHeaders has sealed; nil for none.
func (s Secrets) openHeaders(endpoint webhooks.EndpointID, sealed []byte) (headers map[string]string, err error) {
	if sealed == nil {
		return nil, nil //nolint:nilnil // it has none
	}
	text, err := s.keys.Open(sealed, headerData(endpoint))
	if err == nil {
		err = json.Unmarshal(text, &headers)
	}
	if err != nil {
		return nil, fmt.Errorf("headers of endpoint %s: %w", endpoint, err)
	}
	return headers, nil
}

// secretData is the associated data that ties a ciphertext to its row.
func secretData(endpoint webhooks.EndpointID, id string) string {
	return "endpoint_secrets/" + string(endpoint) + "/" + id
}

const insertSecret = `
	INSERT INTO endpoint_secrets (id, endpoint_id, sealed, created_at, expires_at)
	VALUES (@id, @endpoint, @sealed, @now, @expires)`

// Insert stores a signing key.
func (s Secrets) Insert(
	ctx context.Context, endpoint webhooks.EndpointID, key webhooks.SigningKey, now time.Time,
) error {
	id := uuid.Must(uuid.NewV7()).String()
	return exec(ctx, s.db, insertSecret, pgx.StrictNamedArgs{
		"id": id, "endpoint": endpoint, "sealed": s.keys.Seal(key.Raw, secretData(endpoint, id)), "now": now,
		"expires": key.ExpiresAt,
	})
}

const expireSecrets = `
	UPDATE endpoint_secrets SET expires_at = @until
	WHERE  endpoint_id = @endpoint AND (expires_at IS NULL OR expires_at > @until)`

// Expire ends the keys of an endpoint at a time, those that do not end earlier.
func (s Secrets) Expire(ctx context.Context, endpoint webhooks.EndpointID, until time.Time) error {
	return exec(ctx, s.db, expireSecrets, pgx.StrictNamedArgs{"endpoint": endpoint, "until": until})
}

const deleteExpiredSecrets = `DELETE FROM endpoint_secrets WHERE endpoint_id = @endpoint AND expires_at <= @now`

// DeleteExpired removes the keys of an endpoint that have ended.
func (s Secrets) DeleteExpired(ctx context.Context, endpoint webhooks.EndpointID, now time.Time) error {
	return exec(ctx, s.db, deleteExpiredSecrets, pgx.StrictNamedArgs{"endpoint": endpoint, "now": now})
}

const countSecrets = `
	SELECT count(*), min(expires_at) FROM endpoint_secrets
	WHERE endpoint_id = @endpoint AND (expires_at IS NULL OR expires_at > @now)`

// Valid returns how many keys of an endpoint are valid, and when the first of them ends.
func (s Secrets) Valid(
	ctx context.Context, endpoint webhooks.EndpointID, now time.Time,
) (n int, freed *time.Time, err error) {
	err = s.db.QueryRow(ctx, countSecrets, pgx.StrictNamedArgs{"endpoint": endpoint, "now": now}).Scan(&n, &freed)
	return n, freed, err
}

const selectTargets = `
	SELECT e.id, e.tenant_id, e.livemode, e.url, e.is_active, e.activation, e.honour_retry_after, e.rate_limit,
	       e.moved_at, e.body_preset, e.body_expression, e.sealed_headers, s.id, s.sealed, s.expires_at
	FROM   endpoints e, LATERAL (
	       SELECT id, sealed, expires_at, created_at FROM endpoint_secrets
	       WHERE  endpoint_id = e.id AND (expires_at IS NULL OR expires_at > @now)
	       ORDER  BY created_at DESC, id DESC LIMIT @most) s
	WHERE  e.id = ANY(@ids::uuid[])
	ORDER  BY e.id, s.created_at DESC, s.id DESC`

// Targets returns the targets among ids that exist, with the keys that sign: the newest MaxSigningKeys that are valid.
// One with a key or headers that cannot be decrypted has no keys, and says why: no other endpoint waits for it. An id
// that is no UUID is one that does not exist.
func (s Secrets) Targets(ctx context.Context, ids []string, now time.Time) ([]webhooks.Target, error) {
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return uuid.Validate(id) != nil })
	rows, err := s.db.Query(ctx, selectTargets,
		pgx.StrictNamedArgs{"ids": ids, "now": now, "most": webhooks.MaxSigningKeys})
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []webhooks.Target
	for rows.Next() {
		var t webhooks.Target
		var secret string
		var sealed, headers []byte
		var key webhooks.SigningKey
		err := rows.Scan(&t.Endpoint, &t.Scope.Tenant, &t.Scope.Livemode, &t.URL, &t.IsActive, &t.Activation,
			&t.HonourRetryAfter, &t.RateLimit, &t.MovedAt, &t.Body.BodyPreset, &t.Body.BodyExpression, &headers, &secret,
			&sealed, &key.ExpiresAt)
		if err != nil {
			return nil, err
		}
		if n := len(out); n == 0 || out[n-1].Endpoint != t.Endpoint {
			t.Headers, t.Unsigned = s.openHeaders(t.Endpoint, headers)
			out = append(out, t)
		}
		last := &out[len(out)-1]
		if key.Raw, err = s.keys.Open(sealed, secretData(t.Endpoint, secret)); err != nil {
			last.Unsigned = fmt.Errorf("secret of endpoint %s: %w", t.Endpoint, err)
		}
		if last.Keys = append(last.Keys, key); last.Unsigned != nil {
			last.Keys = nil
		}
	}
	return out, rows.Err()
}
