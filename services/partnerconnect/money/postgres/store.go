// Package postgres stores payments, payouts, settlements and the ledger.
package postgres

import (
	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/keyring"
)

// Store is the part of the database that holds them.
type Store struct {
	keys *keyring.Keyring
}

// NewStore returns a store; keys opens the keys of merchants' rows.
func NewStore(keys *keyring.Keyring) *Store { return &Store{keys: keys} }

// validOrEmpty is an id that can be one, or none: Postgres refuses some of what callers send.
func validOrEmpty[S ~string](prefix string, id S) S {
	if ids.Valid(prefix, string(id)) {
		return id
	}
	return ""
}
