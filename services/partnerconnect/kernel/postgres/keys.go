package postgres

import (
	"context"
	"errors"
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
	VALUES (@id, @partner, @livemode, @scopes, @version, @hash, @prefix, @now, @expires)`

const insertKeyChannels = `
	INSERT INTO partner_key_channels (key_id, partner_id, channel_id)
	SELECT @id, @partner, channel FROM unnest(@channels::text[]) AS channel`

// ReplacePartnerKey ends the partner's current key of a mode at a time, and returns its id: empty when the partner has
// no key.
func (s *AccessStore) ReplacePartnerKey(
	ctx context.Context, tx pgx.Tx, partner pc.PartnerID, livemode bool, until, now time.Time,
) (id access.KeyID, err error) {
	return pgdb.Get[access.KeyID](ctx, tx, nil, replacePartnerKey, pgx.StrictNamedArgs{
		"partner": partner, "livemode": livemode, "until": until, "now": now,
	})
}

// InsertPartnerKey stores a key by its hash; ErrKeyExists when the partner has one in the mode, ErrPartnerNotFound, and
// ErrChannelNotOwned for a channel that is not the partner's.
func (s *AccessStore) InsertPartnerKey(ctx context.Context, tx pgx.Tx, k access.PartnerKey, hash []byte) error {
	_, err := tx.Exec(ctx, insertPartnerKey, pgx.StrictNamedArgs{
		"id": k.ID, "partner": k.Partner, "livemode": k.Livemode, "scopes": k.Scopes, "version": k.Version, "hash": hash,
		"prefix": k.Prefix, "now": k.CreatedAt, "expires": k.ExpiresAt,
	})
	if err == nil {
		_, err = tx.Exec(ctx, insertKeyChannels,
			pgx.StrictNamedArgs{"id": k.ID, "partner": k.Partner, "channels": k.Channels})
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
	k.revoked_at,
	k.last_used_at, ARRAY(SELECT channel_id FROM partner_key_channels c WHERE c.key_id = k.id ORDER BY channel_id),
	(SELECT p.suspended_at IS NOT NULL FROM partners p WHERE p.id = k.partner_id)`

func partnerKey(row pgx.Row) (access.PartnerKey, error) {
	var k access.PartnerKey
	err := row.Scan(&k.ID, &k.Partner, &k.Livemode, &k.Scopes, &k.Version, &k.Prefix, &k.CreatedAt, &k.ExpiresAt,
		&k.RevokedAt,
		&k.LastUsedAt, &k.Channels, &k.Suspended)
	return k, err
}

const selectPartnerKey = `
	SELECT ` + partnerKeyColumns + ` FROM partner_keys k
	WHERE  k.hash = @hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > @now)`

const touchPartnerKey = `
	UPDATE partner_keys SET last_used_at = @now
	WHERE  id = @id AND (last_used_at IS NULL OR last_used_at <= @stale)`

// PartnerKeyByHash returns the key that has the hash; ErrInvalidCredentials when none works.
func (s *AccessStore) PartnerKeyByHash(ctx context.Context, hash []byte, now time.Time) (access.PartnerKey, error) {
	k, err := partnerKey(s.pool.QueryRow(ctx, selectPartnerKey, pgx.StrictNamedArgs{"hash": hash, "now": now}))
	return k, orElse(err, access.ErrInvalidCredentials)
}

// TouchPartnerKey notes that a key was used.
func (s *AccessStore) TouchPartnerKey(ctx context.Context, id access.KeyID, now time.Time) error {
	return s.touch(ctx, touchPartnerKey, id, now)
}

func (s *AccessStore) touch(ctx context.Context, sql string, id access.KeyID, now time.Time) error {
	_, err := s.pool.Exec(ctx, sql, pgx.StrictNamedArgs{"id": id, "stale": now.Add(-keyterm.UsePrecision), "now": now})
	return err
}

// orElse is another error when there is no row.
func orElse(err, other error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return other
	}
	return err
}

const (
	lockPartnerKey = `SELECT ` + partnerKeyColumns + ` FROM partner_keys k WHERE k.id = @id FOR NO KEY UPDATE OF k`
	endPartnerKey  = `UPDATE partner_keys SET expires_at = @expires, revoked_at = @revoked WHERE id = @id`
)

// LockPartnerKey returns a key, which nothing else changes meanwhile; ErrKeyNotFound.
func (s *AccessStore) LockPartnerKey(ctx context.Context, tx pgx.Tx, id access.KeyID) (access.PartnerKey, error) {
	k, err := partnerKey(tx.QueryRow(ctx, lockPartnerKey, pgx.StrictNamedArgs{"id": id}))
	return k, orElse(err, access.ErrKeyNotFound)
}

// SavePartnerKeyTerm stores when a key ends.
func (s *AccessStore) SavePartnerKeyTerm(ctx context.Context, tx pgx.Tx, k access.PartnerKey) error {
	return saveTerm(ctx, tx, endPartnerKey, k.ID, k.Term)
}

func saveTerm(ctx context.Context, tx pgx.Tx, update string, id access.KeyID, t keyterm.Term) error {
	_, err := tx.Exec(ctx, update, pgx.StrictNamedArgs{"id": id, "expires": t.ExpiresAt, "revoked": t.RevokedAt})
	return err
}

const selectPartnerKeys = `SELECT ` + partnerKeyColumns + ` FROM partner_keys k WHERE k.partner_id = @partner
	ORDER BY k.id DESC`

// PartnerKeys returns all keys of a partner, newest first; ErrPartnerNotFound.
func (s *AccessStore) PartnerKeys(ctx context.Context, p pc.PartnerID) ([]access.PartnerKey, error) {
	if _, err := s.Partner(ctx, p); err != nil {
		return nil, err
	}
	rows, _ := s.pool.Query(ctx, selectPartnerKeys, pgx.StrictNamedArgs{"partner": p})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (access.PartnerKey, error) { return partnerKey(row) })
}

const insertMerchantKey = `
	INSERT INTO merchant_keys (id, merchant_ref, livemode, version, hash, prefix, created_at, expires_at)
	VALUES (@id, @merchant, @livemode, @version, @hash, @prefix, @now, @expires)`

// InsertMerchantKey stores a key by its hash; ErrMerchantNotFound when the mode has no such merchant.
func (s *AccessStore) InsertMerchantKey(ctx context.Context, tx pgx.Tx, k access.MerchantKey, hash []byte) error {
	_, err := tx.Exec(ctx, insertMerchantKey, pgx.StrictNamedArgs{
		"id": k.ID, "merchant": k.Merchant, "livemode": k.Livemode, "version": k.Version, "hash": hash, "prefix": k.Prefix,
		"now": k.CreatedAt, "expires": k.ExpiresAt,
	})
	if pgdb.Violated(err, "merchant_keys_merchant") {
		return pc.ErrMerchantNotFound
	}
	return err
}

const merchantKeyColumns = `id, merchant_ref, livemode, version, prefix, created_at, expires_at, revoked_at,
	last_used_at`

func merchantKey(row pgx.Row) (access.MerchantKey, error) {
	var k access.MerchantKey
	err := row.Scan(&k.ID, &k.Merchant, &k.Livemode, &k.Version, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt,
		&k.LastUsedAt)
	return k, err
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
	k, err := merchantKey(s.pool.QueryRow(ctx, selectMerchantKey, pgx.StrictNamedArgs{"hash": hash, "now": now}))
	return k, orElse(err, access.ErrInvalidCredentials)
}

// TouchMerchantKey notes that a key was used.
func (s *AccessStore) TouchMerchantKey(ctx context.Context, id access.KeyID, now time.Time) error {
	return s.touch(ctx, touchMerchantKey, id, now)
}

const (
	lockMerchantKey = `SELECT ` + merchantKeyColumns + ` FROM merchant_keys WHERE id = @id FOR NO KEY UPDATE`
	endMerchantKey  = `UPDATE merchant_keys SET expires_at = @expires, revoked_at = @revoked WHERE id = @id`
)

// LockMerchantKey returns a key, which nothing else changes meanwhile; ErrMerchantKeyNotFound.
func (s *AccessStore) LockMerchantKey(ctx context.Context, tx pgx.Tx, id access.KeyID) (access.MerchantKey, error) {
	k, err := merchantKey(tx.QueryRow(ctx, lockMerchantKey, pgx.StrictNamedArgs{"id": id}))
	return k, orElse(err, access.ErrMerchantKeyNotFound)
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
	rows, _ := s.pool.Query(ctx, selectMerchantKeys, pgx.StrictNamedArgs{"merchant": merchant})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (access.MerchantKey, error) { return merchantKey(row) })
}
