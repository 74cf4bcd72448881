package usecase

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/apikey"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/audit"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
)

// Keys administers and authenticates the keys of partners and merchants. A change writes its audit entry in the same
// transaction, and takes effect with the next call.
type Keys struct {
	pool  *pgxpool.Pool
	store *postgres.AccessStore
}

// NewKeys returns the use cases of keys on the connections of pool.
func NewKeys(pool *pgxpool.Pool, store *postgres.AccessStore) *Keys { return &Keys{pool, store} }

// UsePartnerKey returns the record of a key that a caller sent and notes its use; [access.ErrInvalidCredentials] when
// it does not work.
func (s *Keys) UsePartnerKey(ctx context.Context, key string, now time.Time) (access.PartnerKey, error) {
	k, err := s.store.PartnerKeyByHash(ctx, apikey.Hash(key), now)
	if err == nil && k.UsedLongAgo(now) {
		err = s.store.TouchPartnerKey(ctx, k.ID, now)
	}
	return k, err
}

// UseMerchantKey is UsePartnerKey for the key of a merchant.
func (s *Keys) UseMerchantKey(ctx context.Context, key string, now time.Time) (access.MerchantKey, error) {
	k, err := s.store.MerchantKeyByHash(ctx, apikey.Hash(key), now)
	if err == nil && k.UsedLongAgo(now) {
		err = s.store.TouchMerchantKey(ctx, k.ID, now)
	}
	return k, err
}

// KeyMode returns the mode of the key of a partner or merchant; false for an id that is unknown.
func (s *Keys) KeyMode(ctx context.Context, id string) (bool, error) {
	return postgres.KeyMode(ctx, s.pool, access.KeyID(id))
}

func auditPartnerKey(ctx context.Context, tx pgx.Tx, by audit.Entry, k access.PartnerKey) error {
	by.Key, by.Partner, by.Merchant = string(k.ID), k.Partner, ""
	return postgres.InsertAudit(ctx, tx, by)
}

func auditMerchantKey(ctx context.Context, tx pgx.Tx, by audit.Entry, k access.MerchantKey) error {
	by.Key, by.Partner, by.Merchant = string(k.ID), "", k.Merchant
	return postgres.InsertAudit(ctx, tx, by)
}
