// Package postgres stores the open sessions of the verification service, and when each is reconciled.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"
)

// Store is the part of the database that holds them.
type Store struct {
	pool *pgxpool.Pool
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool) *Store {
	return &Store{pool: pool}
}
