package postgres

import (
	"github.com/partnerline/partnerline/internal/keyring"
)

// MoneyStore is the part of the database that holds them.
type MoneyStore struct {
	keys *keyring.Keyring
}

// NewMoneyStore returns a store; keys opens the keys of merchants' rows.
func NewMoneyStore(keys *keyring.Keyring) *MoneyStore { return &MoneyStore{keys: keys} }
