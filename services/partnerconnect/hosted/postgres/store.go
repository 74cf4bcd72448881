package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

// Store is the part of the database that holds them.
type Store struct {
	messages *merchantpg.MessageStore
	pool     *pgxpool.Pool
	keys     *keyring.Keyring
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring, messages *merchantpg.MessageStore) *Store {
	return &Store{messages: messages, pool: pool, keys: keys}
}
