// Package postgres stores what company registers answered, and the entries that were imported.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
)

// Store is the part of the database that holds them.
type Store struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewStore returns a store on a migrated database; keys seals the entries.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring) *Store {
	return &Store{pool: pool, keys: keys}
}
