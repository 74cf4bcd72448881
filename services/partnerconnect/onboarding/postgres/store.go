// Package postgres stores onboardings with their documents and invitations, sealed with a key per onboarding.
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

// NewStore returns a store on a migrated database; keys seals the key of each onboarding.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring) *Store {
	return &Store{pool: pool, keys: keys}
}
