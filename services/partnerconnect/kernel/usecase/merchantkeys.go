package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyterm"
	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
)

// CreateMerchantKey stores a new key by its hash, and returns the key, which is known nowhere else;
// [pc.ErrMerchantNotFound] when the mode has no such merchant.
func (s *Keys) CreateMerchantKey(
	ctx context.Context, merchant pc.Ref, livemode bool, ends *time.Time, by audit.Entry, now time.Time,
) (k access.MerchantKey, key string, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		k, key, err = s.addMerchantKey(ctx, tx, merchant, livemode, keyterm.Term{CreatedAt: now, ExpiresAt: ends}, by)
		return err
	})
	return k, key, err
}

// RotateMerchantKey replaces a key, which works on for the overlap, by a new one; [access.ErrMerchantKeyNotFound].
func (s *Keys) RotateMerchantKey(
	ctx context.Context, id access.KeyID, overlap time.Duration, ends *time.Time, by audit.Entry, now time.Time,
) (k access.MerchantKey, key string, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		old, err := s.endMerchantKey(ctx, tx, id, by, func(t *keyterm.Term) error { return t.Replace(overlap, now) })
		if err != nil {
			return err
		}
		k, key, err = s.addMerchantKey(ctx, tx, old.Merchant, old.Livemode, keyterm.Term{CreatedAt: now, ExpiresAt: ends}, by)
		return err
	})
	return k, key, err
}

func (s *Keys) addMerchantKey(
	ctx context.Context, tx pgx.Tx, merchant pc.Ref, livemode bool, term keyterm.Term, by audit.Entry,
) (access.MerchantKey, string, error) {
	prefix := access.MerchantKeyPrefix(livemode)
	key := apikey.Mint(prefix)
	k := access.MerchantKey{
		ID: access.KeyID(ids.New(access.KeyIDPrefix)), Merchant: merchant, Livemode: livemode,
		Prefix:  apikey.Shown(key, prefix),
		Version: access.Version, Term: term,
	}
	if err := s.store.InsertMerchantKey(ctx, tx, k, apikey.Hash(key)); err != nil {
		return k, "", err
	}
	return k, key, auditMerchantKey(ctx, tx, by, k)
}

// RevokeMerchantKey ends a key now; [access.ErrMerchantKeyNotFound].
func (s *Keys) RevokeMerchantKey(
	ctx context.Context, id access.KeyID, by audit.Entry, now time.Time,
) (k access.MerchantKey, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		k, err = s.endMerchantKey(ctx, tx, id, by, func(t *keyterm.Term) error {
			t.Revoke(now)
			return nil
		})
		return err
	})
	return k, err
}

// ExpireMerchantKey ends a key later; [access.ErrMerchantKeyNotFound].
func (s *Keys) ExpireMerchantKey(
	ctx context.Context, id access.KeyID, at time.Time, by audit.Entry, now time.Time,
) (k access.MerchantKey, err error) {
	err = pgdb.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		k, err = s.endMerchantKey(ctx, tx, id, by, func(t *keyterm.Term) error { return t.Expire(at, now) })
		return err
	})
	return k, err
}

func (s *Keys) endMerchantKey(
	ctx context.Context, tx pgx.Tx, id access.KeyID, by audit.Entry, end func(*keyterm.Term) error,
) (access.MerchantKey, error) {
	k, err := s.store.LockMerchantKey(ctx, tx, id)
	if err != nil {
		return k, err
	}
	if err := end(&k.Term); err != nil {
		return k, err
	}
	if err := s.store.SaveMerchantKeyTerm(ctx, tx, k); err != nil {
		return k, err
	}
	return k, auditMerchantKey(ctx, tx, by, k)
}

// MerchantKeys returns all keys of a merchant, newest first; [pc.ErrMerchantNotFound].
func (s *Keys) MerchantKeys(ctx context.Context, merchant pc.Ref) ([]access.MerchantKey, error) {
	return s.store.MerchantKeys(ctx, merchant)
}
