// Package postgres stores nothing of its own: it moves the times of a test merchant.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	onboardingpg "github.com/partnerline/partnerline/services/partnerconnect/onboarding/postgres"
)

type (
	onboardingStore = onboardingpg.Store
	moneyStore      = moneypg.Store
)

// Store is the part of the database that holds them.
type Store struct {
	*onboardingStore
	*moneyStore
	pool *pgxpool.Pool
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool, onboardings *onboardingpg.Store, money *moneypg.Store) *Store {
	return &Store{onboardingStore: onboardings, moneyStore: money, pool: pool}
}
