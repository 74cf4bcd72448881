// Package postgres stores the domain. Each statement stands above the method that runs it. What must happen together
// commits together: an onboarding and the event that tells of it. It is the one place that encrypts and decrypts what is
// known of merchants.
package postgres

import (
	"context"
	"embed"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/internal/pgdb"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Schema is what this code needs of its database.
var Schema = pgdb.Schema{Program: "partnerconnectd", Files: migrations}

// Store is the database.
type Store struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
	acts chan struct{} // a token per act in progress
}

// NewStore returns a store on a migrated database; keys encrypt what is known of merchants. Acts for merchants use at most three
// quarters of the pool's connections, so that whatever load they are, credentials and sessions are still read.
func NewStore(pool *pgxpool.Pool, keys *keyring.Keyring) *Store {
	return &Store{pool: pool, keys: keys, acts: make(chan struct{}, max(1, pool.Config().MaxConns*3/4))}
}

// Withdrawing returns the store as the calls that take access away use it: on the connections of a pool that nothing else uses, so
// that they never queue behind the calls that use the access.
func (s *Store) Withdrawing(reserved *pgxpool.Pool) *Store {
	return &Store{pool: reserved, keys: s.keys, acts: s.acts}
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }
