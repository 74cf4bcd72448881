package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// EventLog are the statements on the order of events. A trigger of the outbox writes it, so that no release leaves an
// event out.
type EventLog struct{ db db }

const selectLogHead = `SELECT coalesce(max(position), 0) FROM event_log`

// Head returns the highest position.
func (s EventLog) Head(ctx context.Context) (position int64, err error) {
	err = s.db.QueryRow(ctx, selectLogHead).Scan(&position)
	return position, err
}

// A message in the WAL is the least that a commit can wait for.
const syncLog = `
	SELECT CASE WHEN pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() THEN pg_logical_emit_message(true,
	       'event_log', '') END`

// Sync returns once all that was read before is on disk: the relay commits without waiting for that.
func (s EventLog) Sync(ctx context.Context) error {
	return exec(ctx, s.db, syncLog)
}

const selectLogLast = `
	SELECT position, event_id AS id FROM event_log WHERE tenant_id = @tenant AND livemode = @livemode
	ORDER BY position DESC LIMIT 1`

// Last returns the last position of a scope; the zero LogStart when the log has no event of it.
func (s EventLog) Last(ctx context.Context, sc webhooks.Scope) (l webhooks.LogStart, err error) {
	l, _, err = pgdb.Find[webhooks.LogStart](ctx, s.db, selectLogLast,
		pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode})
	return l, err
}

// An id that the log does not have stands for its time. What is younger and has no position yet gets one behind all
// others.
const selectLogPosition = `
	SELECT coalesce(
		(SELECT position FROM event_log
		 WHERE created_at = @at AND event_id = @id AND tenant_id = @tenant AND livemode = @livemode),
		(SELECT min(position) - 1 FROM event_log WHERE created_at >= @at AND tenant_id = @tenant AND livemode = @livemode),
		(SELECT max(position) FROM event_log WHERE tenant_id = @tenant AND livemode = @livemode),
		0)`

// Position returns the position of an event of a scope; for any other id the one behind which are all events of the
// scope that were accepted at its time or later.
func (s EventLog) Position(ctx context.Context, sc webhooks.Scope, id webhooks.EventID) (position int64, err error) {
	at, ok := ids.Time(webhooks.EventPrefix, string(id))
	if !ok {
		return 0, webhooks.ErrEventNotFound
	}
	err = s.db.QueryRow(ctx, selectLogPosition,
		pgx.StrictNamedArgs{"at": at, "id": id, "tenant": sc.Tenant, "livemode": sc.Livemode}).Scan(&position)
	return position, err
}

const loggedColumns = `l.position, l.event_id, l.tenant_id, l.livemode, l.type, l.created_at, e.body`

func scanLogged(row pgx.CollectableRow) (l webhooks.LoggedEvent, err error) {
	e := &l.Event
	err = row.Scan(&l.Position, &e.ID, &e.Scope.Tenant, &e.Scope.Livemode, &e.Type, &e.CreatedAt, &e.Body)
	return l, err
}

const selectLog = `
	SELECT ` + loggedColumns + `
	FROM (
		SELECT * FROM event_log
		WHERE  tenant_id = @tenant AND livemode = @livemode AND position > @after
		       AND (cardinality(@types::text[]) = 0 OR type = ANY(@types))
		ORDER  BY position LIMIT @limit
	) l LEFT JOIN events e ON e.created_at = l.created_at AND e.id = l.event_id
	ORDER BY l.position`

// Read returns the next events of a filter behind a position.
func (s EventLog) Read(
	ctx context.Context, f webhooks.LogFilter, after int64, limit int,
) ([]webhooks.LoggedEvent, error) {
	rows, _ := s.db.Query(ctx, selectLog, pgx.StrictNamedArgs{
		"tenant": f.Scope.Tenant, "livemode": f.Scope.Livemode, "after": after, "limit": limit,
		"types": pgdb.Column(f.Types, func(t webhooks.EventType) string { return string(t) }),
	})
	return pgx.CollectRows(rows, scanLogged)
}

const selectLogOfScopes = `
	SELECT ` + loggedColumns + `
	FROM (
		SELECT * FROM event_log
		WHERE  position > @after AND position <= @until
		  AND  (tenant_id, livemode) IN (SELECT * FROM unnest(@tenants::text[], @livemodes::bool[]))
		ORDER  BY position LIMIT @limit
	) l LEFT JOIN events e ON e.created_at = l.created_at AND e.id = l.event_id
	ORDER BY l.position`

// ReadScopes returns the next events of several scopes behind one position, up to another.
func (s EventLog) ReadScopes(
	ctx context.Context, scopes []webhooks.Scope, after, until int64, limit int,
) ([]webhooks.LoggedEvent, error) {
	rows, _ := s.db.Query(ctx, selectLogOfScopes, pgx.StrictNamedArgs{
		"after": after, "until": until, "limit": limit,
		"tenants":   pgdb.Column(scopes, func(sc webhooks.Scope) string { return string(sc.Tenant) }),
		"livemodes": pgdb.Column(scopes, func(sc webhooks.Scope) bool { return sc.Livemode }),
	})
	return pgx.CollectRows(rows, scanLogged)
}
