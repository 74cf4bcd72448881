// Package postgres stores what acting for merchants is decided by, and runs the acts, each in one transaction.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
)

// Store is the part of the database that holds them.
type Store struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
	acts chan struct{} // a token per act in progress
}

// NewStore returns a store on a migrated database; acts bounds how many acts run at once.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring, acts chan struct{}) *Store {
	return &Store{pool: pool, keys: keys, acts: acts}
}
