// Package postgres stores the audit trail: who acted, on whose behalf, chained by hashes.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store is the part of the database that holds them.
type Store struct {
	Chain *ChainStore
	pool  *pgxpool.Pool
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool) *Store {
	return &Store{newChain(pool), pool}
}
