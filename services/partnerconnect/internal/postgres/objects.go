package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

// objectKey is where a document's content lies in the object store.
func objectKey(id pc.DocumentID) string { return "documents/" + string(id) }

const insertObjectIntent = `INSERT INTO object_deletions (key, delete_after) VALUES (@key, @after)`

// PlaceDocument encrypts a document's content with the key of its onboarding, and returns what to put into the object store and
// where. Unless the document is stored before the time deleteAfter, the object is deleted then.
func (s *Store) PlaceDocument(ctx context.Context, v pc.View, ref pc.Ref, id pc.DocumentID, content []byte, deleteAfter time.Time) (key string, sealed []byte, err error) {
	row, err := s.documentKey(ctx, v, ref)
	if err != nil {
		return "", nil, err
	}
	key = objectKey(id)
	if _, err := s.pool.Exec(ctx, insertObjectIntent, pgx.StrictNamedArgs{"key": key, "after": deleteAfter}); err != nil {
		return "", nil, err
	}
	return key, row.Seal(content, key), nil
}

const selectDataKey = `SELECT o.data_key FROM onboardings o WHERE ` + inView

func (s *Store) documentKey(ctx context.Context, v pc.View, ref pc.Ref) (rowKey, error) {
	var sealed []byte
	if err := s.pool.QueryRow(ctx, selectDataKey, viewArgs(v, ref)).Scan(&sealed); err != nil {
		return rowKey{}, err
	}
	if sealed == nil {
		return s.giveKey(ctx, v, ref)
	}
	return s.rowKey(ref, sealed)
}

const (
	dueObjects   = `SELECT key FROM object_deletions WHERE delete_after <= @now ORDER BY delete_after LIMIT @limit`
	forgetObject = `DELETE FROM object_deletions WHERE key = @key AND delete_after <= @now`
)

// DueObjects returns objects to delete now, at most limit.
func (s *Store) DueObjects(ctx context.Context, now time.Time, limit int) ([]string, error) {
	rows, err := s.pool.Query(ctx, dueObjects, pgx.StrictNamedArgs{"now": now, "limit": limit})
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// ObjectDeleted forgets an object that is gone.
func (s *Store) ObjectDeleted(ctx context.Context, key string, now time.Time) error {
	_, err := s.pool.Exec(ctx, forgetObject, pgx.StrictNamedArgs{"key": key, "now": now})
	return err
}
