// Package postgres stores onboardings with their documents and invitations, sealed with a key per onboarding.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
)

// Store is the part of the database that holds them.
type Store struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
	hash onboarding.IDHash
}

// NewStore returns a store on a migrated database; keys seals the key of each onboarding. Onboardings are found by what hash makes of their
// data; nil: by none of it.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring, hash onboarding.IDHash) *Store {
	return &Store{pool: pool, keys: keys, hash: hash}
}
