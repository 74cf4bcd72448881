package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const replacePartnerKey = `
	UPDATE partner_keys SET replaced_at = @now, expires_at = least(expires_at, @until)
	WHERE  partner_id = @partner AND livemode = @livemode AND revoked_at IS NULL AND replaced_at IS NULL`

const insertPartnerKey = `
	INSERT INTO partner_keys (id, partner_id, livemode, scopes, version, hash, prefix, created_at, expires_at)
	VALUES (@id, @partner, @livemode, @scopes, @version, @hash, @prefix, @now, @expires)`

const insertKeyChannels = `
	INSERT INTO partner_key_channels (key_id, partner_id, channel_id)
	SELECT @id, @partner, channel FROM unnest(@channels::text[]) AS channel`

// CreatePartnerKey stores a key by its hash. replaceUntil, if set, is how long the partner's present key of the mode works
// on; without it the partner must have none, or the error is ErrKeyExists. ErrPartnerNotFound, and ErrChannelNotOwned for a
// channel that is not the partner's.
func (s *Store) CreatePartnerKey(ctx context.Context, k pc.PartnerKey, hash []byte, replaceUntil *time.Time) error {
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if replaceUntil != nil {
			_, err := tx.Exec(ctx, replacePartnerKey, pgx.StrictNamedArgs{
				"partner": k.Partner, "livemode": k.Livemode, "until": *replaceUntil, "now": k.CreatedAt,
			})
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, insertPartnerKey, pgx.StrictNamedArgs{
			"id": k.ID, "partner": k.Partner, "livemode": k.Livemode, "scopes": k.Scopes, "version": k.Version, "hash": hash,
			"prefix": k.Prefix, "now": k.CreatedAt, "expires": k.ExpiresAt,
		})
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, insertKeyChannels, pgx.StrictNamedArgs{"id": k.ID, "partner": k.Partner, "channels": k.Channels})
		return err
	})
	switch {
	case pgdb.Violated(err, "partner_keys_one"):
		return pc.ErrKeyExists
	case pgdb.Violated(err, "partner_keys_partner_id_fkey"):
		return pc.ErrPartnerNotFound
	case pgdb.Violated(err, "partner_key_channels_owned"):
		return pc.ErrChannelNotOwned
	}
	return err
}

const partnerKeyColumns = `k.id, k.partner_id, k.livemode, k.scopes, k.version, k.prefix, k.created_at, k.expires_at, k.revoked_at,
	k.last_used_at, ARRAY(SELECT channel_id FROM partner_key_channels c WHERE c.key_id = k.id ORDER BY channel_id),
	(SELECT p.suspended_at IS NOT NULL FROM partners p WHERE p.id = k.partner_id)`

func partnerKey(row pgx.Row) (pc.PartnerKey, error) {
	var k pc.PartnerKey
	err := row.Scan(&k.ID, &k.Partner, &k.Livemode, &k.Scopes, &k.Version, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt,
		&k.LastUsedAt, &k.Channels, &k.Suspended)
	return k, err
}

const selectPartnerKey = `
	SELECT ` + partnerKeyColumns + ` FROM partner_keys k
	WHERE  k.hash = @hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > @now)`

const touchPartnerKey = `
	UPDATE partner_keys SET last_used_at = @now
	WHERE  id = @id AND (last_used_at IS NULL OR last_used_at <= @stale)`

// UsePartnerKey returns the key that has the hash and notes its use; ErrInvalidCredentials when none works.
func (s *Store) UsePartnerKey(ctx context.Context, hash []byte, now time.Time) (pc.PartnerKey, error) {
	k, err := partnerKey(s.pool.QueryRow(ctx, selectPartnerKey, pgx.StrictNamedArgs{"hash": hash, "now": now}))
	if errors.Is(err, pgx.ErrNoRows) {
		return k, pc.ErrInvalidCredentials
	}
	if err != nil {
		return k, err
	}
	return k, s.touch(ctx, touchPartnerKey, k.ID, k.LastUsedAt, now)
}

func (s *Store) touch(ctx context.Context, sql string, id pc.KeyID, last *time.Time, now time.Time) error {
	stale := now.Add(-pc.LastUsedPrecision)
	if last != nil && last.After(stale) {
		return nil
	}
	_, err := s.pool.Exec(ctx, sql, pgx.StrictNamedArgs{"id": id, "stale": stale, "now": now})
	return err
}

const revokePartnerKey = `
	UPDATE partner_keys k SET revoked_at = coalesce(k.revoked_at, @now) WHERE k.id = @id
	RETURNING ` + partnerKeyColumns

// RevokePartnerKey makes a key worthless from the next call on; ErrKeyNotFound when there is none.
func (s *Store) RevokePartnerKey(ctx context.Context, id pc.KeyID, now time.Time) (pc.PartnerKey, error) {
	k, err := partnerKey(s.pool.QueryRow(ctx, revokePartnerKey, pgx.StrictNamedArgs{"id": id, "now": now}))
	if errors.Is(err, pgx.ErrNoRows) {
		return k, pc.ErrKeyNotFound
	}
	return k, err
}

const selectPartnerKeys = `SELECT ` + partnerKeyColumns + ` FROM partner_keys k WHERE k.partner_id = @partner ORDER BY k.id DESC`

// PartnerKeys returns all keys of a partner, newest first; ErrPartnerNotFound.
func (s *Store) PartnerKeys(ctx context.Context, p pc.PartnerID) ([]pc.PartnerKey, error) {
	if _, err := s.Partner(ctx, p); err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, selectPartnerKeys, pgx.StrictNamedArgs{"partner": p})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (pc.PartnerKey, error) { return partnerKey(row) })
}

const insertMerchantKey = `
	INSERT INTO merchant_keys (id, merchant_ref, livemode, version, hash, prefix, created_at)
	VALUES (@id, @merchant, @livemode, @version, @hash, @prefix, @now)`

// CreateMerchantKey stores a key by its hash; ErrMerchantNotFound when the mode has no such merchant.
func (s *Store) CreateMerchantKey(ctx context.Context, k pc.MerchantKey, hash []byte) error {
	_, err := s.pool.Exec(ctx, insertMerchantKey, pgx.StrictNamedArgs{
		"id": k.ID, "merchant": k.Merchant, "livemode": k.Livemode, "version": k.Version, "hash": hash, "prefix": k.Prefix,
		"now": k.CreatedAt,
	})
	if pgdb.Violated(err, "merchant_keys_merchant") {
		return pc.ErrMerchantNotFound
	}
	return err
}

const selectMerchantKey = `
	SELECT id, merchant_ref, livemode, version, prefix, created_at, expires_at, revoked_at, last_used_at FROM merchant_keys
	WHERE  hash = @hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`

const touchMerchantKey = `
	UPDATE merchant_keys SET last_used_at = @now
	WHERE  id = @id AND (last_used_at IS NULL OR last_used_at <= @stale)`

// UseMerchantKey returns the key that has the hash and notes its use; ErrInvalidCredentials when none works.
func (s *Store) UseMerchantKey(ctx context.Context, hash []byte, now time.Time) (pc.MerchantKey, error) {
	var k pc.MerchantKey
	err := s.pool.QueryRow(ctx, selectMerchantKey, pgx.StrictNamedArgs{"hash": hash, "now": now}).
		Scan(&k.ID, &k.Merchant, &k.Livemode, &k.Version, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt, &k.LastUsedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return k, pc.ErrInvalidCredentials
	}
	if err != nil {
		return k, err
	}
	return k, s.touch(ctx, touchMerchantKey, k.ID, k.LastUsedAt, now)
}
