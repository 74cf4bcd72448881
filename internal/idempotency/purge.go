package idempotency

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	purgeEvery = time.Minute
	purgeLimit = 5000 // rows of one statement: far more than come in the time between two
)

const deleteForgotten = `
	DELETE FROM idempotency_keys WHERE id IN (
		SELECT id FROM idempotency_keys WHERE kept_until <= @now ORDER BY kept_until LIMIT @limit FOR UPDATE SKIP LOCKED)`

// Purge deletes at most limit keys whose retention is over, and returns how many it deleted.
func (s *Store) Purge(ctx context.Context, now time.Time, limit int) (int, error) {
	tag, err := s.pool.Exec(ctx, deleteForgotten, pgx.StrictNamedArgs{"now": now, "limit": limit})
	if err != nil {
		return 0, fmt.Errorf("purge idempotency keys: %w", err)
	}
	return int(tag.RowsAffected()), nil
}

// Run purges until ctx ends. Any number of processes may run it at the same time.
func (s *Store) Run(ctx context.Context, log *slog.Logger) error {
	tick := time.NewTicker(purgeEvery)
	defer tick.Stop()
	for {
		n, err := s.Purge(ctx, time.Now(), purgeLimit)
		if err != nil && ctx.Err() == nil {
			log.LogAttrs(ctx, slog.LevelWarn, "idempotency keys not purged", slog.String("cause", err.Error()))
		}
		if n == purgeLimit {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}
