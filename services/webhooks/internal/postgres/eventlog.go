package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/services/webhooks"
)

// EventFilter selects a page of events. After is the key of the last one of the page before.
type EventFilter struct {
	Kind     string
	From, To *time.Time // To is exclusive
	AfterAt  *time.Time
	AfterID  string
	Limit    int
}

const eventColumns = `id, tenant_id, livemode, type, created_at, body`

func scanEvent(row pgx.CollectableRow) (webhooks.Event, error) {
	var e webhooks.Event
	err := row.Scan(&e.ID, &e.Scope.Tenant, &e.Scope.Livemode, &e.Kind, &e.CreatedAt, &e.Body)
	return e, err
}

const selectEvents = `
	SELECT ` + eventColumns + ` FROM events
	WHERE  tenant_id = @tenant AND livemode = @livemode AND (@kind = '' OR type = @kind)
	  AND (@from::timestamptz IS NULL OR created_at >= @from) AND (@to::timestamptz IS NULL OR created_at < @to)
	  AND (@after_at::timestamptz IS NULL OR (created_at, id) < (@after_at, @after_id))
	ORDER  BY created_at DESC, id DESC LIMIT @limit`

// Events returns a page of the events of a scope, newest first.
func (s *Store) Events(ctx context.Context, sc webhooks.Scope, f EventFilter) ([]webhooks.Event, error) {
	rows, _ := s.pool.Query(ctx, selectEvents, pgx.StrictNamedArgs{
		"tenant": sc.Tenant, "livemode": sc.Livemode, "kind": f.Kind, "from": f.From, "to": f.To,
		"after_at": f.AfterAt, "after_id": f.AfterID, "limit": f.Limit,
	})
	return pgx.CollectRows(rows, scanEvent)
}

const selectEvent = `
	SELECT ` + eventColumns + ` FROM events WHERE created_at = @at AND id = @id AND tenant_id = @tenant AND livemode = @livemode`

// Event returns one event of a scope; ErrEventNotFound for any other.
func (s *Store) Event(ctx context.Context, sc webhooks.Scope, id webhooks.EventID) (webhooks.Event, error) {
	at, ok := ids.Time(webhooks.EventPrefix, string(id))
	if !ok {
		return webhooks.Event{}, webhooks.ErrEventNotFound
	}
	rows, _ := s.pool.Query(ctx, selectEvent, pgx.StrictNamedArgs{"at": at, "id": id, "tenant": sc.Tenant, "livemode": sc.Livemode})
	e, err := pgx.CollectExactlyOneRow(rows, scanEvent)
	if errors.Is(err, pgx.ErrNoRows) {
		return e, webhooks.ErrEventNotFound
	}
	return e, err
}
