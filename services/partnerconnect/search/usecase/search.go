// Package usecase finds things for operators.
package usecase

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/partnerline/partnerline/services/partnerconnect/onboarding"
	"github.com/partnerline/partnerline/services/partnerconnect/search"
	"github.com/partnerline/partnerline/services/partnerconnect/search/postgres"
)

// Search finds things of all partners, in both modes.
type Search struct {
	pool *pgxpool.Pool
	hash onboarding.IDHash
}

// New returns the use case; hash is that by which onboardings were stored.
func New(pool *pgxpool.Pool, hash onboarding.IDHash) *Search { return &Search{pool, hash} }

// Find returns what a text names.
func (s *Search) Find(ctx context.Context, text string) ([]search.Hit, error) {
	return postgres.Find(ctx, s.pool, search.NewQuery(text, s.hash))
}
