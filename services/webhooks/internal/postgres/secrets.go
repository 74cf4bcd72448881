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
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/internal/reseal"
	"github.com/partnerline/partnerline/services/webhooks"
	portal "github.com/partnerline/partnerline/services/webhooks/portal/postgres"
)

// Secrets are the statements on what of endpoints is stored encrypted: signing secrets, the headers of their own, and
// authentications, with the authorities of those that we make.
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
		Table: "key_pairs", Name: "sealed", Key: []reseal.Key{{Name: "id", Type: reseal.Text}},
		AssociatedData: func(key []string) string { return keyPairData(key[0]) },
	}, {
		Table: "endpoints", Name: "sealed_authentication", Key: []reseal.Key{{Name: "id", Type: reseal.UUID}},
		AssociatedData: func(key []string) string { return authenticationData(webhooks.EndpointID(key[0])) },
	}, {
		Table: "client_authorities", Name: "sealed", Key: []reseal.Key{{Name: "id", Type: reseal.UUID}},
		AssociatedData: func(key []string) string { return authorityData(key[0]) },
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

func authenticationData(endpoint webhooks.EndpointID) string {
	return "endpoints/" + string(endpoint) + "/authentication"
}

const setAuthentication = `
	UPDATE endpoints SET authentication = @shown, sealed_authentication = @sealed, certificate_due_at = @due
	WHERE  id = @endpoint`

// SetAuthentication stores the authentication of an endpoint, instead of the one so far; nil: it has none.
func (s Secrets) SetAuthentication(ctx context.Context, e webhooks.Endpoint, a *webhooks.Authentication) error {
	var sealed []byte
	if e.Authentication != nil && a != nil {
		text, err := json.Marshal(a) //nolint:gosec // it is sealed, and goes nowhere else
		if err != nil {
			return err
		}
		sealed = s.keys.Seal(text, authenticationData(e.ID))
	}
	var due *time.Time
	if until := e.Authentication.CertificateExpiresAt(); until != nil {
		due = new(until.Add(-webhooks.CertificateNoticeAhead))
	}
	return exec(ctx, s.db, setAuthentication, pgx.StrictNamedArgs{
		"endpoint": e.ID, "shown": e.Authentication, "sealed": sealed, "due": due,
	})
}

// openAuthentication opens what SetAuthentication has sealed; nil for none.
func (s Secrets) openAuthentication(
	endpoint webhooks.EndpointID, sealed []byte,
) (a *webhooks.Authentication, err error) {
	if sealed == nil {
		return nil, nil //nolint:nilnil // it has none
	}
	text, err := s.keys.Open(sealed, authenticationData(endpoint))
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if err != nil {
		return nil, fmt.Errorf("authentication of endpoint %s: %w", endpoint, err)
	}
	return a, nil
}

const selectAuthentication = `SELECT sealed_authentication FROM endpoints WHERE id = @id`

// Authentication returns the authentication of an endpoint; nil when it has none, or does not exist.
func (s Secrets) Authentication(ctx context.Context, id webhooks.EndpointID) (*webhooks.Authentication, error) {
	sealed, found, err := pgdb.Find[[]byte](ctx, s.db, selectAuthentication, pgx.StrictNamedArgs{"id": id})
	if err != nil || !found {
		return nil, err
	}
	return s.openAuthentication(id, sealed)
}

// authorityData is the associated data that ties the key of an authority to its row.
func authorityData(id string) string { return "client_authorities/" + id }

const selectAuthority = `
	SELECT id, certificate, sealed FROM client_authorities WHERE tenant_id = @tenant_id AND livemode = @livemode`

// Authority returns the authority of a scope; the zero one when there is none.
func (s Secrets) Authority(ctx context.Context, sc webhooks.Scope) (a webhooks.Authority, err error) {
	type row struct {
		ID, Certificate string
		Sealed          []byte
	}
	r, found, err := pgdb.Find[row](ctx, s.db, selectAuthority, pgdb.Fields(sc, nil))
	if err != nil || !found {
		return a, err
	}
	key, err := s.keys.Open(r.Sealed, authorityData(r.ID))
	if err != nil {
		return a, fmt.Errorf("authority %s: %w", r.ID, err)
	}
	return webhooks.Authority{Certificate: r.Certificate, PrivateKey: string(key)}, nil
}

const setAuthority = `
	INSERT INTO client_authorities (id, tenant_id, livemode, certificate, sealed, created_at)
	VALUES (@id, @tenant_id, @livemode, @certificate, @sealed, @now)
	ON CONFLICT (tenant_id, livemode) DO UPDATE
	SET    id = excluded.id, certificate = excluded.certificate, sealed = excluded.sealed,
	       created_at = excluded.created_at`

// SetAuthority stores the authority of a scope, instead of the one so far.
func (s Secrets) SetAuthority(ctx context.Context, sc webhooks.Scope, a webhooks.Authority, now time.Time) error {
	id := uuid.Must(uuid.NewV7()).String()
	return exec(ctx, s.db, setAuthority, pgdb.Fields(sc, pgx.StrictNamedArgs{
		"id": id, "certificate": a.Certificate, "sealed": s.keys.Seal([]byte(a.PrivateKey), authorityData(id)), "now": now,
	}))
}

const selectDueCertificates = `
	SELECT id FROM endpoints WHERE certificate_due_at <= @now ORDER BY certificate_due_at LIMIT @limit`

// DueCertificates returns endpoints whose client certificate is to be renewed, or of whose end a notice is due.
func (s Secrets) DueCertificates(ctx context.Context, now time.Time, limit int) ([]webhooks.EndpointID, error) {
	rows, err := s.db.Query(ctx, selectDueCertificates, pgx.StrictNamedArgs{"now": now, "limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[webhooks.EndpointID])
}

const settleCertificate = `UPDATE endpoints SET certificate_due_at = NULL WHERE id = @id`

// SettleCertificate stores that a notice of the end of a client certificate was given.
func (s Secrets) SettleCertificate(ctx context.Context, id webhooks.EndpointID) error {
	return exec(ctx, s.db, settleCertificate, pgx.StrictNamedArgs{"id": id})
}

const postponeCertificate = `
	UPDATE endpoints SET certificate_due_at = @until WHERE id = @id AND certificate_due_at <= @now`

// PostponeCertificate lets a client certificate that is due be due at another time.
func (s Secrets) PostponeCertificate(ctx context.Context, id webhooks.EndpointID, now, until time.Time) error {
	return exec(ctx, s.db, postponeCertificate, pgx.StrictNamedArgs{"id": id, "now": now, "until": until})
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
	       e.moved_at, e.signatures, e.body_preset, e.body_expression, e.sealed_headers, e.sealed_authentication,
	       s.id, s.sealed, s.expires_at
	FROM   endpoints e, LATERAL (
	       SELECT id, sealed, expires_at, created_at FROM endpoint_secrets
	       WHERE  endpoint_id = e.id AND (expires_at IS NULL OR expires_at > @now)
	       ORDER  BY created_at DESC, id DESC LIMIT @most) s
	WHERE  e.id = ANY(@ids::uuid[])
	ORDER  BY e.id, s.created_at DESC, s.id DESC`

// Targets returns the targets among ids that exist, with the keys that sign: the newest MaxSigningKeys that are valid,
// and the key pairs of their tenants. One with a key, headers or an authentication that cannot be decrypted has no
// keys, and says why: no other endpoint waits for it. An id that is no UUID is one that does not exist.
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
		var sealed, headers, authentication []byte
		var key webhooks.SigningKey
		err := rows.Scan(&t.Endpoint, &t.Scope.Tenant, &t.Scope.Livemode, &t.URL, &t.IsActive, &t.Activation,
			&t.HonourRetryAfter, &t.RateLimit, &t.MovedAt, &t.Signatures, &t.Body.BodyPreset, &t.Body.BodyExpression, &headers,
			&authentication, &secret,
			&sealed,
			&key.ExpiresAt)
		if err != nil {
			return nil, err
		}
		if n := len(out); n == 0 || out[n-1].Endpoint != t.Endpoint {
			t.Headers, t.Unsigned = s.openHeaders(t.Endpoint, headers)
			if t.Authentication, err = s.openAuthentication(t.Endpoint, authentication); err != nil {
				t.Unsigned = err
			}
			out = append(out, t)
		}
		last := &out[len(out)-1]
		if key.Raw, err = s.keys.Open(sealed, secretData(t.Endpoint, secret)); err != nil {
			last.Unsigned = fmt.Errorf("secret of endpoint %s: %w", t.Endpoint, err)
		}
		last.Keys = append(last.Keys, key)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	paired := map[webhooks.EndpointID]*webhooks.Target{}
	for i := range out {
		if webhooks.NeedsKeyPair(out[i].Signatures) {
			paired[out[i].Endpoint] = &out[i]
		}
	}
	if err := s.addKeyPairs(ctx, paired, now); err != nil {
		return nil, err
	}
	for i := range out {
		if t := &out[i]; t.Unsigned != nil {
			t.Keys, t.KeyPairs = nil, nil
		}
	}
	return out, nil
}
