package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	pc "github.com/partnerline/partnerline/services/partnerconnect"
)

const (
	// Those who ask at once are counted one after the other.
	lockMerchant = `SELECT FROM onboardings WHERE ref = @ref FOR NO KEY UPDATE`
	dropExports  = `DELETE FROM exports WHERE merchant_ref = @ref AND exported_at <= @before`
	countExports = `SELECT count(*), coalesce(min(exported_at), @now) FROM exports WHERE merchant_ref = @ref`
	insertExport = `INSERT INTO exports (merchant_ref, exported_at) VALUES (@ref, @now) ON CONFLICT DO NOTHING`
)

// CountExports returns how many exports a merchant has had since a time, and when the oldest of them was; earlier ones
// are forgotten.
func CountExports(
	ctx context.Context, tx pgx.Tx, ref pc.Ref, since, now time.Time,
) (n int, oldest time.Time, err error) {
	if _, err := tx.Exec(ctx, lockMerchant, pgx.StrictNamedArgs{"ref": ref}); err != nil {
		return 0, oldest, err
	}
	if _, err := tx.Exec(ctx, dropExports, pgx.StrictNamedArgs{"ref": ref, "before": since}); err != nil {
		return 0, oldest, err
	}
	err = tx.QueryRow(ctx, countExports, pgx.StrictNamedArgs{"ref": ref, "now": now}).Scan(&n, &oldest)
	return n, oldest, err
}

// InsertExport counts one more.
func InsertExport(ctx context.Context, tx pgx.Tx, ref pc.Ref, now time.Time) error {
	_, err := tx.Exec(ctx, insertExport, pgx.StrictNamedArgs{"ref": ref, "now": now})
	return err
}
