package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/partnerline/partnerline/internal/ids"
	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/webhooks"
)

// Ids of deliveries and of events hold the event's time, which leads to the one partition.
const findAnything = `
	SELECT 'tenant' AS kind, id, name AS title, id AS tenant, '' AS endpoint, false AS livemode FROM tenants
	WHERE id = @text
	UNION ALL SELECT 'api_key', id, prefix, tenant_id, '', livemode FROM api_keys WHERE id = @text
	UNION ALL SELECT 'endpoint', id::text, url, tenant_id, id::text, livemode FROM endpoints WHERE id = @uuid
	UNION ALL SELECT 'endpoint', id::text, url, tenant_id, id::text, livemode FROM endpoints WHERE url = @text
	UNION ALL SELECT 'verification', id::text, status, tenant_id, '', livemode FROM verifications WHERE id = @uuid
	UNION ALL SELECT 'delivery', id, event_type || ', ' || status, tenant_id, endpoint_id::text, livemode FROM deliveries
	WHERE event_at = @delivery_at AND id = @text
	UNION ALL SELECT 'event', id, type, tenant_id, '', livemode FROM events WHERE created_at = @event_at AND id = @text
	LIMIT  @limit`

func findArgs(text string) pgx.StrictNamedArgs {
	at := func(prefix string) *time.Time {
		if t, ok := ids.Time(prefix, text); ok {
			return &t
		}
		return nil
	}
	var id pgtype.UUID
	if err := id.Scan(text); err != nil {
		id = pgtype.UUID{}
	}
	return pgx.StrictNamedArgs{
		"text": text, "uuid": id, "delivery_at": at(webhooks.DeliveryPrefix), "event_at": at(webhooks.EventPrefix),
		"limit": webhooks.MaxHits,
	}
}

// Find returns what an id names, or the URL of an endpoint, of any tenant.
func (s *Store) Find(ctx context.Context, text string) ([]webhooks.Hit, error) {
	return pgdb.All[webhooks.Hit](ctx, s.pool, findAnything, findArgs(text))
}
