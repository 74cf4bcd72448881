package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

const selectLanding = `SELECT o.status, o.shredded_at IS NOT NULL AS erased, o.link_epoch, o.livemode, c.id AS channel,
	p.name AS partner_name, c.name AS channel_name` +
	merchantpg.FromOnboardings + `WHERE o.ref = @ref`

// Landing returns what the first page shows; ErrOnboardingNotFound when there is no such onboarding. Only a link that
// we signed leads here, so no view narrows it.
func (s *Store) Landing(ctx context.Context, ref pc.Ref) (hostedflow.Landing, error) {
	return pgdb.Get[hostedflow.Landing](ctx, s.pool, pc.ErrOnboardingNotFound, selectLanding,
		pgx.StrictNamedArgs{"ref": ref})
}
