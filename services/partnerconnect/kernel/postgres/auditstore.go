package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"
)

// AuditStore is the part of the database that holds them.
type AuditStore struct {
	Chain *ChainStore
	pool  *pgxpool.Pool
}

// NewAuditStore returns a store on a migrated database.
func NewAuditStore(pool *pgxpool.Pool) *AuditStore {
	return &AuditStore{newChain(pool), pool}
}
