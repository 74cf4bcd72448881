package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"
)

// AccessStore is the part of the database that holds them.
type AccessStore struct {
	pool *pgxpool.Pool
}

// NewAccessStore returns a store on a migrated database.
func NewAccessStore(pool *pgxpool.Pool) *AccessStore {
	return &AccessStore{pool: pool}
}
