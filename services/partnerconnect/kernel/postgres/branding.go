package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
)

const (
	upsertBranding = `
		INSERT INTO channel_brandings (channel_id, name, colour, logo, help_url, privacy_url, terms_url, updated_at)
		SELECT id, @name, @colour, @logo, @help_url, @privacy_url, @terms_url, @now FROM channels WHERE id = @channel_id
		ON CONFLICT (channel_id) DO UPDATE
		SET name = excluded.name, colour = excluded.colour, logo = excluded.logo, help_url = excluded.help_url,
		       privacy_url = excluded.privacy_url, terms_url = excluded.terms_url, updated_at = excluded.updated_at
		RETURNING (SELECT partner_id FROM channels WHERE id = channel_id)`
	selectBranding = `SELECT channel_id, name, colour, logo, help_url, privacy_url, terms_url FROM channel_brandings
		WHERE channel_id = @channel`
)

// SaveBranding stores the branding of a channel instead of the one that it had, and returns whose channel it is;
// ErrChannelNotFound.
func (s *AccessStore) SaveBranding(
	ctx context.Context, q pgdb.Querier, b access.Branding, now time.Time,
) (p pc.PartnerID, err error) {
	b.Logo = append([]byte{}, b.Logo...)
	return pgdb.Get[pc.PartnerID](ctx, q, access.ErrChannelNotFound, upsertBranding,
		pgdb.Fields(b, pgx.StrictNamedArgs{"now": now}))
}

// Branding returns the branding of a channel; the empty one where none was set.
func (s *AccessStore) Branding(ctx context.Context, id pc.ChannelID) (access.Branding, error) {
	return BrandingIn(ctx, s.pool, id)
}

// BrandingIn is [Store.Branding] in a transaction.
func BrandingIn(ctx context.Context, q pgdb.Querier, id pc.ChannelID) (access.Branding, error) {
	b, _, err := pgdb.Find[access.Branding](ctx, q, selectBranding, pgx.StrictNamedArgs{"channel": id})
	b.Channel = id
	return b, err
}
