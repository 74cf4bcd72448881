package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/search"
)

// Each branch is served by an index. The branches of onboardings are apart: a condition of several indexes would read
// the table.
const find = `
	WITH merchants AS (
		SELECT ref FROM onboardings WHERE ref = @text
		UNION (SELECT ref FROM onboardings WHERE partner_external_ref = @text LIMIT @limit)
		UNION (SELECT ref FROM onboardings WHERE lookups && @lookups::text[] LIMIT @limit)
	), money AS (
		SELECT 'payment' AS kind, id, status, merchant_ref, livemode, amount, currency FROM payments WHERE id = @text
		UNION ALL (SELECT 'payment', id, status, merchant_ref, livemode, amount, currency FROM payments
		           WHERE external_ref = @text LIMIT @limit)
		UNION ALL SELECT 'refund', id, status, merchant_ref, livemode, amount, currency FROM refunds WHERE id = @text
		UNION ALL (SELECT 'refund', id, status, merchant_ref, livemode, amount, currency FROM refunds
		           WHERE external_ref = @text LIMIT @limit)
		UNION ALL SELECT 'chargeback', id, status, merchant_ref, livemode, amount, currency FROM chargebacks WHERE id = @text
		UNION ALL SELECT 'payout', id, status, merchant_ref, livemode, amount, currency FROM payouts WHERE id = @text
		UNION ALL (SELECT 'payout', id, status, merchant_ref, livemode, amount, currency FROM payouts
		           WHERE external_ref = @text LIMIT @limit)
		UNION ALL SELECT 'settlement', s.id, s.status, merchant_ref, livemode, net, currency FROM settlements s
		JOIN onboardings o ON o.ref = merchant_ref WHERE id = @text
		UNION ALL SELECT 'transaction', t.id, t.type, merchant_ref, livemode, amount, currency FROM transactions t
		JOIN onboardings o ON o.ref = merchant_ref WHERE id = @text
		UNION ALL SELECT 'approval', id, status, merchant_ref, livemode, 0, '' FROM approvals WHERE id = @text
		UNION ALL SELECT 'merchant_key', id, prefix, merchant_ref, livemode, 0, '' FROM merchant_keys WHERE id = @text
	)
	SELECT 'merchant' AS kind, o.ref AS id, o.status AS title, o.ref AS merchant, c.partner_id AS partner, o.livemode,
	       0::bigint AS amount, '' AS currency
	FROM   merchants JOIN onboardings o USING (ref) JOIN channels c ON c.id = o.channel_id
	UNION ALL SELECT kind, m.id, m.status, merchant_ref, c.partner_id, m.livemode, amount, currency
	FROM   money m JOIN onboardings o ON o.ref = merchant_ref JOIN channels c ON c.id = o.channel_id
	UNION ALL SELECT 'partner', id, name, '', id, false, 0, '' FROM partners WHERE id = @text
	UNION ALL SELECT 'channel', id, name, '', partner_id, false, 0, '' FROM channels WHERE id = @text
	UNION ALL SELECT 'partner_key', id, prefix, '', partner_id, livemode, 0, '' FROM partner_keys WHERE id = @text
	LIMIT  @limit`

func args(q search.Query) pgx.StrictNamedArgs {
	return pgx.StrictNamedArgs{"text": q.Text, "lookups": q.Lookups, "limit": search.MaxHits}
}

// Find returns what a query names, at most [search.MaxHits].
func Find(ctx context.Context, db pgdb.Querier, q search.Query) ([]search.Hit, error) {
	return pgdb.All[search.Hit](ctx, db, find, args(q))
}
