package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/services/webhooks"
)

// NoticeRow is a notice as it is shown.
type NoticeRow struct {
	ID           int64
	Kind         webhooks.Notice
	Endpoint     webhooks.EndpointID
	Scope        webhooks.Scope
	FailureCount int
	Actor        *string
	Reason       *string
	CreatedAt    time.Time
}

// A transaction that is still open may commit a lower number later; what is younger than it stays hidden until then, so
// that a reader that goes on from the last number it saw misses nothing.
const selectNotices = `
	SELECT id, kind, endpoint_id, tenant_id, livemode, failure_count, actor, reason, created_at FROM notices
	WHERE  id > @after AND xact < pg_snapshot_xmin(pg_current_snapshot())
	ORDER  BY id LIMIT @limit`

// Notices returns notices in order, from the one behind `after` on.
func (s *Store) Notices(ctx context.Context, after int64, limit int) ([]NoticeRow, error) {
	rows, _ := s.pool.Query(ctx, selectNotices, pgx.StrictNamedArgs{"after": after, "limit": limit})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (n NoticeRow, err error) {
		err = row.Scan(&n.ID, &n.Kind, &n.Endpoint, &n.Scope.Tenant, &n.Scope.Livemode, &n.FailureCount, &n.Actor, &n.Reason, &n.CreatedAt)
		return n, err
	})
}
