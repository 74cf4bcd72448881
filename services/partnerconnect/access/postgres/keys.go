package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/keyterm"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/access"
	"github.com/partnerline/partnerline/services/partnerconnect/audit"
	auditpg "github.com/partnerline/partnerline/services/partnerconnect/audit/postgres"
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
func (s *Store) CreatePartnerKey(ctx context.Context, k access.PartnerKey, hash []byte, replaceUntil *time.Time, by audit.Entry) error {
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
		if _, err := tx.Exec(ctx, insertKeyChannels, pgx.StrictNamedArgs{"id": k.ID, "partner": k.Partner, "channels": k.Channels}); err != nil {
			return err
		}
		return auditKey(ctx, tx, by, k.ID, k.Partner, "")
	})
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

const partnerKeyColumns = `k.id, k.partner_id, k.livemode, k.scopes, k.version, k.prefix, k.created_at, k.expires_at, k.revoked_at,
	k.last_used_at, ARRAY(SELECT channel_id FROM partner_key_channels c WHERE c.key_id = k.id ORDER BY channel_id),
	(SELECT p.suspended_at IS NOT NULL FROM partners p WHERE p.id = k.partner_id)`

func partnerKey(row pgx.Row) (access.PartnerKey, error) {
	var k access.PartnerKey
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
func (s *Store) UsePartnerKey(ctx context.Context, hash []byte, now time.Time) (access.PartnerKey, error) {
	k, err := partnerKey(s.pool.QueryRow(ctx, selectPartnerKey, pgx.StrictNamedArgs{"hash": hash, "now": now}))
	if errors.Is(err, pgx.ErrNoRows) {
		return k, access.ErrInvalidCredentials
	}
	if err != nil {
		return k, err
	}
	return k, s.touch(ctx, touchPartnerKey, k.ID, k.Term, now)
}

func (s *Store) touch(ctx context.Context, sql string, id access.KeyID, t keyterm.Term, now time.Time) error {
	if !t.UsedLongAgo(now) {
		return nil
	}
	_, err := s.pool.Exec(ctx, sql, pgx.StrictNamedArgs{"id": id, "stale": now.Add(-keyterm.UsePrecision), "now": now})
	return err
}

// auditKey writes who did something to a key, in the transaction that did it.
func auditKey(ctx context.Context, tx pgx.Tx, by audit.Entry, id access.KeyID, partner pc.PartnerID, merchant pc.Ref) error {
	by.Key, by.Partner, by.Merchant = string(id), partner, merchant
	return auditpg.InsertAudit(ctx, tx, by)
}

const (
	lockPartnerKey = `SELECT ` + partnerKeyColumns + ` FROM partner_keys k WHERE k.id = @id FOR NO KEY UPDATE OF k`
	endPartnerKey  = `UPDATE partner_keys SET expires_at = @expires, revoked_at = @revoked WHERE id = @id`
)

// EndPartnerKey applies f to the term of a key, alone; what it makes of it is effective with the next call. ErrKeyNotFound.
func (s *Store) EndPartnerKey(ctx context.Context, id access.KeyID, by audit.Entry, f func(*keyterm.Term) error) (k access.PartnerKey, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		k, err = partnerKey(tx.QueryRow(ctx, lockPartnerKey, pgx.StrictNamedArgs{"id": id}))
		if errors.Is(err, pgx.ErrNoRows) {
			return access.ErrKeyNotFound
		}
		if err != nil {
			return err
		}
		if err := changeTerm(ctx, tx, endPartnerKey, id, &k.Term, f); err != nil {
			return err
		}
		return auditKey(ctx, tx, by, k.ID, k.Partner, "")
	})
	return k, err
}

func changeTerm(ctx context.Context, tx pgx.Tx, update string, id access.KeyID, t *keyterm.Term, f func(*keyterm.Term) error) error {
	if err := f(t); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, update, pgx.StrictNamedArgs{"id": id, "expires": t.ExpiresAt, "revoked": t.RevokedAt})
	return err
}

const selectPartnerKeys = `SELECT ` + partnerKeyColumns + ` FROM partner_keys k WHERE k.partner_id = @partner ORDER BY k.id DESC`

// PartnerKeys returns all keys of a partner, newest first; ErrPartnerNotFound.
func (s *Store) PartnerKeys(ctx context.Context, p pc.PartnerID) ([]access.PartnerKey, error) {
	if _, err := s.Partner(ctx, p); err != nil {
		return nil, err
	}
	rows, err := s.pool.Query(ctx, selectPartnerKeys, pgx.StrictNamedArgs{"partner": p})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (access.PartnerKey, error) { return partnerKey(row) })
}

const insertMerchantKey = `
	INSERT INTO merchant_keys (id, merchant_ref, livemode, version, hash, prefix, created_at, expires_at)
	VALUES (@id, @merchant, @livemode, @version, @hash, @prefix, @now, @expires)`

// CreateMerchantKey stores a key by its hash; ErrMerchantNotFound when the mode has no such merchant.
func (s *Store) CreateMerchantKey(ctx context.Context, k access.MerchantKey, hash []byte, by audit.Entry) error {
	err := pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error { return addMerchantKey(ctx, tx, k, hash, by) })
	if pgdb.Violated(err, "merchant_keys_merchant") {
		return pc.ErrMerchantNotFound
	}
	return err
}

func addMerchantKey(ctx context.Context, tx pgx.Tx, k access.MerchantKey, hash []byte, by audit.Entry) error {
	_, err := tx.Exec(ctx, insertMerchantKey, pgx.StrictNamedArgs{
		"id": k.ID, "merchant": k.Merchant, "livemode": k.Livemode, "version": k.Version, "hash": hash, "prefix": k.Prefix,
		"now": k.CreatedAt, "expires": k.ExpiresAt,
	})
	if err != nil {
		return err
	}
	return auditKey(ctx, tx, by, k.ID, "", k.Merchant)
}

const merchantKeyColumns = `id, merchant_ref, livemode, version, prefix, created_at, expires_at, revoked_at, last_used_at`

func merchantKey(row pgx.Row) (access.MerchantKey, error) {
	var k access.MerchantKey
	err := row.Scan(&k.ID, &k.Merchant, &k.Livemode, &k.Version, &k.Prefix, &k.CreatedAt, &k.ExpiresAt, &k.RevokedAt, &k.LastUsedAt)
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

// UseMerchantKey returns the key that has the hash and notes its use; ErrInvalidCredentials when none works.
func (s *Store) UseMerchantKey(ctx context.Context, hash []byte, now time.Time) (access.MerchantKey, error) {
	k, err := merchantKey(s.pool.QueryRow(ctx, selectMerchantKey, pgx.StrictNamedArgs{"hash": hash, "now": now}))
	if errors.Is(err, pgx.ErrNoRows) {
		return k, access.ErrInvalidCredentials
	}
	if err != nil {
		return k, err
	}
	return k, s.touch(ctx, touchMerchantKey, k.ID, k.Term, now)
}

const (
	lockMerchantKey = `SELECT ` + merchantKeyColumns + ` FROM merchant_keys WHERE id = @id FOR NO KEY UPDATE`
	endMerchantKey  = `UPDATE merchant_keys SET expires_at = @expires, revoked_at = @revoked WHERE id = @id`
)

// EndMerchantKey applies f to the term of a key, alone; what it makes of it is effective with the next call. ErrMerchantKeyNotFound.
func (s *Store) EndMerchantKey(ctx context.Context, id access.KeyID, by audit.Entry, f func(*keyterm.Term) error) (k access.MerchantKey, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		k, err = changeMerchantKey(ctx, tx, id, by, f)
		return err
	})
	return k, err
}

func changeMerchantKey(ctx context.Context, tx pgx.Tx, id access.KeyID, by audit.Entry, f func(*keyterm.Term) error) (access.MerchantKey, error) {
	k, err := merchantKey(tx.QueryRow(ctx, lockMerchantKey, pgx.StrictNamedArgs{"id": id}))
	if errors.Is(err, pgx.ErrNoRows) {
		return k, access.ErrMerchantKeyNotFound
	}
	if err != nil {
		return k, err
	}
	if err := changeTerm(ctx, tx, endMerchantKey, id, &k.Term, f); err != nil {
		return k, err
	}
	return k, auditKey(ctx, tx, by, k.ID, "", k.Merchant)
}

// RotateMerchantKey applies f to the term of a key and stores the one that mint makes of its record, in one transaction;
// ErrMerchantKeyNotFound.
func (s *Store) RotateMerchantKey(ctx context.Context, id access.KeyID, by audit.Entry, f func(*keyterm.Term) error, mint func(old access.MerchantKey) (access.MerchantKey, []byte)) error {
	return pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		old, err := changeMerchantKey(ctx, tx, id, by, f)
		if err != nil {
			return err
		}
		k, hash := mint(old)
		return addMerchantKey(ctx, tx, k, hash, by)
	})
}

const (
	merchantExists     = `SELECT EXISTS (SELECT FROM onboardings WHERE ref = @merchant)`
	selectMerchantKeys = `SELECT ` + merchantKeyColumns + ` FROM merchant_keys WHERE merchant_ref = @merchant ORDER BY id DESC`
)

// MerchantKeys returns all keys of a merchant, newest first; ErrMerchantNotFound.
func (s *Store) MerchantKeys(ctx context.Context, merchant pc.Ref) ([]access.MerchantKey, error) {
	var exists bool
	if err := s.pool.QueryRow(ctx, merchantExists, pgx.StrictNamedArgs{"merchant": merchant}).Scan(&exists); err != nil {
		return nil, err
	}
	if !exists {
		return nil, pc.ErrMerchantNotFound
	}
	rows, err := s.pool.Query(ctx, selectMerchantKeys, pgx.StrictNamedArgs{"merchant": merchant})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (access.MerchantKey, error) { return merchantKey(row) })
}
