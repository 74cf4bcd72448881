package postgres

import (
	"context"
	"github.com/partnerline/partnerline/internal/pgdb"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const insertEventRow = `
	INSERT INTO events (id, channel_id, livemode, merchant_ref, type, created_at, body)
	VALUES (@id, @channel, @livemode, @merchant, @type, @created_at, @body)`

// insertEvent stores an event in the transaction of what it tells of.
func insertEvent(ctx context.Context, tx pgdb.Querier, e pc.Event) error {
	_, err := tx.Exec(ctx, insertEventRow, pgx.StrictNamedArgs{
		"id": e.ID, "channel": e.Channel, "livemode": e.Livemode, "merchant": e.Merchant, "type": e.Kind,
		"created_at": e.CreatedAt, "body": e.Body,
	})
	return err
}
