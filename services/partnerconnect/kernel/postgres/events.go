package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
)

const insertEventRow = `
	INSERT INTO events (id, channel_id, livemode, merchant_ref, type, created_at, body)
	VALUES (@id, @channel, @livemode, @merchant, @type, @created_at, @body)`

// InsertEvent stores an event in the transaction of the change that it is about.
func InsertEvent(ctx context.Context, tx pgdb.Querier, e event.Event) error {
	_, err := tx.Exec(ctx, insertEventRow, pgx.StrictNamedArgs{
		"id": e.ID, "channel": e.Channel, "livemode": e.Livemode, "merchant": e.Merchant, "type": e.Type,
		"created_at": e.CreatedAt, "body": e.Body,
	})
	return err
}

const (
	// What is committed is read in the order of transactions, up to the oldest one under way: nothing can come in before
	// that.
	selectEvents = `
		SELECT e.id, e.type, e.created_at, e.body
		FROM   unnest(@channels::text[]) AS channel CROSS JOIN LATERAL (
			SELECT * FROM events
			WHERE  channel_id = channel AND livemode = @livemode AND (xact, seq) > (@xact::xid8, @seq::bigint)
			       AND xact < pg_snapshot_xmin(pg_current_snapshot())
			       AND created_at >= @since AND (@type::text IS NULL OR type = @type)
			       AND (type <> ALL(@money_types::text[]) OR @money AND EXISTS (
			            SELECT FROM delegations d WHERE d.merchant_ref = events.merchant_ref AND d.status = 'active'))
			ORDER  BY xact, seq LIMIT @limit) e
		ORDER  BY e.xact, e.seq LIMIT @limit`
	selectEventPosition = `SELECT xact, seq FROM events
		WHERE id = @id AND channel_id = ANY(@channels) AND livemode = @livemode`
)

// Events returns the events behind one that a caller has seen, oldest first; ErrEventUnknown when there is no such
// event, or it is too old.
func (s *EventStore) Events(ctx context.Context, v access.View, q event.EventQuery) ([]event.Event, error) {
	var xact uint64
	var seq int64
	if q.After != "" {
		err := s.pool.QueryRow(ctx, selectEventPosition,
			pgx.StrictNamedArgs{"id": q.After, "channels": v.Channels, "livemode": v.Livemode}).Scan(&xact, &seq)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, event.ErrEventUnknown
		}
		if err != nil {
			return nil, err
		}
	}
	rows, _ := s.pool.Query(ctx, selectEvents, pgx.StrictNamedArgs{
		"channels": v.Channels, "livemode": v.Livemode, "xact": xact, "seq": seq, "type": q.Type, "since": q.Since,
		"money": q.Money, "money_types": event.MoneyTypes, "limit": q.Limit,
	})
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (event.Event, error) {
		var e event.Event
		err := row.Scan(&e.ID, &e.Type, &e.CreatedAt, &e.Body)
		return e, err
	})
}

const deleteEvents = `DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE created_at < @before
	       ORDER BY created_at LIMIT @limit)`

// DropEvents deletes events before a time, at most limit, and returns how many.
func (s *EventStore) DropEvents(ctx context.Context, before time.Time, limit int) (int, error) {
	tag, err := s.pool.Exec(ctx, deleteEvents, pgx.StrictNamedArgs{"before": before, "limit": limit})
	return int(tag.RowsAffected()), err
}
