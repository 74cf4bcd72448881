package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const (
	idleOnboardings = `SELECT ref FROM onboardings WHERE channel_id = ANY(@channels) AND NOT livemode
		AND expires_at <= @then LIMIT @limit`
	staleInvitations = `
		SELECT DISTINCT i.onboarding_ref FROM invitations i JOIN onboardings o ON o.ref = i.onboarding_ref
		WHERE  o.channel_id = ANY(@channels) AND NOT o.livemode AND i.status = 'pending' AND i.expires_at <= @then
		LIMIT @limit`
)

// IdleOnboardings returns those whose time without activity ends by then.
func IdleOnboardings(
	ctx context.Context, q pgdb.Querier, channels []pc.ChannelID, then time.Time, limit int,
) ([]pc.Ref, error) {
	return refs(ctx, q, idleOnboardings, channels, then, limit)
}

// StaleInvitations returns onboardings with an invitation that ends by then.
func StaleInvitations(
	ctx context.Context, q pgdb.Querier, channels []pc.ChannelID, then time.Time, limit int,
) ([]pc.Ref, error) {
	return refs(ctx, q, staleInvitations, channels, then, limit)
}

func refs(
	ctx context.Context, q pgdb.Querier, sql string, channels []pc.ChannelID, then time.Time, limit int,
) ([]pc.Ref, error) {
	return pgdb.All[pc.Ref](ctx, q, sql, pgx.StrictNamedArgs{"channels": channels, "then": then, "limit": limit})
}
