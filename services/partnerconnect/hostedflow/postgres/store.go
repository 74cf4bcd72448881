// Package postgres stores the sessions, links and one-time codes of the hosted flow.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	messagepg "github.com/partnerline/partnerline/services/partnerconnect/message/postgres"
)

// Store is the part of the database that holds them.
type Store struct {
	messages *messagepg.Store
	pool     *pgxpool.Pool
	keys     *keyring.Keyring
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring, messages *messagepg.Store) *Store {
	return &Store{messages: messages, pool: pool, keys: keys}
}
