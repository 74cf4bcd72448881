package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// KeyPairs are the statements on the Ed25519 keys of tenants.
type KeyPairs struct {
	db   db
	keys *keyring.Keyring
}

// keyPairData is the associated data that ties a sealed seed to its row.
func keyPairData(id string) string { return "key_pairs/" + id }

const insertKeyPair = `
	INSERT INTO key_pairs (id, tenant_id, livemode, public_key, sealed, published_at, signs_from)
	VALUES (@id, @tenant_id, @livemode, @public_key, @sealed, @published_at, @signs_from)
	ON CONFLICT (tenant_id, livemode) WHERE signs_until IS NULL DO NOTHING`

// Insert stores a key pair, unless there is a newest one that is not retired.
func (s KeyPairs) Insert(ctx context.Context, k webhooks.KeyPair) (inserted bool, err error) {
	tag, err := s.db.Exec(ctx, insertKeyPair,
		pgdb.Fields(k, pgx.StrictNamedArgs{"sealed": s.keys.Seal(k.Seed, keyPairData(k.ID))}))
	return tag.RowsAffected() == 1, err
}

const selectKeyPairs = `
	SELECT id, tenant_id, livemode, public_key, published_at, signs_from, signs_until, published_until FROM key_pairs
	WHERE  tenant_id = @tenant_id AND livemode = @livemode AND (published_until IS NULL OR published_until > @now)
	ORDER  BY signs_from DESC, id DESC`

// List returns the key pairs of a scope that are published, newest first, without their seeds.
func (s KeyPairs) List(ctx context.Context, sc webhooks.Scope, now time.Time) ([]webhooks.KeyPair, error) {
	return pgdb.All[webhooks.KeyPair](ctx, s.db, selectKeyPairs, pgdb.Fields(sc, pgx.StrictNamedArgs{"now": now}))
}

const retireKeyPair = `
	UPDATE key_pairs SET signs_until = @signs_until, published_until = @published_until WHERE id = @id`

// Retire stores the ends of a key pair.
func (s KeyPairs) Retire(ctx context.Context, k webhooks.KeyPair) error {
	return exec(ctx, s.db, retireKeyPair, pgdb.Fields(k, nil))
}

const deleteKeyPairs = `
	DELETE FROM key_pairs WHERE tenant_id = @tenant_id AND livemode = @livemode AND (@all OR published_until <= @now)`

// Delete removes the key pairs of a scope that are no longer published, or all of them.
func (s KeyPairs) Delete(ctx context.Context, sc webhooks.Scope, all bool, now time.Time) error {
	return exec(ctx, s.db, deleteKeyPairs, pgdb.Fields(sc, pgx.StrictNamedArgs{"all": all, "now": now}))
}

const notifyKeyPairs = `
	SELECT pg_notify('` + ChannelEndpoints + `', id::text) FROM endpoints
	WHERE  tenant_id = @tenant_id AND livemode = @livemode AND signatures <> '{hmac}'`

// NotifyChanged has the dispatchers notified of the endpoints that key pairs of a scope sign for, when the transaction
// commits.
func (s KeyPairs) NotifyChanged(ctx context.Context, sc webhooks.Scope) error {
	return exec(ctx, s.db, notifyKeyPairs, pgdb.Fields(sc, nil))
}

const selectKeyPairsOfEndpoints = `
	SELECT e.id AS endpoint, k.id, k.sealed, k.signs_from
	FROM   endpoints e JOIN key_pairs k ON k.tenant_id = e.tenant_id AND k.livemode = e.livemode
	WHERE  e.id = ANY(@ids::uuid[]) AND (k.signs_until IS NULL OR k.signs_until > @now)
	ORDER  BY e.id, k.signs_from DESC, k.id DESC`

// addKeyPairs gives targets the key pairs that sign or are to sign, with their seeds. A target whose key pairs cannot
// be read, or that has none, gets none, and says why.
func (s Secrets) addKeyPairs(
	ctx context.Context, targets map[webhooks.EndpointID]*webhooks.Target, now time.Time,
) error {
	if len(targets) == 0 {
		return nil
	}
	ids := make([]string, 0, len(targets))
	for id := range targets {
		ids = append(ids, string(id))
	}
	type row struct {
		Endpoint  webhooks.EndpointID
		ID        string
		Sealed    []byte
		SignsFrom time.Time
	}
	rows, err := pgdb.All[row](ctx, s.db, selectKeyPairsOfEndpoints, pgx.StrictNamedArgs{"ids": ids, "now": now})
	if err != nil {
		return err
	}
	seeds := map[string][]byte{}
	for _, r := range rows {
		t := targets[r.Endpoint]
		seed, read := seeds[r.ID]
		if !read {
			if seed, err = s.keys.Open(r.Sealed, keyPairData(r.ID)); err != nil {
				t.Unsigned = fmt.Errorf("key pair %s: %w", r.ID, err)
				continue
			}
			seeds[r.ID] = seed
		}
		t.KeyPairs = append(t.KeyPairs, webhooks.KeyPair{ID: r.ID, Scope: t.Scope, Seed: seed, SignsFrom: r.SignsFrom})
	}
	for id, t := range targets {
		if len(t.KeyPairs) == 0 && t.Unsigned == nil {
			t.Unsigned = fmt.Errorf("endpoint %s: there is no key pair", id)
		}
	}
	return nil
}
