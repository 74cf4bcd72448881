// Package postgres stores nothing of its own: it moves the times of a test merchant.
package postgres

import (
	"github.com/jackc/pgx/v5/pgxpool"

	moneypg "github.com/partnerline/partnerline/services/partnerconnect/money/postgres"
	onboardingusecase "github.com/partnerline/partnerline/services/partnerconnect/onboarding/usecase"
)

type moneyStore = moneypg.Store

// Store is the part of the database that holds them.
type Store struct {
	*moneyStore
	onboardings *onboardingusecase.Changer
	pool        *pgxpool.Pool
}

// NewStore returns a store on a migrated database.
func NewStore(pool *pgxpool.Pool, onboardings *onboardingusecase.Changer, money *moneypg.Store) *Store {
	return &Store{onboardings: onboardings, moneyStore: money, pool: pool}
}
