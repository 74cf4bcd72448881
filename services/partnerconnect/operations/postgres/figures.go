package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/event"
	"github.com/partnerline/partnerline/services/partnerconnect/operations/figures"
)

// FiguresStore reads what the metrics show of the business.
type FiguresStore struct{}

const countLock = 0x7061_7274_6e65_0025 // any constant of our own

const (
	selectCounted = `SELECT xact, seq FROM event_count WHERE pg_try_advisory_xact_lock(@lock)`
	// Those that no earlier one can come before any more, in the order of the feed.
	selectUncounted = `
		SELECT e.xact, e.seq, e.type, e.livemode, e.body, 
		       extract(epoch FROM e.created_at - o.created_at)::float8 AS since
		FROM   (SELECT * FROM events
		        WHERE  (xact, seq) > (@xact::xid8, @seq::bigint) AND xact < pg_snapshot_xmin(pg_current_snapshot())
		        ORDER  BY xact, seq LIMIT @limit) e
		JOIN   onboardings o ON o.ref = e.merchant_ref
		ORDER  BY e.xact, e.seq`
	updateCounted = `UPDATE event_count SET xact = @xact::xid8, seq = @seq`
)

// Uncounted returns the next events that no program has counted, at most limit. They are the caller's until the
// transaction ends: there are none while another transaction has them. The transaction gets no number yet, which would
// hold back all who read the feed.
func (FiguresStore) Uncounted(ctx context.Context, tx pgx.Tx, limit int) ([]figures.Stored, error) {
	at, free, err := pgdb.Find[event.Position](ctx, tx, selectCounted, pgx.StrictNamedArgs{"lock": countLock})
	if err != nil || !free {
		return nil, err
	}
	return pgdb.All[figures.Stored](ctx, tx, selectUncounted,
		pgx.StrictNamedArgs{"xact": at.Xact, "seq": at.Seq, "limit": limit})
}

// SetCounted stores which event was counted last.
func (FiguresStore) SetCounted(ctx context.Context, tx pgx.Tx, last event.Position) error {
	return pgdb.Exec(ctx, tx, updateCounted, pgx.StrictNamedArgs{"xact": last.Xact, "seq": last.Seq})
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
