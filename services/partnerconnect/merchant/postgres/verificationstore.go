package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
)

// VerificationStore is the part of the database that holds them.
type VerificationStore struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewVerificationStore returns a store on a migrated database; keys seals the key of each onboarding.
func NewVerificationStore(pool *pgxpool.Pool, keys *keyring.Keyring) *VerificationStore {
	return &VerificationStore{pool: pool, keys: keys}
}
