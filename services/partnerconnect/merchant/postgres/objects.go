package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
)

const expectObject = `INSERT INTO object_deletions (key, delete_after) VALUES (@key, @after)`

// ExpectObject notes that an object is about to be stored. Unless a document takes it before, it is deleted after a
// time.
func (s *OnboardingStore) ExpectObject(ctx context.Context, key string, deleteAfter time.Time) error {
	_, err := s.pool.Exec(ctx, expectObject, pgx.StrictNamedArgs{"key": key, "after": deleteAfter})
	return err
}

const abandonObject = `UPDATE object_deletions SET delete_after = @now WHERE key = @key`

// AbandonObject lets an object that no document took be deleted at once.
func (s *OnboardingStore) AbandonObject(ctx context.Context, key string, now time.Time) error {
	_, err := s.pool.Exec(ctx, abandonObject, pgx.StrictNamedArgs{"key": key, "now": now})
	return err
}

const (
	dueObjects   = `SELECT key FROM object_deletions WHERE delete_after <= @now ORDER BY delete_after LIMIT @limit`
	forgetObject = `DELETE FROM object_deletions WHERE key = @key AND delete_after <= @now`
)

// DueObjects returns objects to delete now, at most limit.
func (s *OnboardingStore) DueObjects(ctx context.Context, now time.Time, limit int) ([]string, error) {
	return pgdb.All[string](ctx, s.pool, dueObjects, pgx.StrictNamedArgs{"now": now, "limit": limit})
}

// ObjectDeleted forgets an object that is gone.
func (s *OnboardingStore) ObjectDeleted(ctx context.Context, key string, now time.Time) error {
	_, err := s.pool.Exec(ctx, forgetObject, pgx.StrictNamedArgs{"key": key, "now": now})
	return err
}
