// Package postgres stores payments, payouts, settlements and the ledger.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	delegationpg "github.com/partnerline/partnerline/services/partnerconnect/delegation/postgres"
)

// Store is the part of the database that holds them.
type Store struct {
	*delegationpg.Store
	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring, acts *delegationpg.Store) *Store {
	return &Store{Store: acts, pool: pool, keys: keys}
}
