// Package postgres stores payments, payouts, settlements and the ledger.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyring"
	delegationpg "github.com/partnerline/partnerline/services/partnerconnect/delegation/postgres"
	delegationusecase "github.com/partnerline/partnerline/services/partnerconnect/delegation/usecase"
)

// Store is the part of the database that holds them.
type Store struct {
	*delegationusecase.Operations
	merchants *delegationpg.Store
	pool      *pgxpool.Pool
	keys      *keyring.Keyring
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring, merchants *delegationpg.Store, operations *delegationusecase.Operations) *Store {
	return &Store{Operations: operations, merchants: merchants, pool: pool, keys: keys}
}

// validOrEmpty is an id that can be one, or none: Postgres refuses some of what callers send.
func validOrEmpty[S ~string](prefix string, id S) S {
	if ids.Valid(prefix, string(id)) {
		return id
	}
	return ""
}
