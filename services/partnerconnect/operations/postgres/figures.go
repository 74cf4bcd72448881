package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/figures"
)

// FiguresStore reads what the metrics show of the business.
type FiguresStore struct{}

const (
	selectCounted = `SELECT xact, seq FROM event_count`
	// Those that no earlier one can come before any more, in the order of the feed.
	selectUncounted = `
		SELECT e.xact, e.seq, e.type, e.livemode, e.body,
		       extract(epoch FROM e.created_at - o.created_at)::float8 AS since
		FROM   (SELECT xact, seq, type, livemode, body, created_at, merchant_ref FROM events
		        WHERE  (xact, seq) > (@xact::xid8, @seq::bigint) AND xact < pg_snapshot_xmin(pg_current_snapshot())
		        ORDER  BY xact, seq LIMIT @limit) e
		JOIN   onboardings o ON o.ref = e.merchant_ref
		ORDER  BY e.xact, e.seq`
	updateCounted = `
		UPDATE event_count SET xact = @xact::xid8, seq = @seq
		WHERE  (xact, seq) = (@from_xact::xid8, @from_seq::bigint)`
)

// Counted returns which event was counted last, by any program.
func (FiguresStore) Counted(ctx context.Context, q pgdb.Querier) (event.Position, error) {
	return pgdb.Get[event.Position](ctx, q, errors.New("event_count has no row"), selectCounted)
}

// After returns the events that follow a position, at most limit.
func (FiguresStore) After(ctx context.Context, q pgdb.Querier, at event.Position, limit int) ([]figures.Stored, error) {
	return pgdb.All[figures.Stored](ctx, q, selectUncounted,
		pgx.StrictNamedArgs{"xact": at.Xact, "seq": at.Seq, "limit": limit})
}

// SetCounted stores which event was counted last. It is refused, with false, where the last one is not from any more:
// another program has counted those that follow it.
func (FiguresStore) SetCounted(ctx context.Context, q pgdb.Querier, from, last event.Position) (bool, error) {
	tag, err := q.Exec(ctx, updateCounted, pgx.StrictNamedArgs{
		"xact": last.Xact, "seq": last.Seq, "from_xact": from.Xact, "from_seq": from.Seq,
	})
	return tag.RowsAffected() == 1, err
}

const selectCurrencies = `SELECT DISTINCT unnest(currencies) FROM channels`

// Currencies are those in which merchants may take payments.
func (FiguresStore) Currencies(ctx context.Context, q pgdb.Querier) ([]string, error) {
	return pgdb.All[string](ctx, q, selectCurrencies)
}

// Of what is over nothing is read: each part is served by an index of what is open.
const (
	selectUnderWay = `
		SELECT livemode, status, step, count(*) AS count, min(created_at) AS oldest FROM onboardings
		WHERE  status IN ('draft', 'in_progress', 'awaiting_signatories', 'in_review', 'action_required')
		GROUP  BY livemode, status, step`
	selectOpenMoney = `
		SELECT 'payment' AS object, status, livemode, currency, count(*) AS count, sum(amount)::bigint AS amount,
		       min(created_at) AS oldest
		FROM   payments WHERE status IN ('registered', 'pending') GROUP BY status, livemode, currency
		UNION ALL
		SELECT 'refund', status, livemode, currency, count(*), sum(amount)::bigint, min(created_at)
		FROM   refunds WHERE status = 'pending' GROUP BY status, livemode, currency
		UNION ALL
		SELECT 'payout', status, livemode, currency, count(*), sum(amount)::bigint, min(created_at)
		FROM   payouts WHERE status IN ('requested', 'processing') GROUP BY status, livemode, currency`
)

// UnderWay returns how many onboardings are under way, by status and step.
func (FiguresStore) UnderWay(ctx context.Context, q pgdb.Querier) ([]figures.UnderWay, error) {
	return pgdb.All[figures.UnderWay](ctx, q, selectUnderWay)
}

// OpenMoney returns how much money is open, by what it is.
func (FiguresStore) OpenMoney(ctx context.Context, q pgdb.Querier) ([]figures.OpenMoney, error) {
	return pgdb.All[figures.OpenMoney](ctx, q, selectOpenMoney)
}
