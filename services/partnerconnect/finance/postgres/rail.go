package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/partnerline/partnerline/internal/pgdb"
	"github.com/partnerline/partnerline/services/partnerconnect/finance/money"
	"github.com/partnerline/partnerline/services/partnerconnect/kernel/provider"
)

// A RailStore stores how payouts leave. It has no state.
type RailStore struct{}

const (
	insertSubmissions = `
	INSERT INTO provider_calls (kind, subject_id, traceparent, due_at, created_at)
	SELECT @kind, p.id, '', @now, @now FROM payouts p
	WHERE  p.status = 'requested' AND p.livemode
	       AND NOT EXISTS (SELECT FROM provider_calls c WHERE c.subject_id = p.id AND c.kind = @kind)
	ORDER  BY p.updated_at LIMIT @limit
	ON CONFLICT ON CONSTRAINT provider_calls_once DO NOTHING`
	payoutInFile = `SELECT EXISTS (SELECT FROM bank_orders WHERE payout_id = @id)`
)

// InsertSubmissions writes calls of a kind for payouts of live mode that are requested and have none, at most limit,
// and returns how many.
func (RailStore) InsertSubmissions(
	ctx context.Context, q pgdb.Querier, kind provider.Kind, now time.Time, limit int,
) (int, error) {
	tag, err := q.Exec(ctx, insertSubmissions, pgx.StrictNamedArgs{"kind": kind, "now": now, "limit": limit})
	return int(tag.RowsAffected()), err
}

// InFile reports whether a payout is in a payment order for a bank.
func (RailStore) InFile(ctx context.Context, tx pgx.Tx, id money.PayoutID) (in bool, err error) {
	err = tx.QueryRow(ctx, payoutInFile, pgx.StrictNamedArgs{"id": id}).Scan(&in)
	return in, err
}
