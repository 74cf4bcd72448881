package postgres

import (
	"github.com/partnerline/partnerline/internal/keyring"
)

// DelegationStore is the part of the database that holds it.
type DelegationStore struct {
	keys *keyring.Keyring
}

// NewDelegationStore returns a store; keys opens the keys of merchants' rows.
func NewDelegationStore(keys *keyring.Keyring) *DelegationStore { return &DelegationStore{keys: keys} }
