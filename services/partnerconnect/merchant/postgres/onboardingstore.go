package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/internal/keyring"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

// OnboardingStore is the part of the database that holds them.
type OnboardingStore struct {
	pool *pgxpool.Pool
	keys *keyring.Keyring
	hash onboarding.IDHash
}

// NewOnboardingStore returns a store on a migrated database; keys seals the key of each onboarding. Onboardings are
// found by what hash makes of their data; nil: by none of it.
func NewOnboardingStore(pool *pgxpool.Pool, keys *keyring.Keyring, hash onboarding.IDHash) *OnboardingStore {
	return &OnboardingStore{pool: pool, keys: keys, hash: hash}
}
