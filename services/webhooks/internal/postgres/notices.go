package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Notices are the statements on the operator's notices.
type Notices struct{ db db }

const insertNotice = `
	INSERT INTO notices (kind, endpoint_id, tenant_id, livemode, failure_count, actor, reason, created_at)
	VALUES (@kind, nullif(@endpoint, '')::uuid, @tenant, @livemode, @failure_count, nullif(@actor, ''),
	        nullif(@reason, ''), @now)`

// Insert stores a notice.
func (s Notices) Insert(ctx context.Context, n webhooks.EndpointNotice, now time.Time) error {
	return exec(ctx, s.db, insertNotice, pgx.StrictNamedArgs{
		"kind": n.Notice, "endpoint": n.Endpoint.ID, "tenant": n.Endpoint.Tenant, "livemode": n.Endpoint.Livemode,
		"failure_count": n.Endpoint.FailureCount, "actor": n.Actor, "reason": n.Reason, "now": now,
	})
}

const claimLimitNotice = `
	INSERT INTO limit_notices (tenant_id, livemode, kind, noticed_at) VALUES (@tenant, @livemode, @kind, @now)
	ON CONFLICT (tenant_id, livemode, kind) DO UPDATE SET noticed_at = excluded.noticed_at
	WHERE  limit_notices.noticed_at <= @before`

// ClaimLimit reports whether a scope is to have a notice about a limit: it had none of the kind for a while.
func (s Notices) ClaimLimit(ctx context.Context, n webhooks.Notice, sc webhooks.Scope, now time.Time) (bool, error) {
	tag, err := s.db.Exec(ctx, claimLimitNotice, pgx.StrictNamedArgs{
		"tenant": sc.Tenant, "livemode": sc.Livemode, "kind": n, "now": now, "before": now.Add(-webhooks.LimitNoticeEvery),
	})
	return tag.RowsAffected() > 0, err
}

const noticeColumns = `
	SELECT id, kind, coalesce(endpoint_id::text, '') AS endpoint, tenant_id, livemode, failure_count, actor, reason,
	       created_at
	FROM   notices`

// A transaction that is still open may commit a lower number later; what is younger than it stays hidden until then, so
// that a reader that goes on from the last number it saw misses nothing.
const selectNotices = noticeColumns + `
	WHERE  id > @after AND xact < pg_snapshot_xmin(pg_current_snapshot())
	ORDER  BY id LIMIT @limit`

// List returns notices in order, from the one behind `after` on.
func (s Notices) List(ctx context.Context, after int64, limit int) ([]webhooks.NoticeRecord, error) {
	return pgdb.All[webhooks.NoticeRecord](ctx, s.db, selectNotices, pgx.StrictNamedArgs{"after": after, "limit": limit})
}

// Search returns the notices that a filter selects, newest first.
func (s Notices) Search(ctx context.Context, f webhooks.NoticeFilter) ([]webhooks.NoticeRecord, error) {
	sql, args := noticeQuery(f)
	return pgdb.All[webhooks.NoticeRecord](ctx, s.db, sql, planned, args)
}

func noticeQuery(f webhooks.NoticeFilter) (string, pgx.StrictNamedArgs) {
	return where("true", pgx.StrictNamedArgs{}).
		And(f.Tenant != "", "tenant_id = @tenant", pgx.StrictNamedArgs{"tenant": f.Tenant}).
		And(f.Endpoint != "", "endpoint_id = @endpoint", pgx.StrictNamedArgs{"endpoint": f.Endpoint}).
		And(f.Notice != "", "kind = @kind", pgx.StrictNamedArgs{"kind": f.Notice}).
		And(f.Before != nil, "id < @before", pgx.StrictNamedArgs{"before": f.Before}).
		Page(noticeColumns, "id DESC", f.Limit)
}
