package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/hostedflow"
	merchantpg "github.com/partnerline/partnerline/services/partnerconnect/merchant/postgres"
)

const selectLanding = `SELECT o.status, o.shredded_at IS NOT NULL, o.link_epoch, o.livemode, c.id, p.name, c.name` +
	merchantpg.FromOnboardings + `WHERE o.ref = @ref`

// Landing returns what the first page shows; ErrOnboardingNotFound when there is no such onboarding. Only a link that
// we signed leads here, so no view narrows it.
func (s *Store) Landing(ctx context.Context, ref pc.Ref) (hostedflow.Landing, error) {
	var l hostedflow.Landing
	err := s.pool.QueryRow(ctx, selectLanding, pgx.StrictNamedArgs{"ref": ref}).
		Scan(&l.Status, &l.Erased, &l.LinkEpoch, &l.Livemode, &l.Channel, &l.PartnerName, &l.ChannelName)
	if errors.Is(err, pgx.ErrNoRows) {
		return l, pc.ErrOnboardingNotFound
	}
	return l, err
}
