package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
)

// MessageStore is the part of the database that holds them.
type MessageStore struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
}

// NewMessageStore returns a store on a migrated database; keys seals what the messages say.
func NewMessageStore(pool *pgxpool.Pool, keys *keyring.Keyring) *MessageStore {
	return &MessageStore{pool: pool, keys: keys}
}
