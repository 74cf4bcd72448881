package usecase

import (
	"context"
	"time"

	"github.com/partnerline/partnerline/services/webhooks/internal/postgres"
)

// Maintenance keeps the tables within their retention.
type Maintenance struct {
	store     *postgres.Store
	retention time.Duration
}

// NewMaintenance returns the use case; retention is of events, deliveries and attempts.
func NewMaintenance(s *postgres.Store, retention time.Duration) *Maintenance {
	return &Maintenance{store: s, retention: retention}
}

// Maintain makes the partitions of the coming days and drops what is past its retention.
func (u *Maintenance) Maintain(ctx context.Context, now time.Time) error {
	return u.store.Maintain(ctx, now, u.retention)
}
