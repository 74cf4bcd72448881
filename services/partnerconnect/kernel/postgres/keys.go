package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyterm"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

const replacePartnerKey = `
	UPDATE partner_keys SET replaced_at = @now, expires_at = least(expires_at, @until)
	WHERE  partner_id = @partner AND livemode = @livemode AND revoked_at IS NULL AND replaced_at IS NULL
	RETURNING id`

const insertPartnerKey = `
	INSERT INTO partner_keys (id, partner_id, livemode, scopes, version, hash, prefix, created_at, expires_at)
	VALUES (@id, @partner_id, @livemode, @scopes, @version, @hash, @prefix, @created_at, @expires_at)`

const insertKeyChannels = `
	INSERT INTO partner_key_channels (key_id, partner_id, channel_id)
	SELECT @id, @partner_id, channel FROM unnest(@channels::text[]) AS channel`

// ReplacePartnerKey ends the partner's current key of a mode at a time, and returns its id: empty when the partner has
// no key.
func (s *AccessStore) ReplacePartnerKey(
	ctx context.Context, tx pgx.Tx, partner pc.PartnerID, livemode bool, until, now time.Time,
) (id access.KeyID, err error) {
	id, _, err = pgdb.Find[access.KeyID](ctx, tx, replacePartnerKey, pgx.StrictNamedArgs{
		"partner": partner, "livemode": livemode, "until": until, "now": now,
	})
	return id, err
}

// InsertPartnerKey stores a key by its hash; ErrKeyExists when the partner has one in the mode, ErrPartnerNotFound, and
// ErrChannelNotOwned for a channel that is not the partner's.
func (s *AccessStore) InsertPartnerKey(ctx context.Context, tx pgx.Tx, k access.PartnerKey, hash []byte) error {
	err := pgdb.Exec(ctx, tx, insertPartnerKey, pgdb.Fields(k, pgx.StrictNamedArgs{"hash": hash}))
	if err == nil {
		err = pgdb.Exec(ctx, tx, insertKeyChannels, pgdb.Fields(k, nil))
	}
	switch {
	case pgdb.Violated(err, "partner_keys_one"):
		return access.ErrKeyExists
	case pgdb.Violated(err, "partner_keys_partner_id_fkey"):
		return access.ErrPartnerNotFound
	case pgdb.Violated(err, "partner_key_channels_owned"):
		return access.ErrChannelNotOwned
	}
	return err
}

const selectKeyMode = `
	SELECT coalesce((SELECT livemode FROM partner_keys WHERE id = @id),
	                (SELECT livemode FROM merchant_keys WHERE id = @id), false)`

// KeyMode returns the mode of the key of a partner or merchant; false for an id that is unknown.
func KeyMode(ctx context.Context, q pgdb.Querier, id access.KeyID) (live bool, err error) {
	err = q.QueryRow(ctx, selectKeyMode, pgx.StrictNamedArgs{"id": id}).Scan(&live)
	return live, err
}

const partnerKeyColumns = `k.id, k.partner_id, k.livemode, k.scopes, k.version, k.prefix, k.created_at, k.expires_at,
	k.revoked_at, k.last_used_at,
	ARRAY(SELECT channel_id FROM partner_key_channels c WHERE c.key_id = k.id ORDER BY channel_id) AS channels,
	(SELECT p.suspended_at IS NOT NULL FROM partners p WHERE p.id = k.partner_id) AS suspended`

const selectPartnerKey = `
	SELECT ` + partnerKeyColumns + ` FROM partner_keys k
	WHERE  k.hash = @hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > @now)`

const touchPartnerKey = `
	UPDATE partner_keys SET last_used_at = @now
	WHERE  id = @id AND (last_used_at IS NULL OR last_used_at <= @stale)`

// PartnerKeyByHash returns the key that has the hash; ErrInvalidCredentials when none works.
func (s *AccessStore) PartnerKeyByHash(ctx context.Context, hash []byte, now time.Time) (access.PartnerKey, error) {
	return pgdb.Get[access.PartnerKey](ctx, s.pool, access.ErrInvalidCredentials, selectPartnerKey,
		pgx.StrictNamedArgs{"hash": hash, "now": now})
}

// TouchPartnerKey notes that a key was used.
func (s *AccessStore) TouchPartnerKey(ctx context.Context, id access.KeyID, now time.Time) error {
	return s.touch(ctx, touchPartnerKey, id, now)
}

func (s *AccessStore) touch(ctx context.Context, sql string, id access.KeyID, now time.Time) error {
	_, err := s.pool.Exec(ctx, sql, pgx.StrictNamedArgs{"id": id, "stale": now.Add(-keyterm.UsePrecision), "now": now})
	return err
}

const (
	lockPartnerKey = `SELECT ` + partnerKeyColumns + ` FROM partner_keys k WHERE k.id = @id FOR NO KEY UPDATE OF k`
	endPartnerKey  = `UPDATE partner_keys SET expires_at = @expires_at, revoked_at = @revoked_at WHERE id = @id`
)

// LockPartnerKey returns a key, which nothing else changes meanwhile; ErrKeyNotFound.
func (s *AccessStore) LockPartnerKey(ctx context.Context, tx pgx.Tx, id access.KeyID) (access.PartnerKey, error) {
	return pgdb.Get[access.PartnerKey](ctx, tx, access.ErrKeyNotFound, lockPartnerKey, pgx.StrictNamedArgs{"id": id})
}

// SavePartnerKeyTerm stores when a key ends.
func (s *AccessStore) SavePartnerKeyTerm(ctx context.Context, tx pgx.Tx, k access.PartnerKey) error {
	return saveTerm(ctx, tx, endPartnerKey, k.ID, k.Term)
}

func saveTerm(ctx context.Context, tx pgx.Tx, update string, id access.KeyID, t keyterm.Term) error {
	return pgdb.Exec(ctx, tx, update, pgdb.Fields(t, pgx.StrictNamedArgs{"id": id}))
}

const selectPartnerKeys = `SELECT ` + partnerKeyColumns + ` FROM partner_keys k WHERE k.partner_id = @partner
	ORDER BY k.id DESC`

// PartnerKeys returns all keys of a partner, newest first; ErrPartnerNotFound.
func (s *AccessStore) PartnerKeys(ctx context.Context, p pc.PartnerID) ([]access.PartnerKey, error) {
	if _, err := s.Partner(ctx, p); err != nil {
		return nil, err
	}
	return pgdb.All[access.PartnerKey](ctx, s.pool, selectPartnerKeys, pgx.StrictNamedArgs{"partner": p})
}

const merchantKeyColumns = `id, merchant_ref, livemode, version, prefix, created_at, expires_at, revoked_at,
	last_used_at`

var insertMerchantKey = `
	INSERT INTO merchant_keys (` + merchantKeyColumns + `, hash) VALUES (` + pgdb.Named(merchantKeyColumns) + `, @hash)`

// InsertMerchantKey stores a key by its hash; ErrMerchantNotFound when the mode has no such merchant.
func (s *AccessStore) InsertMerchantKey(ctx context.Context, tx pgx.Tx, k access.MerchantKey, hash []byte) error {
	err := pgdb.Exec(ctx, tx, insertMerchantKey, pgdb.Fields(k, pgx.StrictNamedArgs{"hash": hash}))
	if pgdb.Violated(err, "merchant_keys_merchant") {
		return pc.ErrMerchantNotFound
	}
	return err
}

const (
	selectMerchantKey = `
		SELECT ` + merchantKeyColumns + ` FROM merchant_keys
		WHERE  hash = @hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`
	touchMerchantKey = `
		UPDATE merchant_keys SET last_used_at = @now
		WHERE  id = @id AND (last_used_at IS NULL OR last_used_at <= @stale)`
)

// MerchantKeyByHash returns the key that has the hash; ErrInvalidCredentials when none works.
func (s *AccessStore) MerchantKeyByHash(ctx context.Context, hash []byte, now time.Time) (access.MerchantKey, error) {
	return pgdb.Get[access.MerchantKey](ctx, s.pool, access.ErrInvalidCredentials, selectMerchantKey,
		pgx.StrictNamedArgs{"hash": hash, "now": now})
}

// TouchMerchantKey notes that a key was used.
func (s *AccessStore) TouchMerchantKey(ctx context.Context, id access.KeyID, now time.Time) error {
	return s.touch(ctx, touchMerchantKey, id, now)
}

const (
	lockMerchantKey = `SELECT ` + merchantKeyColumns + ` FROM merchant_keys WHERE id = @id FOR NO KEY UPDATE`
	endMerchantKey  = `UPDATE merchant_keys SET expires_at = @expires_at, revoked_at = @revoked_at WHERE id = @id`
)

// LockMerchantKey returns a key, which nothing else changes meanwhile; ErrMerchantKeyNotFound.
func (s *AccessStore) LockMerchantKey(ctx context.Context, tx pgx.Tx, id access.KeyID) (access.MerchantKey, error) {
	return pgdb.Get[access.MerchantKey](ctx, tx, access.ErrMerchantKeyNotFound, lockMerchantKey,
		pgx.StrictNamedArgs{"id": id})
}

// SaveMerchantKeyTerm stores when a key ends.
func (s *AccessStore) SaveMerchantKeyTerm(ctx context.Context, tx pgx.Tx, k access.MerchantKey) error {
	return saveTerm(ctx, tx, endMerchantKey, k.ID, k.Term)
}

const (
	merchantExists     = `SELECT EXISTS (SELECT FROM onboardings WHERE ref = @merchant)`
	selectMerchantKeys = `SELECT ` + merchantKeyColumns + ` FROM merchant_keys WHERE merchant_ref = @merchant
		ORDER BY id DESC`
)

// MerchantKeys returns all keys of a merchant, newest first; ErrMerchantNotFound.
func (s *AccessStore) MerchantKeys(ctx context.Context, merchant pc.Ref) ([]access.MerchantKey, error) {
	var exists bool
	if err := s.pool.QueryRow(ctx, merchantExists, pgx.StrictNamedArgs{"merchant": merchant}).Scan(&exists); err != nil {
		return nil, err
	}
	if !exists {
		return nil, pc.ErrMerchantNotFound
	}
	return pgdb.All[access.MerchantKey](ctx, s.pool, selectMerchantKeys, pgx.StrictNamedArgs{"merchant": merchant})
}
