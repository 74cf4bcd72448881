package usecase

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/search"
)

// Search finds things of all partners, in both modes.
type Search struct {
	pool *pgxpool.Pool
	hash onboarding.IDHash
}

// NewSearch returns the use case; hash is that by which onboardings were stored.
func NewSearch(pool *pgxpool.Pool, hash onboarding.IDHash) *Search { return &Search{pool, hash} }

// Find returns what a text names.
func (s *Search) Find(ctx context.Context, text string) ([]search.Hit, error) {
	return postgres.Find(ctx, s.pool, search.NewQuery(text, s.hash))
}
