package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
)

// RegisterStore is the part of the database that holds them.
type RegisterStore struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewRegisterStore returns a store on a migrated database; keys seals the entries.
func NewRegisterStore(pool *pgxpool.Pool, keys *keyring.Keyring) *RegisterStore {
	return &RegisterStore{pool: pool, keys: keys}
}
