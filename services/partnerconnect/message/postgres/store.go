// Package postgres stores e-mails and text messages until they are sent.
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

// NewStore returns a store on a migrated database; keys seals what the messages say.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring) *Store {
	return &Store{pool: pool, keys: keys}
}
