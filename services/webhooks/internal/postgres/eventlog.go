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

const selectEvents = `SELECT ` + eventColumns + ` FROM events`

func (f EventFilter) query(sc webhooks.Scope) (string, pgx.StrictNamedArgs) {
	return where("tenant_id = @tenant AND livemode = @livemode", pgx.StrictNamedArgs{"tenant": sc.Tenant, "livemode": sc.Livemode}).
		and(f.Kind != "", "type = @kind", pgx.StrictNamedArgs{"kind": f.Kind}).
		and(f.From != nil, "created_at >= @from", pgx.StrictNamedArgs{"from": f.From}).
		and(f.To != nil, "created_at < @to", pgx.StrictNamedArgs{"to": f.To}).
		and(f.AfterAt != nil, "(created_at, id) < (@after_at, @after_id)", pgx.StrictNamedArgs{"after_at": f.AfterAt, "after_id": f.AfterID}).
		page(selectEvents, "created_at DESC, id DESC", f.Limit)
}

// Events returns a page of the events of a scope, newest first.
func (s *Store) Events(ctx context.Context, sc webhooks.Scope, f EventFilter) ([]webhooks.Event, error) {
	sql, args := f.query(sc)
	rows, _ := s.pool.Query(ctx, sql, args)
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
