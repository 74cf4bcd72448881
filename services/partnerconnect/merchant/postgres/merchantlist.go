package postgres

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/access"
	kernelpg "github.com/partnerline/partnerline/services/partnerconnect/kernel/postgres"
	"github.com/partnerline/partnerline/services/partnerconnect/merchant/onboarding"
)

const (
	merchantColumns = `o.ref, o.livemode, o.merchant_status, o.status, o.partner_external_ref, o.opt_in_status,
		o.opt_in_requested_at,
		o.opt_in_granted_at, o.opt_in_revoked_at, o.created_at, ` + DelegationColumns + `, ` + kernelpg.OwnerColumns
	// As the list of onboardings: channel by channel through an index, then merged.
	selectMerchants = `
		SELECT ` + merchantColumns + `
		FROM   unnest(@channels::text[]) AS channel CROSS JOIN LATERAL (
			SELECT x.* FROM onboardings x LEFT JOIN delegations d ON d.merchant_ref = x.ref
			WHERE  x.channel_id = channel AND x.livemode = @livemode AND x.ref < @before
			       AND (@status = '' OR x.merchant_status = @status)
			       AND (@delegation = '' OR coalesce(d.status, 'none') = @delegation)
			ORDER  BY x.ref DESC LIMIT @limit) o
		       JOIN channels c ON c.id = o.channel_id JOIN partners p ON p.id = c.partner_id
		       LEFT JOIN delegations g ON g.merchant_ref = o.ref
		ORDER  BY o.ref DESC LIMIT @limit`
	selectOneMerchant = `SELECT ` + merchantColumns + FromOnboardings + `WHERE ` + kernelpg.InView
)

// Merchants returns a page of the merchants that a caller may see, newest first.
func (s *OnboardingStore) Merchants(
	ctx context.Context, v access.View, q onboarding.MerchantQuery,
) ([]onboarding.MerchantSummary, error) {
	before := pc.Ref(pc.RefPrefix + "~") // behind every ref
	if q.After != nil {
		before = *q.After
	}
	rows, _ := s.pool.Query(ctx, selectMerchants, pgx.StrictNamedArgs{
		"channels": v.Channels, "livemode": v.Livemode, "before": before, "status": q.Status, "delegation": q.Delegation,
		"limit": q.Limit,
	})
	return pgx.CollectRows(rows, scanMerchant)
}

// MerchantSummary returns a merchant that a caller may see; ErrMerchantNotFound for any other, by the same query.
func (s *OnboardingStore) MerchantSummary(
	ctx context.Context, v access.View, ref pc.Ref,
) (onboarding.MerchantSummary, error) {
	rows, _ := s.pool.Query(ctx, selectOneMerchant, kernelpg.ViewArgs(v, ref))
	list, err := pgx.CollectRows(rows, scanMerchant)
	if err != nil || len(list) == 0 {
		return onboarding.MerchantSummary{}, cmp.Or(err, error(pc.ErrMerchantNotFound))
	}
	return list[0], nil
}

func scanMerchant(row pgx.CollectableRow) (onboarding.MerchantSummary, error) {
	var m onboarding.MerchantSummary
	var d DelegationRow
	fields := append([]any{
		&m.Ref, &m.Livemode, &m.Status, &m.Onboarding, &m.ExternalRef, &m.OptIn.Status, &m.OptIn.RequestedAt,
		&m.OptIn.GrantedAt,
		&m.OptIn.RevokedAt, &m.CreatedAt,
	}, d.Fields()...)
	if err := row.Scan(append(fields, kernelpg.OwnerFields(&m.Owner)...)...); err != nil {
		return m, err
	}
	m.Currencies = m.Owner.Channel.Currencies
	m.Delegation = d.Delegation()
	return m, nil
}
