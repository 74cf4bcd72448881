// Package postgres stores payments and payouts.
package postgres

import (
	"github.com/partnerline/partnerline/internal/keyring"
)

// Store is the part of the database that holds them.
type Store struct {
	keys *keyring.Keyring
}

// NewStore returns a store; keys opens the keys of merchants' rows.
func NewStore(keys *keyring.Keyring) *Store { return &Store{keys: keys} }
